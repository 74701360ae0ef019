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
)

// ErrUnsorted is wrapped by the error about a graph whose quads do not stand
// together. The part of it that came first has been yielded by then as if it
// were all of it, so a caller that stored it must not leave it so.
var ErrUnsorted = errors.New("the quads of a graph do not stand together")

func decodeQuads(ctx context.Context, r io.Reader, o serialize.DecodeOptions) iter.Seq2[*graph.Graph, error] {
	return decode(ctx, r, o, true)
}

func decodeTriples(ctx context.Context, r io.Reader, o serialize.DecodeOptions) iter.Seq2[*graph.Graph, error] {
	return decode(ctx, r, o, false)
}

func decode(ctx context.Context, r io.Reader, o serialize.DecodeOptions, quads bool) iter.Seq2[*graph.Graph, error] {
	return func(yield func(*graph.Graph, error) bool) {
		d := &decoder{
			options: o,
			quads:   quads,
			lines:   newLines(r, o.Limit()),
			parser:  parser{iris: map[string]rdf.IRI{}},
			used:    newUsed(),
			yield:   yield,
		}
		if err := d.run(ctx); err != nil && !errors.Is(err, errStopped) {
			yield(nil, err)
		}
	}
}

// errStopped means that the caller wants no more graphs.
var errStopped = errors.New("stopped")

type decoder struct {
	options serialize.DecodeOptions
	quads   bool
	lines   *lines
	parser  parser
	used    *used
	yield   func(*graph.Graph, error) bool
	// current is the graph that the last quad was of, nil before the first.
	current *record
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
			return d.end(ctx)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", d.format(), err)
		}
		quad, ok, err := d.parser.parse(line)
		switch {
		case err != nil:
			bad := d.fault(err)
			bad.Column = d.parser.pos + 1
			err = d.bad(line, bad)
		case ok:
			err = d.add(ctx, quad, int64(len(line)))
		}
		if err != nil {
			return err
		}
	}
}

// add takes a quad of the line last read, which has size bytes.
func (d *decoder) add(ctx context.Context, q rdf.Quad, size int64) error {
	key := keyOf(q.Ctx)
	if key != "" && !d.quads {
		return d.fault(errors.New("a graph name stands in a document of triples; send it as N-Quads"))
	}
	if d.current == nil || key != d.current.key {
		if err := d.begin(ctx, q.Ctx, key); err != nil {
			return err
		}
	}
	if d.pending != nil {
		if key != d.pending.key {
			return d.pending.err
		}
		d.current.refuse(d.pending.err, d.used)
		d.current.line, d.pending = d.pending.err.Line, nil
	}
	d.current.bytes += size
	if d.current.bytes > d.options.Limit() {
		d.current.refuse(fmt.Errorf("%w: the graph has more than %d bytes", graph.ErrTooLarge, d.options.Limit()), d.used)
	}
	if err := d.current.add(q.Triple, d.used); err != nil {
		d.current.refuse(d.fault(err), d.used)
	}
	if !d.quads {
		return d.current.err
	}
	return nil
}

// begin ends the current graph, if any, and begins the one with the name.
func (d *decoder) begin(ctx context.Context, name rdf.Context, key string) error {
	if d.current != nil {
		if key == "" || d.current.key == "" {
			return d.fault(errors.New("the document mixes quads of the default graph with quads of named graphs; every quad needs a graph name, or none"))
		}
		if d.pending != nil && d.pending.key != key {
			return d.pending.err
		}
		if err := d.finish(ctx); err != nil {
			return err
		}
	}
	if d.used.hasName(key) {
		return d.fault(fmt.Errorf("%w: the graph %s goes on here after another one began; sort the file by graph and load it again", ErrUnsorted, key))
	}
	d.current = &record{key: key, line: d.lines.number, labels: map[rdf.Blank]rdf.Blank{}}
	if _, blank := name.(rdf.Blank); blank {
		d.current.refuse(d.fault(fmt.Errorf("the graph is named by the blank node %s; a graph needs the IRI of the entity it describes", key)), d.used)
	}
	return nil
}

// finish yields the current graph or the reason why it is refused.
func (d *decoder) finish(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	r := d.current
	d.current = nil
	r.done(d.used)
	if len(d.parser.iris) > maxIRIs {
		clear(d.parser.iris)
	}
	g, err := d.graph(r)
	if err != nil && !d.quads {
		return err
	}
	if err != nil {
		g, err = nil, &serialize.RecordError{Line: r.line, Err: err}
	}
	if !d.yield(g, err) {
		return errStopped
	}
	return nil
}

// maxIRIs bounds the IRIs that are remembered from one graph to the next.
const maxIRIs = 1 << 12

func (d *decoder) graph(r *record) (*graph.Graph, error) {
	if r.err != nil {
		return nil, r.err
	}
	g := &graph.Graph{Name: d.options.Name, Triples: graph.Dedup(r.triples)}
	g.Source.MediaType = "application/n-triples"
	if d.quads {
		g.Source.MediaType = "application/n-quads"
	}
	var err error
	switch {
	case r.key != "":
		g.Name, err = graph.IRI(r.key[1 : len(r.key)-1])
	case g.Name == rdf.IRI{}:
		g.Name, err = serialize.Root(g.Triples)
	}
	if err != nil {
		return nil, err
	}
	return g, g.Check()
}

// end finishes the last graph. A document of triples always holds one graph,
// one of quads may hold none.
func (d *decoder) end(ctx context.Context) error {
	if d.pending != nil {
		return d.pending.err
	}
	if d.current == nil && !d.quads {
		d.current = &record{}
	}
	if d.current == nil {
		return nil
	}
	return d.finish(ctx)
}

func (d *decoder) format() string {
	if d.quads {
		return "nquads"
	}
	return "ntriples"
}

// fault is err about the line last read.
func (d *decoder) fault(err error) *serialize.SyntaxError {
	return &serialize.SyntaxError{Format: d.format(), Line: d.lines.number, Reason: err.Error(), Err: err}
}
