// Package dataset is about documents that hold several named graphs. It turns
// the quads of one into graphs, one after the other, for N-Quads and TriG; and
// it writes graphs as one document of any format that holds several.
//
// In those formats blank nodes have the scope of the document (RDF 1.1 Concepts
// section 4), in Vitrine that of a graph. So a blank node in two graphs is
// refused, and each graph's are renamed b0, b1, … in order of first appearance.
//
// The memory in use is bounded by one graph, plus 16 bytes for the name of each
// graph and at most that for each blank node. That is why the quads of a graph
// must stand together.
package dataset

import (
	"context"
	"errors"
	"fmt"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/serialize"
)

var (
	// ErrUnsorted is wrapped by the error about a graph whose quads do not
	// stand together. The part of it that came first has been yielded by then
	// as if it were all of it, so a caller that stored it must not leave it so.
	ErrUnsorted = errors.New("the quads of a graph do not stand together")
	// ErrStopped means that the caller wants no more graphs. It is not passed
	// on to the caller.
	ErrStopped = errors.New("stopped")
)

// Grouper gathers quads into graphs. A document with no graph names in it is
// one graph, named by the options or serialize.Root; one that mixes the
// default graph with named graphs is an error.
type Grouper struct {
	ctx     context.Context
	format  *serialize.Format
	options serialize.DecodeOptions
	yield   func(*graph.Graph, error) bool
	used    *used
	current *record
}

// NewGrouper returns a grouper that yields the graphs of a document of the
// format, and errors about single graphs, which wrap serialize.ErrRecord.
func NewGrouper(ctx context.Context, f *serialize.Format, o serialize.DecodeOptions, yield func(*graph.Graph, error) bool) *Grouper {
	return &Grouper{ctx: ctx, format: f, options: o, yield: yield, used: newUsed()}
}

// Key returns the key of a graph name: the name as an N-Quads term, "" for the
// default graph.
func Key(name rdf.Context) string {
	if name == nil {
		return ""
	}
	return name.Serialize(rdf.NQuads)
}

// Current returns the key of the graph that the last quad was of; ok is false
// before the first.
func (g *Grouper) Current() (key string, ok bool) {
	if g.current == nil {
		return "", false
	}
	return g.current.key, true
}

// Add takes a quad with the document's blank nodes, and the line it stands on.
// Size is its length in bytes, which counts towards the limit of its graph. A
// zero Triple begins the graph and adds nothing. An error ends the reading.
func (g *Grouper) Add(q rdf.Quad, line int, size int64) error {
	key := Key(q.Ctx)
	if g.current == nil || key != g.current.key {
		if err := g.begin(q.Ctx, key, line); err != nil {
			return err
		}
	}
	g.current.bytes += size
	if g.current.bytes > g.options.Limit() {
		g.Refuse(fmt.Errorf("%w: the graph has more than %d bytes", graph.ErrTooLarge, g.options.Limit()))
	}
	if q.Triple == (rdf.Triple{}) {
		return nil
	}
	if err := g.current.add(q.Triple, g.used); err != nil {
		g.Refuse(g.fault(line, err))
	}
	return nil
}

// Refuse drops the current graph for the reason given, unless it was dropped
// before. The reason is yielded in its place.
func (g *Grouper) Refuse(err error) { g.current.refuse(err, g.used) }

// Refused returns why the current graph is refused, nil where it is not.
func (g *Grouper) Refused() error {
	if g.current == nil {
		return nil
	}
	return g.current.err
}

// StartLine moves the line that the current graph begins on.
func (g *Grouper) StartLine(line int) { g.current.line = line }

// begin ends the current graph, if any, and begins the one with the name.
func (g *Grouper) begin(name rdf.Context, key string, line int) error {
	if g.current != nil && (key == "" || g.current.key == "") {
		return g.fault(line, errors.New("the document mixes the default graph with named graphs; every statement needs a graph, or none"))
	}
	if err := g.finish(); err != nil {
		return err
	}
	if g.used.hasName(key) {
		return g.fault(line, fmt.Errorf("%w: the graph %s goes on here after another one began; sort the file by graph and load it again", ErrUnsorted, key))
	}
	g.current = &record{key: key, line: line, labels: map[rdf.Blank]rdf.Blank{}}
	if _, blank := name.(rdf.Blank); blank {
		g.Refuse(g.fault(line, fmt.Errorf("the graph is named by the blank node %s; a graph needs the IRI of the entity it describes", key)))
	}
	return nil
}

// End yields the last graph. A document of a format that holds one graph has
// one even when it is empty.
func (g *Grouper) End() error {
	if g.current == nil && !g.format.Dataset {
		g.current = &record{}
	}
	return g.finish()
}

// finish yields the current graph, if any, or the reason why it is refused,
// which ends the reading of a format that holds one graph.
func (g *Grouper) finish() error {
	if err := g.ctx.Err(); err != nil {
		return err
	}
	r := g.current
	if r == nil {
		return nil
	}
	g.current = nil
	r.done(g.used)
	made, err := g.graph(r)
	if err != nil && !g.format.Dataset {
		return err
	}
	if err != nil {
		made, err = nil, &serialize.RecordError{Line: r.line, Err: err}
	}
	if !g.yield(made, err) {
		return ErrStopped
	}
	return nil
}

func (g *Grouper) graph(r *record) (*graph.Graph, error) {
	if r.err != nil {
		return nil, r.err
	}
	made := &graph.Graph{Name: g.options.Name, Triples: graph.Dedup(r.triples)}
	made.Source.MediaType = g.format.MediaType
	var err error
	switch {
	case r.key != "":
		made.Name, err = graph.IRI(r.key[1 : len(r.key)-1])
	case made.Name == rdf.IRI{}:
		made.Name, err = serialize.Root(made.Triples)
	}
	if err != nil {
		return nil, err
	}
	return made, made.Check()
}

// fault is err about a line.
func (g *Grouper) fault(line int, err error) *serialize.SyntaxError {
	return &serialize.SyntaxError{Format: g.format.Name, Line: line, Reason: err.Error(), Err: err}
}
