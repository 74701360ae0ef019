package home

import (
	"context"
	"fmt"

	"vitrine/server/data/criteria"
	"vitrine/server/data/search"
	"vitrine/server/data/search/query"
	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
	"vitrine/server/people/svgmap"
)

// placesMap is a map of all places, those that are close together counted; nil where
// there are none.
func (m *Maker) placesMap(ctx context.Context, found search.Overview, at uint64, w *i18n.Wording) (*html.Map, error) {
	if len(found.Cells) == 0 {
		return nil, nil
	}
	var total uint64
	for _, c := range found.Cells {
		total += c.Count
	}
	request := svgmap.Request{ID: "places", Title: w.Text("Places of the collection"), Language: w.Code()}
	for _, c := range clustersOf(found.Cells, maxClusters) {
		label, err := m.clusterLabel(ctx, at, c, found.Known, w)
		if err != nil {
			return nil, err
		}
		lon, lat := c.MiddleColumn/query.CellsPerDegree-180, c.MiddleRow/query.CellsPerDegree-90
		request.Marks = append(request.Marks, svgmap.Mark{
			Kind: svgmap.Cluster, Geometry: fmt.Sprintf("POINT(%.3f %.3f)", lon, lat), Count: c.Count,
			Label: label.Text, Lang: label.Lang, Href: m.path(areaSearch(c)),
		})
	}
	drawing := m.atlas.Draw(request)
	if drawing.HTML == "" {
		return nil, nil
	}
	return &html.Map{Drawing: drawing.HTML, Caption: html.Phrase{{
		Text: w.Text("%d places", total),
		Href: m.path(criteria.Criteria{Values: map[string][]string{"class": {"Place"}}}),
	}}}, nil
}

// clusterLabel names a cluster by the place in it that most records name; where none is
// known, by its number of places.
func (m *Maker) clusterLabel(ctx context.Context, at uint64, c cluster, known []search.KnownPlace, w *i18n.Wording) (html.Part, error) {
	for _, place := range known {
		if c.has(place.Column, place.Row) {
			return m.describer.Name(ctx, at, place.IRI, w)
		}
	}
	return html.Part{Text: w.Text("%d places", c.Count)}, nil
}

// areaSearch is the search for the places of a cluster.
func areaSearch(c cluster) criteria.Criteria {
	degrees := func(squares, from int) float64 { return float64(squares)/query.CellsPerDegree - float64(from) }
	return criteria.Criteria{Values: map[string][]string{"area": {criteria.AreaText(query.Area{
		West: degrees(c.Column, 180), East: degrees(c.Column+c.Size, 180),
		South: degrees(c.Row, 90), North: degrees(c.Row+c.Size, 90),
	})}}}
}
