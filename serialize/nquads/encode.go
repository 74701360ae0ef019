package nquads

import (
	"fmt"
	"io"
	"sync"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/terms"
)

// encoder writes a document. Graphs are checked before the first byte of them
// is written, so a graph that is refused leaves no half of it behind.
type encoder struct {
	w     io.Writer
	quads bool
	began bool
	// blanks is the number of blank nodes written so far.
	blanks int
	// room is what encoders take from the pool, and give back when they close.
	room *room
	pool *sync.Pool
}

// room is what an encoder works with.
type room struct {
	buffer []byte
	// labels are the numbers of the blank nodes of one graph.
	labels map[rdf.Blank]int
}

func newRoom() any {
	return &room{buffer: make([]byte, 0, 2*flushSize), labels: map[rdf.Blank]int{}}
}

// flushSize is how many bytes are written at once, at least.
const flushSize = 1 << 15

func newEncoder(w io.Writer, quads bool, pool *sync.Pool) *encoder {
	return &encoder{w: w, quads: quads, pool: pool, room: pool.Get().(*room)}
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
	clear(e.room.labels)
	for _, t := range g.Triples {
		b := append(e.node(e.room.buffer, t.Subj), ' ')
		b = append(terms.AppendTerm(b, t.Pred), ' ')
		b = append(e.node(b, t.Obj), ' ')
		if e.quads {
			b = append(terms.AppendIRI(b, g.Name), ' ')
		}
		e.room.buffer = append(b, ".\n"...)
		if len(e.room.buffer) >= flushSize {
			if err := e.flush(); err != nil {
				return err
			}
		}
	}
	return nil
}

// node appends a term. Blank nodes get the document's labels.
func (e *encoder) node(b []byte, t rdf.Term) []byte {
	blank, ok := t.(rdf.Blank)
	if !ok {
		return terms.AppendTerm(b, t)
	}
	n, ok := e.room.labels[blank]
	if !ok {
		n = e.blanks
		e.room.labels[blank] = n
		e.blanks++
	}
	return terms.AppendNumbered(b, n)
}

func (e *encoder) flush() error {
	_, err := e.w.Write(e.room.buffer)
	e.room.buffer = e.room.buffer[:0]
	return err
}

// Close writes the rest of the document.
func (e *encoder) Close() error {
	if e.room == nil {
		return nil
	}
	err := e.flush()
	if cap(e.room.buffer) <= 4*flushSize {
		e.pool.Put(e.room)
	}
	e.room = nil
	return err
}
