package turtle

import (
	"fmt"
	"io"
	"sync"

	"vitrine/rdfstore/graph"
	"vitrine/serialize"
)

// encoder writes a document. Graphs are checked before the first byte of them
// is written, so a graph that is refused leaves no half of it behind.
type encoder struct {
	w     io.Writer
	trig  bool
	began bool
	// prefixes are those that may be used, declared those that were.
	prefixes []serialize.Prefix
	declared map[string]bool
	// blanks is the number of labels given so far; they hold for the document.
	blanks int
	pool   *sync.Pool
}

// room is what an encoder writes a graph into, and takes from the pool for that:
// the prefixes, which are known when the rest is written, and the rest.
type room struct{ head, body []byte }

func newRoom() any { return &room{} }

// maxRoom is the size of the largest room that goes back to the pool, in bytes.
const maxRoom = 1 << 18

func newEncoder(w io.Writer, trig bool, prefixes []serialize.Prefix, pool *sync.Pool) *encoder {
	return &encoder{w: w, trig: trig, prefixes: prefixes, declared: map[string]bool{}, pool: pool}
}

// Encode adds a graph. In TriG, the prefixes that earlier graphs had no use for
// are declared before it.
func (e *encoder) Encode(g *graph.Graph) error {
	if e.began && !e.trig {
		return fmt.Errorf("turtle: %w", serialize.ErrOneGraph)
	}
	if err := g.Check(); err != nil {
		return fmt.Errorf("graph %s: %w", g.Name, err)
	}
	r := e.pool.Get().(*room)
	defer func() {
		if cap(r.body) <= maxRoom {
			e.pool.Put(r)
		}
	}()
	w := newWriter(g, r.body[:0], e.prefixes, e.blanks)
	if e.trig {
		w.block(g.Name)
	} else {
		w.subjects()
	}
	e.blanks = w.blanks
	r.body, r.head = w.out, r.head[:0]
	if e.began {
		r.head = append(r.head, '\n')
	}
	e.began = true
	r.head = e.declare(r.head, w.used)
	if _, err := e.w.Write(r.head); err != nil {
		return err
	}
	_, err := e.w.Write(r.body)
	return err
}

// declare appends the prefixes that are used for the first time.
func (e *encoder) declare(b []byte, used map[string]bool) []byte {
	any := false
	for _, p := range e.prefixes {
		if used[p.Name] && !e.declared[p.Name] {
			b = fmt.Appendf(b, "@prefix %s: <%s> .\n", p.Name, p.Namespace)
			e.declared[p.Name] = true
			any = true
		}
	}
	if any {
		b = append(b, '\n')
	}
	return b
}

// Close ends the document, all of which is written by then.
func (e *encoder) Close() error { return nil }
