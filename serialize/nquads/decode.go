package nquads

import (
	"bytes"
	"context"
	"errors"
	"io"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/dataset"
)

// parseOf returns the function that parses documents of the format.
func parseOf(f *serialize.Format) dataset.Parse {
	return func(ctx context.Context, r io.Reader, o serialize.DecodeOptions, g *dataset.Grouper) error {
		d := &decoder{parser: newParser(ctx, r, f.Name, o.Limit()), grouper: g, quads: f.Dataset}
		return d.document()
	}
}

// decoder gives the statements of a document to the grouper.
type decoder struct {
	parser
	grouper *dataset.Grouper
	quads   bool
	// pending is a bad line that waits for the next one to tell its graph.
	pending *badLine
}

// badLine is a line that does not parse but ends as if it named a graph.
type badLine struct {
	key string
	// line is where it stands, err what is wrong with it.
	line int
	err  error
}

// document reads all of it. The error it returns ends the reading.
func (d *decoder) document() error {
	for {
		start := d.Offset()
		quad, err := d.statement()
		switch {
		case errors.Is(err, io.EOF):
			if d.pending != nil {
				return d.pending.err
			}
			return nil
		case err != nil:
			err = d.bad(err)
		case quad.Subj != nil:
			err = d.add(quad, d.Offset()-start)
		}
		if err != nil {
			return err
		}
	}
}

// add takes the quad of the present line, which has size bytes.
func (d *decoder) add(q rdf.Quad, size int64) error {
	if q.Ctx != nil && !d.quads {
		return d.Fault(errors.New("a graph name stands in a document of triples; send it as N-Quads"))
	}
	bad := d.pending
	if bad != nil && bad.key != dataset.Key(q.Ctx) {
		return bad.err
	}
	if err := d.grouper.Add(q, d.Line(), size); err != nil {
		return err
	}
	if bad != nil {
		d.grouper.StartLine(bad.line)
		d.grouper.Refuse(bad.err)
		d.pending = nil
	}
	return nil
}

// bad takes the fault of the present line, whose rest it passes. The graph of the
// line is known when its end names the graph of a neighbouring line: then that
// graph is refused. Otherwise the error that is returned ends the reading, since
// any graph might be the one that lacks a quad.
func (d *decoder) bad(fault error) error {
	rest, err := d.Rest()
	if err != nil {
		return err
	}
	key, ok := graphAtEnd(rest)
	current, began := d.grouper.Current()
	switch {
	case !ok || !d.quads:
		return fault
	case d.pending != nil && d.pending.key == key:
		return nil
	case d.pending != nil:
		return d.pending.err
	case began && current == key:
		d.grouper.Refuse(fault)
		return nil
	default:
		d.pending = &badLine{key: key, line: d.Line(), err: fault}
		return nil
	}
}

// graphAtEnd returns the IRI that stands before the final dot of a line, as a
// term without escapes.
func graphAtEnd(line []byte) (key string, ok bool) {
	line, ok = bytes.CutSuffix(bytes.TrimRight(line, " \t"), []byte("."))
	line = bytes.TrimRight(line, " \t")
	start := bytes.LastIndexByte(line, '<')
	if !ok || start < 0 || !bytes.HasSuffix(line, []byte(">")) {
		return "", false
	}
	iri, err := graph.IRI(string(line[start+1 : len(line)-1]))
	return "<" + iri.String() + ">", err == nil
}
