package home

import (
	"context"
	"slices"
	"strconv"

	"vitrine/linkedart/reading"
	"vitrine/rdfstore"
	"vitrine/server/data/criteria"
	"vitrine/server/data/search"
	"vitrine/server/data/search/query"
	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
)

// The limits of the rows of pictures.
const (
	// row is how many cards a row has where there is room; narrower rows have half or a third
	// of them, so that none is left over.
	row = 6
	// maxCandidates is how many objects are tried for the picture of a value.
	maxCandidates = 4
	// maxLog is how many of the last changes are searched for new objects.
	maxLog = 1000
)

// browsed are the filters that the front page browses by, with the headings.
var browsed = []struct {
	filter  string
	heading i18n.Key
}{
	{"maker", "Browse by maker"},
	{"place", "Browse by place"},
	{"century", "Browse by period"},
	{"material", "Browse by material"},
}

// shelf is a row of values of a filter, each with objects of which one lends its picture.
type shelf struct {
	filter  string
	heading i18n.Key
	values  []search.Value
	objects [][]string
}

// pictured are the values of a query for objects with pictures.
func pictured(more ...[2]string) map[string][]string {
	values := map[string][]string{"class": {string(reading.ClassHumanMadeObject)}, "picture": {"yes"}}
	for _, v := range more {
		values[v[0]] = []string{v[1]}
	}
	return values
}

// shelves finds what can be browsed by: of each filter the most frequent values of objects
// with pictures.
func shelves(ctx context.Context, index Index) ([]shelf, error) {
	asked := query.Query{Values: pictured()}
	for _, b := range browsed {
		asked.Facets = append(asked.Facets, b.filter)
	}
	hits, err := index.Find(ctx, asked, 0, 0)
	if err != nil {
		return nil, err
	}
	var out []shelf
	for i, facet := range hits.Facets {
		s := shelf{filter: browsed[i].filter, heading: browsed[i].heading, values: mostFrequent(facet.Values)}
		for _, v := range s.values {
			found, err := index.Find(ctx, query.Query{Values: pictured([2]string{s.filter, v.Term})}, 0, maxCandidates)
			if err != nil {
				return nil, err
			}
			s.objects = append(s.objects, found.IDs)
		}
		if len(s.values) > 1 {
			out = append(out, s)
		}
	}
	return out, nil
}

// mostFrequent are the values that fill a row, in the order in which they came.
func mostFrequent(values []search.Value) []search.Value {
	counts := make([]uint64, len(values))
	for i, v := range values {
		counts[i] = v.Count
	}
	slices.Sort(counts)
	slices.Reverse(counts)
	most := full(len(values), row)
	if most == 0 {
		return nil
	}
	least := counts[most-1]
	above := 0
	for _, n := range counts {
		if n > least {
			above++
		}
	}
	var out []search.Value
	for _, v := range values {
		if v.Count > least || v.Count == least && above < most {
			if v.Count == least {
				above++
			}
			out = append(out, v)
		}
	}
	return out
}

// full is how many of n cards are shown, at most so many: an even number, so that rows of two
// have no orphan.
func full(n, most int) int {
	if n = min(n, most); n == 1 {
		return 1
	}
	return n - n%2
}

// newest are the objects that the store got last.
func newest(ctx context.Context, log Log) ([]string, error) {
	last, err := log.LastChange(ctx)
	if err != nil {
		return nil, err
	}
	after := uint64(0)
	if last.Seq > maxLog {
		after = last.Seq - maxLog
	}
	var out []string
	for entry, err := range log.Changes(ctx, after) {
		if err != nil {
			return nil, err
		}
		if entry.Kind == rdfstore.Created && entry.Class.String() == string(reading.ClassHumanMadeObject) {
			out = append(out, entry.Name.String())
		}
	}
	slices.Reverse(out)
	return out[:min(len(out), 4*row)], nil
}

// rows fills in the rows of pictures: what is highlighted, the newest objects, and what can be
// browsed by. An object is in one of the first two alone.
func (m *Maker) rows(ctx context.Context, data *html.Overview, found survey, at uint64, w *i18n.Wording) error {
	highlights, err := m.cards(ctx, data, found.highlights, maxHighlights, at, w)
	if err != nil {
		return err
	}
	rest := slices.DeleteFunc(slices.Clone(found.newest), func(iri string) bool {
		return slices.ContainsFunc(highlights, func(c html.Card) bool { return c.Name.IRI == iri })
	})
	latest, err := m.cards(ctx, data, rest, row, at, w)
	if err != nil {
		return err
	}
	data.Highlights = highlights
	if len(latest) > 1 {
		data.Newest = latest
	}
	shown := map[string]int{}
	for _, s := range found.shelves {
		cards, err := m.shelfCards(ctx, data, s, shown, at, w)
		if err != nil {
			return err
		}
		data.Shelves = append(data.Shelves, html.Shelf{Title: w.Text(s.heading), Cards: cards})
	}
	return nil
}

// cards are those of the entities that have pictures.
func (m *Maker) cards(ctx context.Context, data *html.Overview, iris []string, most int, at uint64, w *i18n.Wording) ([]html.Card, error) {
	all, hosts, err := m.describer.Cards(ctx, at, iris, w)
	if err != nil {
		return nil, err
	}
	data.ImageHosts = append(data.ImageHosts, hosts...)
	all = slices.DeleteFunc(all, func(c html.Card) bool { return c.Picture == nil })
	return all[:full(len(all), most)], nil
}

// shelfCards are the cards of a row, each with the picture that the rows have shown least so
// far. shown counts how often each was.
func (m *Maker) shelfCards(ctx context.Context, data *html.Overview, s shelf, shown map[string]int, at uint64, w *i18n.Wording) ([]html.Card, error) {
	var out []html.Card
	for i, v := range s.values {
		objects, hosts, err := m.describer.Cards(ctx, at, s.objects[i], w)
		if err != nil {
			return nil, err
		}
		data.ImageHosts = append(data.ImageHosts, hosts...)
		card := html.Card{Note: html.Text(w.Text("%d objects", v.Count))}
		if card.Name, err = m.valueName(ctx, s.filter, v, at, w); err != nil {
			return nil, err
		}
		card.Name.Href = m.path(criteria.Criteria{Values: map[string][]string{"class": {"HumanMadeObject"}, s.filter: {v.Term}}})
		for _, object := range objects {
			if object.Picture != nil && (card.Picture == nil || shown[object.Picture.Src] < shown[card.Picture.Src]) {
				card.Picture = object.Picture
			}
		}
		if card.Picture != nil {
			shown[card.Picture.Src]++
		}
		out = append(out, card)
	}
	return out, nil
}

// valueName is a value of a filter in words.
func (m *Maker) valueName(ctx context.Context, filter string, v search.Value, at uint64, w *i18n.Wording) (html.Part, error) {
	if filter == "century" {
		n, err := strconv.ParseInt(v.Term, 10, 64)
		return html.Part{Text: w.Years(i18n.YearsOfCentury(n))}, err
	}
	name, err := m.describer.Name(ctx, at, v.Term, w)
	if v.Name != "" && name.Text == "" {
		name.Text = v.Name
	}
	return name, err
}
