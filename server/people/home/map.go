package home

import (
	"context"

	"vitrine/linkedart/reading"
	"vitrine/server/data/criteria"
	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
)

// onlyPlaces are the values of a query for places.
var onlyPlaces = map[string][]string{"class": {string(reading.ClassPlace)}}

// placesMap is a map of all places, those that are close together counted; nil where
// there are none.
func (m *Maker) placesMap(ctx context.Context, found survey, at uint64, w *i18n.Wording) (*html.Map, error) {
	places := criteria.Criteria{Values: map[string][]string{"class": {"Place"}}}
	out, err := m.lists().Map(ctx, at, found.squares, places, w.Text("Places of the collection"), w)
	if out != nil {
		out.Caption = html.Phrase{{Text: w.Text("%d places", found.places), Href: m.path(places)}}
	}
	return out, err
}
