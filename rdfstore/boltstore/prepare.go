package boltstore

import (
	"fmt"
	"slices"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// prepare checks the graphs of some changes and returns the changes with each
// graph as it will be read again: every triple once, and literals as package
// graph makes them.
func prepare(changes []rdfstore.Change) ([]rdfstore.Change, error) {
	prepared := slices.Clone(changes)
	for i := range prepared {
		c := &prepared[i]
		if c.Put == nil {
			continue
		}
		g, err := normalise(c.Put)
		if err != nil {
			return nil, &rdfstore.ChangeError{Index: i, Name: c.Name(), Err: err}
		}
		c.Put = g
	}
	return prepared, nil
}

// normalise returns the graph that reading what is stored of g gives.
func normalise(g *graph.Graph) (*graph.Graph, error) {
	if err := g.Check(); err != nil {
		return nil, err
	}
	if _, err := graph.IRI(g.Name.String()); err != nil {
		return nil, fmt.Errorf("the graph's name: %w", err)
	}
	n := *g
	n.Triples = graph.Dedup(slices.Clone(g.Triples))
	for i, t := range n.Triples {
		l, ok := t.Obj.(rdf.Literal)
		if !ok {
			continue
		}
		same, err := literal(l)
		if err != nil {
			return nil, err
		}
		if same != l {
			n.Triples[i].Obj = same
		}
	}
	return &n, nil
}

// literal returns a literal as package graph makes it.
func literal(l rdf.Literal) (rdf.Literal, error) {
	if l.DataType == graph.LangString {
		return graph.Tagged(l.String(), l.Lang())
	}
	return graph.Typed(l.String(), l.DataType), nil
}
