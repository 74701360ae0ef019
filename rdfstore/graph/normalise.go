package graph

import (
	"fmt"
	"slices"

	"github.com/knakk/rdf"
)

// Normalise returns a copy of g as a store gives it back: every triple once, where it comes
// first, and literals as this package makes them. The error is that of Check, or about the
// name.
func Normalise(g *Graph) (*Graph, error) {
	g, err := NormaliseTerms(g)
	if err != nil {
		return nil, err
	}
	once := *g
	once.Triples = Dedup(slices.Clone(g.Triples))
	return &once, nil
}

// NormaliseTerms does the same, but for triples that are repeated. It returns g itself where
// the literals are so already.
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
