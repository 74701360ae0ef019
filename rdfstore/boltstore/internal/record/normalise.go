package record

import (
	"fmt"
	"slices"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// Normalise returns the graph that reading what is stored of g gives, with
// numbers. It is g itself where that is the same.
func Normalise(g *graph.Graph) (*Numbered, error) {
	n := &Numbered{}
	return n, n.Normalise(g)
}

// Normalise numbers the terms of what normalise returns of g.
func (n *Numbered) Normalise(g *graph.Graph) error {
	if err := g.Check(); err != nil {
		return err
	}
	if _, err := graph.IRI(g.Name.String()); err != nil {
		return fmt.Errorf("the graph's name: %w", err)
	}
	g, err := withLiterals(g)
	if err != nil {
		return err
	}
	n.Number(g)
	if !n.mayRepeat {
		return nil
	}
	once := *g
	once.Triples = graph.Dedup(slices.Clone(g.Triples))
	if len(once.Triples) < len(g.Triples) {
		n.Number(&once)
	}
	return nil
}

// withLiterals returns g with literals as package graph makes them.
func withLiterals(g *graph.Graph) (*graph.Graph, error) {
	changed := false
	for i, t := range g.Triples {
		l, ok := t.Obj.(rdf.Literal)
		if !ok {
			continue
		}
		same, err := Literal(l)
		if err != nil {
			return nil, err
		}
		if same == l {
			continue
		}
		if !changed {
			c := *g
			c.Triples = slices.Clone(g.Triples)
			g, changed = &c, true
		}
		g.Triples[i].Obj = same
	}
	return g, nil
}

// Literal returns a literal as package graph makes it.
func Literal(l rdf.Literal) (rdf.Literal, error) {
	if l.DataType == graph.LangString {
		return graph.Tagged(l.String(), l.Lang())
	}
	return graph.Typed(l.String(), l.DataType), nil
}
