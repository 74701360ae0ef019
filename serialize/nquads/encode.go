package nquads

import (
	"bufio"
	"fmt"
	"io"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/dataset"
)

// encoder writes a document. Graphs are checked before the first byte of them
// is written, so a graph that is refused leaves no half of it behind.
type encoder struct {
	w     *bufio.Writer
	quads bool
	began bool
	// blanks is the number of blank nodes written so far.
	blanks int
}

func newEncoder(w io.Writer, quads bool) *encoder {
	return &encoder{w: bufio.NewWriterSize(w, 1<<16), quads: quads}
}

// Encode adds a graph. The quads of one graph must be in one call. N-Quads has
// no way to write down a graph without triples, so that is refused there.
func (e *encoder) Encode(g *graph.Graph) error {
	if e.began && !e.quads {
		return fmt.Errorf("ntriples: %w", serialize.ErrOneGraph)
	}
	if err := g.Check(); err != nil {
		return fmt.Errorf("graph %s: %w", g.Name, err)
	}
	if e.quads && len(g.Triples) == 0 {
		return fmt.Errorf("nquads: graph %s has no triples, and N-Quads cannot write an empty graph", g.Name)
	}
	e.began = true
	labels := map[rdf.Blank]rdf.Blank{}
	for _, t := range g.Triples {
		if err := e.write(e.relabel(t, labels), g.Name); err != nil {
			return err
		}
	}
	return nil
}

func (e *encoder) write(t rdf.Triple, name rdf.IRI) error {
	line := ""
	if e.quads {
		line = rdf.Quad{Triple: t, Ctx: name}.Serialize(rdf.NQuads)
	} else {
		line = t.Serialize(rdf.NTriples)
	}
	_, err := e.w.WriteString(line)
	return err
}

// relabel puts the document's labels in place of the graph's.
func (e *encoder) relabel(t rdf.Triple, labels map[rdf.Blank]rdf.Blank) rdf.Triple {
	if b, ok := t.Subj.(rdf.Blank); ok {
		t.Subj = e.label(b, labels)
	}
	if b, ok := t.Obj.(rdf.Blank); ok {
		t.Obj = e.label(b, labels)
	}
	return t
}

func (e *encoder) label(b rdf.Blank, labels map[rdf.Blank]rdf.Blank) rdf.Blank {
	label, ok := labels[b]
	if !ok {
		label = dataset.Numbered(e.blanks)
		labels[b] = label
		e.blanks++
	}
	return label
}

// Close flushes the document.
func (e *encoder) Close() error { return e.w.Flush() }
