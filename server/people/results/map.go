package results

import (
	"context"
	"fmt"

	"vitrine/server/data/criteria"
	"vitrine/server/data/search"
	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
	"vitrine/server/people/svgmap"
)

// Map is a map of the places of what a search has found, each point with its number and a link
// to the same search narrowed down to it; nil where there are none. The title says what it shows.
func (m Maker) Map(ctx context.Context, at uint64, squares []search.SquareCount, c criteria.Criteria, title string, w *i18n.Wording) (*html.Map, error) {
	request := svgmap.Request{ID: "places", Title: title, Language: w.Code()}
	for _, s := range squares {
		label, err := m.Describer.Name(ctx, at, s.Place, w)
		if err != nil {
			return nil, err
		}
		request.Marks = append(request.Marks, svgmap.Mark{
			Kind: svgmap.Cluster, Geometry: fmt.Sprintf("POINT(%.3f %.3f)", s.Longitude, s.Latitude), Count: s.Count, Others: s.Others,
			Label: label.Text, Lang: label.Lang, Href: m.path(c.InArea(s.Area())),
		})
	}
	request.Joined = func(marks []int) string {
		area := squares[marks[0]].Area()
		for _, i := range marks[1:] {
			area = area.Around(squares[i].Area())
		}
		return m.path(c.InArea(area))
	}
	drawing := m.Atlas.Draw(request)
	if drawing.HTML == "" {
		return nil, nil
	}
	return &html.Map{Drawing: drawing.HTML}, nil
}
