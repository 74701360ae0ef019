// Package dataset is about documents that hold several named graphs, or one: what
// the RDF formats do around their syntax. It turns the quads of a document into
// graphs, one after the other, and writes graphs as one document.
//
// A graph may come in pieces, with other graphs between them, as long as no more
// than heldBytes of the document lie from its start to its end; graphs are held
// back for that. One whose pieces lie further apart is an error.
//
// In those formats blank nodes have the scope of the document (RDF 1.1 Concepts
// section 4), in Vitrine that of a graph. So a blank node in two graphs is
// refused, and each graph's are renamed b0, b1, … in order of first appearance.
//
// The memory in use is bounded by one graph and what is held, plus 16 bytes for
// the name of each graph and at most that for each blank node label.
package dataset

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/terms"
)

var (
	// ErrUnsorted is wrapped by the error about a graph whose pieces lie too far
	// apart. The part of it that came first has been yielded by then as if it
	// were all of it, so a caller that stored it must not leave it so.
	ErrUnsorted = errors.New("the quads of a graph do not stand together")
	// errStopped means that the caller wants no more graphs.
	errStopped = errors.New("stopped")
)

// heldBytes is how much of a document its graphs may take up while they are held
// back, in bytes. The graph that is read counts, but is never given up.
const heldBytes = 8 << 20

// maxGrowth is how many times the limit on a graph its terms may come to when
// they are written out. A short name can stand for a long IRI.
const maxGrowth = 4

// recordBytes is what a graph counts for that has no quads, about its memory.
const recordBytes = 512

// Grouper gathers quads into graphs. A document with no graph names in it is
// one graph, named by the options or serialize.Root; one that mixes the
// default graph with named graphs is an error.
type Grouper struct {
	ctx     context.Context
	format  *serialize.Format
	options serialize.DecodeOptions
	yield   func(*graph.Graph, error) bool
	// current is the graph of the last quad. It is one of held, the graphs that
	// may go on, in order of first appearance; bytes is their length.
	current *record
	held    []*record
	bytes   int64
	// byName has the held graphs, owners those of labels; used has the names
	// and labels of the graphs that were yielded.
	byName map[rdf.Context]*record
	owners map[rdf.Blank]*record
	used   *used
}

// Parse reads a document and adds its quads to the grouper, in their order. The
// error ends the reading.
type Parse func(ctx context.Context, r io.Reader, o serialize.DecodeOptions, g *Grouper) error

// Decoder returns the Decode function of a format. It yields the graphs of what
// is parsed, and errors about single graphs, which wrap serialize.ErrRecord. The
// graph in which a fault ends the reading is lost, for the fault may be part of
// it.
func Decoder(f *serialize.Format, parse Parse) func(context.Context, io.Reader, serialize.DecodeOptions) iter.Seq2[*graph.Graph, error] {
	return func(ctx context.Context, r io.Reader, o serialize.DecodeOptions) iter.Seq2[*graph.Graph, error] {
		return func(yield func(*graph.Graph, error) bool) {
			g := &Grouper{ctx: ctx, format: f, options: o, yield: yield, used: newUsed(), byName: map[rdf.Context]*record{}, owners: map[rdf.Blank]*record{}}
			err := parse(ctx, r, o, g)
			if err == nil {
				err = g.end()
			}
			if err != nil && !errors.Is(err, errStopped) {
				yield(nil, err)
			}
		}
	}
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
	return Key(g.current.name), true
}

// Add takes a quad with the document's blank nodes, and the line it stands on.
// Size is its length in bytes, which counts towards the limit of its graph. A
// zero Triple begins the graph and adds nothing. An error ends the reading.
func (g *Grouper) Add(q rdf.Quad, line int, size int64) error {
	if g.current == nil || q.Ctx != g.current.name {
		if err := g.begin(q.Ctx, line); err != nil {
			return err
		}
	}
	r := g.current
	r.bytes += size
	g.bytes += size
	if r.bytes > g.options.Limit() {
		g.Refuse(fmt.Errorf("%w: the graph has more than %d bytes", graph.ErrTooLarge, g.options.Limit()))
	}
	if q.Triple != (rdf.Triple{}) {
		if err := g.add(r, q.Triple); err != nil {
			g.Refuse(g.fault(line, err))
		}
	}
	if !g.format.Dataset {
		return r.err
	}
	return nil
}

// Refuse drops the current graph for the reason given, unless it was dropped
// before. The reason is yielded in its place.
func (g *Grouper) Refuse(err error) { g.current.refuse(err) }

// StartLine moves the line that the current graph begins on.
func (g *Grouper) StartLine(line int) { g.current.line = line }

// begin makes the graph with the name the current one.
func (g *Grouper) begin(name rdf.Context, line int) error {
	if g.current != nil && (name == nil || g.current.name == nil) {
		return g.fault(line, errors.New("the document mixes the default graph with named graphs; every statement needs a graph, or none"))
	}
	if r, ok := g.byName[name]; ok {
		g.current = r
		return g.release()
	}
	if name != nil && g.used.hasName(Key(name)) {
		return g.fault(line, fmt.Errorf("%w: the graph %s goes on here, more than %d bytes after other graphs began; sort the file by graph and load it again", ErrUnsorted, Key(name), heldBytes))
	}
	g.current = &record{name: name, line: line, labels: map[rdf.Blank]terms.Blank{}}
	g.bytes += recordBytes
	g.held = append(g.held, g.current)
	g.byName[name] = g.current
	if _, blank := name.(rdf.Blank); blank {
		g.Refuse(g.fault(line, fmt.Errorf("the graph is named by the blank node %s; a graph needs the IRI of the entity it describes", Key(name))))
	}
	return g.release()
}

// release yields the first of the held graphs, but for the current one, until
// the others are few enough.
func (g *Grouper) release() error {
	for len(g.held) > 1 && g.bytes > heldBytes {
		if g.held[0] == g.current {
			g.held[0], g.held[1] = g.held[1], g.held[0]
		}
		r := g.held[0]
		g.held[0], g.held = nil, g.held[1:]
		if err := g.finish(r); err != nil {
			return err
		}
	}
	return nil
}

// end yields the graphs that are held. A document of a format that holds one
// graph has one even when it is empty. After a fault it is not called, since any
// graph might have gone on after it.
func (g *Grouper) end() error {
	if g.current == nil && !g.format.Dataset {
		g.held = append(g.held, &record{})
	}
	for _, r := range g.held {
		if err := g.finish(r); err != nil {
			return err
		}
	}
	g.held = nil
	return g.ctx.Err()
}

// finish yields a graph that is no longer held, or the reason why it is refused,
// which ends the reading of a format that holds one graph.
func (g *Grouper) finish(r *record) error {
	if err := g.ctx.Err(); err != nil {
		return err
	}
	g.bytes -= r.bytes + recordBytes
	delete(g.byName, r.name)
	if r.name != nil {
		g.used.addName(Key(r.name))
	}
	for _, label := range r.owned {
		delete(g.owners, label)
		g.used.addLabel(label.String())
	}
	made, err := g.graph(r)
	if err != nil && !g.format.Dataset {
		return err
	}
	if err != nil {
		made, err = nil, &serialize.RecordError{Line: r.line, Err: err}
	}
	if !g.yield(made, err) {
		return errStopped
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
	if name, ok := r.name.(rdf.IRI); ok {
		made.Name = name
	} else if (made.Name == rdf.IRI{}) {
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
