package turtle

import (
	"bufio"
	"fmt"
	"io"

	"vitrine/rdfstore/graph"
	"vitrine/serialize"
)

// encoder writes a document. Graphs are checked before the first byte of them
// is written, so a graph that is refused leaves no half of it behind.
type encoder struct {
	w     *bufio.Writer
	trig  bool
	began bool
	// prefixes are those that may be used, declared those that were.
	prefixes []serialize.Prefix
	declared map[string]bool
	// blanks is the number of labels given so far; they hold for the document.
	blanks int
}

func newEncoder(w io.Writer, trig bool) *encoder {
	return &encoder{w: bufio.NewWriter(w), trig: trig, prefixes: serialize.Prefixes(), declared: map[string]bool{}}
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
	w := newWriter(g, e.prefixes, e.blanks)
	if e.trig {
		w.block(g.Name)
	} else {
		w.subjects()
	}
	e.blanks = w.blanks
	if e.began {
		e.w.WriteByte('\n')
	}
	e.began = true
	e.declare(w.used)
	_, err := e.w.Write(w.out)
	return err
}

// declare writes the prefixes that are used for the first time.
func (e *encoder) declare(used map[string]bool) {
	any := false
	for _, p := range e.prefixes {
		if used[p.Name] && !e.declared[p.Name] {
			fmt.Fprintf(e.w, "@prefix %s: <%s> .\n", p.Name, p.Namespace)
			e.declared[p.Name] = true
			any = true
		}
	}
	if any {
		e.w.WriteByte('\n')
	}
}

// Close flushes the document.
func (e *encoder) Close() error { return e.w.Flush() }
