package record

import (
	"fmt"
	"slices"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// Normalise returns the graph that reading what is stored of g gives: every triple once,
// and literals as package graph makes them.
func Normalise(g *graph.Graph) (*graph.Graph, error) {
	if err := g.Check(); err != nil {
		return nil, err
	}
	if _, err := graph.IRI(g.Name.String()); err != nil {
		return nil, fmt.Errorf("the graph's name: %w", err)
	}
	kept := *g
	kept.Triples = slices.Clone(g.Triples)
	for i, t := range kept.Triples {
		if l, ok := t.Obj.(rdf.Literal); ok {
			same, err := Literal(l)
			if err != nil {
				return nil, err
			}
			kept.Triples[i].Obj = same
		}
	}
	kept.Triples = graph.Dedup(kept.Triples)
	return &kept, nil
}

// Literal returns a literal as package graph makes it.
func Literal(l rdf.Literal) (rdf.Literal, error) {
	if l.DataType == graph.LangString {
		return graph.Tagged(l.String(), l.Lang())
	}
	return graph.Typed(l.String(), l.DataType), nil
}
