package search

import (
	"slices"

	"vitrine/rdfstore/graph"
	"vitrine/server/data/search/internal/document"
	"vitrine/server/data/search/query"
)

// Snippet returns a piece of the text of a record that has most words of a query, with
// the words marked; of a label that it gives another entity where it has none of them
// itself, and nothing where none is found.
func Snippet(m query.Marker, g *graph.Graph) []query.Mark {
	t := document.Read(g)
	var given []string
	for _, iri := range t.References {
		given = append(given, t.Given[iri])
	}
	return m.Snippet(slices.Concat(t.Names, t.Identifiers, t.Statements, t.Types, t.Labels), given)
}
