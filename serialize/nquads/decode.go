package nquads

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/dataset"
	"vitrine/serialize/terms"
)

func decode(ctx context.Context, r io.Reader, o serialize.DecodeOptions, f *serialize.Format) iter.Seq2[*graph.Graph, error] {
	return func(yield func(*graph.Graph, error) bool) {
		d := &decoder{
			format:  f,
			lines:   newLines(r, o.Limit()),
			parser:  parser{terms.NewScanner(ctx, nil, f.Name, "", o.Limit())},
			grouper: dataset.NewGrouper(ctx, f, o, yield),
		}
		if err := d.run(ctx); err != nil && !errors.Is(err, dataset.ErrStopped) {
			yield(nil, err)
		}
	}
}

type decoder struct {
	format  *serialize.Format
	lines   *lines
	parser  parser
	grouper *dataset.Grouper
	// pending is a bad line that waits for the next one to tell its graph.
	pending *badLine
}

// linesPerCheck is how many lines are read between two looks at the context.
const linesPerCheck = 256

// run reads the document. The error it returns ends the reading.
func (d *decoder) run(ctx context.Context) error {
	for {
		if d.lines.number%linesPerCheck == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		line, err := d.lines.next()
		if errors.Is(err, io.EOF) {
			return d.end()
		}
		if err != nil {
			return fmt.Errorf("%s: %w", d.format.Name, err)
		}
		quad, ok, err := d.parser.parse(line, d.lines.number)
		switch {
		case err != nil:
			err = d.bad(line, err)
		case ok:
			err = d.add(quad, int64(len(line)))
		}
		if err != nil {
			return err
		}
	}
}

// add takes a quad of the line last read, which has size bytes.
func (d *decoder) add(q rdf.Quad, size int64) error {
	if q.Ctx != nil && !d.format.Dataset {
		return d.parser.Fault(errors.New("a graph name stands in a document of triples; send it as N-Quads"))
	}
	bad := d.pending
	if bad != nil && bad.key != dataset.Key(q.Ctx) {
		return bad.err
	}
	if err := d.grouper.Add(q, d.lines.number, size); err != nil {
		return err
	}
	if bad != nil {
		d.grouper.StartLine(bad.line)
		d.grouper.Refuse(bad.err)
		d.pending = nil
	}
	if !d.format.Dataset {
		return d.grouper.Refused()
	}
	return nil
}

// end finishes the last graph.
func (d *decoder) end() error {
	if d.pending != nil {
		return d.pending.err
	}
	return d.grouper.End()
}
