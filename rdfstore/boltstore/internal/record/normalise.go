package record

import (
	"slices"

	"vitrine/rdfstore/graph"
)

// Normalise returns the graph that reading what is stored of g gives, with
// numbers. It is g itself where that is the same.
func Normalise(g *graph.Graph) (*Numbered, error) {
	n := &Numbered{}
	return n, n.Normalise(g)
}

// Normalise numbers the terms of what Normalise returns of g.
func (n *Numbered) Normalise(g *graph.Graph) error {
	g, err := graph.NormaliseTerms(g)
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
