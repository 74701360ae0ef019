package server

import (
	"vitrine/server/collection"
	"vitrine/server/search"
)

// facetedCollection is a collection with its facets, an extension of Linked Art's form.
type facetedCollection struct {
	collection.Collection
	Facets []facetJSON `json:"facets,omitempty"`
}

// facetJSON is a facet of a collection.
type facetJSON struct {
	// Facet is the parameter that narrows the list down by a value.
	Facet  string           `json:"facet"`
	Values []facetValueJSON `json:"values"`
	// More is the number of further values.
	More int `json:"more,omitempty"`
}

// facetValueJSON is a value of a facet.
type facetValueJSON struct {
	Value string `json:"value"`
	// Label is what the records call it.
	Label string `json:"label,omitempty"`
	Count uint64 `json:"count"`
}

// withFacets is the collection of a list, with the facets that were counted.
func (s *Server) withFacets(l listing) facetedCollection {
	out := facetedCollection{Collection: l.Collection()}
	for _, facet := range l.facets {
		out.Facets = append(out.Facets, s.facetJSON(facet))
	}
	return out
}

func (s *Server) facetJSON(facet search.Facet) facetJSON {
	out := facetJSON{Facet: facet.Field, Values: []facetValueJSON{}, More: facet.More}
	for _, v := range facet.Values {
		out.Values = append(out.Values, facetValueJSON{Value: s.facetParameter(facet.Field, v.Term), Label: v.Name, Count: v.Count})
	}
	return out
}
