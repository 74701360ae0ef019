package dataset

import (
	"fmt"
	"io"
	"sync"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/serialize"
)

// Part is what is written of one graph: its beginning, such as prefixes that are
// known when the rest is written, and the rest.
type Part struct {
	Head, Body []byte
	// labels are the numbers of the graph's blank nodes that have one, blanks is
	// how many the document has so far.
	labels map[rdf.Blank]int
	blanks int
}

// Label returns the number of a blank node, which it gets at its first use. The
// numbers count up through the document.
func (p *Part) Label(b rdf.Blank) int {
	n, ok := p.labels[b]
	if !ok {
		n = p.blanks
		p.labels[b] = n
		p.blanks++
	}
	return n
}

// Labelled reports whether a blank node has a number.
func (p *Part) Labelled(b rdf.Blank) bool {
	_, ok := p.labels[b]
	return ok
}

// Text appends to the body.
func (p *Part) Text(parts ...string) {
	for _, s := range parts {
		p.Body = append(p.Body, s...)
	}
}

// Append appends a graph to a part, which is empty. After an error nothing of the
// part is written.
type Append func(p *Part, g *graph.Graph) error

// Encoders returns the NewEncoder function of a format, for whose documents start
// returns what appends the graphs. Graphs are checked before. Parts go from one
// encoder to the next, when it is closed.
func Encoders(f *serialize.Format, start func() Append) func(io.Writer) serialize.Encoder {
	pool := &sync.Pool{New: func() any { return &Part{labels: map[rdf.Blank]int{}} }}
	return func(w io.Writer) serialize.Encoder {
		p := pool.Get().(*Part)
		p.blanks = 0
		return &encoder{w: w, format: f, pool: pool, part: p, add: start()}
	}
}

type encoder struct {
	w      io.Writer
	format *serialize.Format
	pool   *sync.Pool
	part   *Part
	add    Append
	began  bool
}

// maxPart is the size of the largest part that goes back to the pool, in bytes.
const maxPart = 1 << 18

// Encode adds a graph.
func (e *encoder) Encode(g *graph.Graph) error {
	if e.began && !e.format.Dataset {
		return fmt.Errorf("%s: %w", e.format.Name, serialize.ErrOneGraph)
	}
	err := g.Check()
	p := e.part
	if err == nil {
		p.Head, p.Body = p.Head[:0], p.Body[:0]
		clear(p.labels)
		err = e.add(p, g)
	}
	if err != nil {
		return fmt.Errorf("graph %s: %w", g.Name, err)
	}
	e.began = true
	if _, err := e.w.Write(p.Head); err != nil {
		return err
	}
	_, err = e.w.Write(p.Body)
	return err
}

// Close ends the document, all of which is written by then.
func (e *encoder) Close() error {
	if e.part != nil && cap(e.part.Body) <= maxPart {
		e.pool.Put(e.part)
	}
	e.part = nil
	return nil
}
