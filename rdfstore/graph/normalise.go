package graph

import (
	"fmt"
	"slices"

	"github.com/knakk/rdf"
)

// NormaliseTerms returns g with its literals as this package makes them, which is g itself
// where they are so already. The error is that of Check, or about the name.
func NormaliseTerms(g *Graph) (*Graph, error) {
	if err := g.Check(); err != nil {
		return nil, err
	}
	if _, err := IRI(g.Name.String()); err != nil {
		return nil, fmt.Errorf("the graph's name: %w", err)
	}
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

// Literal returns a literal as this package makes it.
func Literal(l rdf.Literal) (rdf.Literal, error) {
	if l.DataType == LangString {
		return Tagged(l.String(), l.Lang())
	}
	return Typed(l.String(), l.DataType), nil
}
