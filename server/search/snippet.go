package search

import (
	"slices"

	"vitrine/rdfstore/graph"
	"vitrine/server/search/query"
)

// Snippet returns a piece of the text of a record that has most words of a query, with
// the words marked; of a label that it gives another entity where it has none of them
// itself, and nothing where none is found.
func Snippet(m query.Marker, g *graph.Graph) []query.Mark {
	t := textOf(g)
	var given []string
	for _, iri := range t.references {
		given = append(given, t.given[iri])
	}
	return m.Snippet(slices.Concat(t.names, t.identifiers, t.statements, t.types, t.labels), given)
}
