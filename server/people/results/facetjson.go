package results

import (
	"vitrine/server/data/collection"
	"vitrine/server/data/search"
)

// Collection is a collection with its facets, an extension of Linked Art's form.
type Collection struct {
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

// Collection is the collection of a list, with the facets that were counted.
func (m Maker) Collection(l List) Collection {
	out := Collection{Collection: l.Collection()}
	for _, facet := range l.Facets {
		out.Facets = append(out.Facets, m.facetJSON(facet))
	}
	return out
}

func (m Maker) facetJSON(facet search.Facet) facetJSON {
	out := facetJSON{Facet: facet.Field, Values: []facetValueJSON{}, More: facet.More}
	for _, v := range facet.Values {
		out.Values = append(out.Values, facetValueJSON{Value: m.facetParameter(facet.Field, v.Term), Label: v.Name, Count: v.Count})
	}
	return out
}
