package rdfstore

import (
	"iter"

	"vitrine/rdfstore/graph"
)

// Graphs yields the graphs of entities, up to the first error.
func Graphs(entities iter.Seq2[*Entity, error]) iter.Seq2[*graph.Graph, error] {
	return func(yield func(*graph.Graph, error) bool) {
		for e, err := range entities {
			if err != nil {
				yield(nil, err)
				return
			}
			if !yield(e.Graph, nil) {
				return
			}
		}
	}
}
