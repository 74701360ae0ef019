package server

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"vitrine/linkedart/datetime"
	"vitrine/linkedart/reading"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/server/page"
	"vitrine/server/search"
	"vitrine/server/search/query"
	"vitrine/server/wording"
)

// resultsView is a page of a list for people.
func (s *Server) resultsView(ctx context.Context, l listing, number uint64) (page.Results, error) {
	w := l.reader.words
	view := page.Results{Frame: s.frameFor(l.reader, l.title)}
	view.Title, view.TitleLang = l.heading(w), l.titleLang
	view.Search, view.Frame.Search = s.searchForm(l.asked), s.searchForm(l.asked)
	view.About = w.Text("%d in all", l.Total)
	view.Pages = s.pager(l, number)
	if view.Pages.Count > 1 {
		view.About = w.Text("%d in all, page %d of %d", l.Total, number, view.Pages.Count)
	}
	if l.Shown > 0 && l.Total > l.Shown {
		view.Note = w.Text("Only the first %d are shown. Narrow them down to see others.", l.Shown)
	}
	start, length, err := l.Span(number)
	if err != nil {
		return view, err
	}
	names, err := l.names(ctx, start, length)
	if err != nil {
		return view, err
	}
	var iris []string
	for _, name := range names {
		iris = append(iris, name.String())
	}
	if view.Cards, err = s.describer.Cards(ctx, l.reader.at, iris, w); err != nil {
		return view, err
	}
	if err := s.markFound(ctx, l.asked, iris, view.Cards); err != nil {
		return view, err
	}
	view.Cards = slices.DeleteFunc(view.Cards, func(c page.Card) bool { return c.Name.Missing })
	for _, card := range view.Cards {
		view.ImageHosts = addHost(view.ImageHosts, card.Picture)
	}
	if l.searched {
		view.Sorts = s.sorts(l.asked, w)
	}
	if err := s.addFacets(ctx, &view, l); err != nil {
		return view, err
	}
	return view, s.describeList(&view, l)
}

// maxHosts is the number of hosts of pictures that a page names.
const maxHosts = 32

// addHost adds the host of a picture.
func addHost(hosts []string, p *page.Picture) []string {
	if p == nil || len(hosts) == maxHosts {
		return hosts
	}
	scheme, rest, ok := strings.Cut(p.Src, "://")
	if !ok {
		return hosts
	}
	host, _, _ := strings.Cut(rest, "/")
	if host = scheme + "://" + host; slices.Contains(hosts, host) {
		return hosts
	}
	return append(hosts, host)
}

// pager leads to the pages of a list.
func (s *Server) pager(l listing, number uint64) page.Pager {
	p := page.Pager{Number: number, Count: l.Pages()}
	if number > 1 {
		p.First, p.Previous = s.local(l.PageID(1)), s.local(l.PageID(number-1))
	}
	if number < p.Count {
		p.Next, p.Last = s.local(l.PageID(number+1)), s.local(l.PageID(p.Count))
	}
	return p
}

// searchPath is the address of a search as an absolute path.
func (s *Server) searchPath(a asked) string {
	if parameters := a.encode(); parameters != "" {
		return s.mapper.Service("search?" + parameters)
	}
	return s.mapper.Service("search")
}

// sorts are the orders that results can be in.
func (s *Server) sorts(a asked, w *wording.Wording) []page.Choice {
	var out []page.Choice
	for i, o := range searchOrders {
		selected := a.order == o.name || a.order == "" && i == 0
		out = append(out, page.Choice{Text: w.Text(o.title), Href: s.searchPath(a.by(o.name)), Selected: selected})
	}
	return out
}

// addFacets adds what the results are narrowed to, and can be.
func (s *Server) addFacets(ctx context.Context, view *page.Results, l listing) error {
	w := l.reader.words
	for _, f := range searchFilters {
		for i, value := range l.asked.values[f.name] {
			term, _ := f.read(s, value)
			label, err := s.facetLabel(ctx, l.reader, f.name, search.Value{Term: term})
			if err != nil {
				return err
			}
			label.Href = ""
			view.Chosen = append(view.Chosen, page.Chosen{Title: w.Text(f.title), Label: label, Without: s.searchPath(l.asked.without(f.name, i))})
		}
	}
	if len(view.Chosen) > 1 {
		view.Clear = s.searchPath(asked{text: l.asked.text, order: l.asked.order})
	}
	for _, facet := range l.facets {
		out, err := s.facetView(ctx, facet, l)
		if err != nil {
			return err
		}
		if len(out.Values) > 0 {
			view.Facets = append(view.Facets, out)
		}
	}
	return nil
}

// facetView is a facet with the links that select and deselect its values.
func (s *Server) facetView(ctx context.Context, facet search.Facet, l listing) (page.Facet, error) {
	at := slices.IndexFunc(searchFilters, func(f searchFilter) bool { return f.name == facet.Field })
	f := searchFilters[at]
	out := page.Facet{Name: f.name, Title: l.reader.words.Text(f.title), More: facet.More}
	for _, v := range facet.Values {
		label, err := s.facetLabel(ctx, l.reader, f.name, v)
		if err != nil {
			return out, err
		}
		label.Href = ""
		value := page.FacetValue{Label: label, Count: v.Count}
		chosen := slices.IndexFunc(l.scope.values[f.name], func(value string) bool {
			term, _ := f.read(s, value)
			return term == v.Term
		})
		if chosen >= 0 {
			value.Selected, value.Href = true, s.searchPath(l.scope.without(f.name, chosen))
		} else {
			value.Href = s.searchPath(l.scope.with(f.name, s.facetParameter(f.name, v.Term)))
		}
		out.Values = append(out.Values, value)
	}
	return out, nil
}

// facetParameter is a value of a facet as the parameter of an address has it.
func (s *Server) facetParameter(name, term string) string {
	if name != "class" {
		return term
	}
	iri, err := graph.IRI(term)
	if err != nil {
		return term
	}
	return s.words.of(iri)
}

// facetLabel is a value of a facet in words.
func (s *Server) facetLabel(ctx context.Context, reader reader, name string, v search.Value) (page.Part, error) {
	w := reader.words
	switch name {
	case "class":
		if text := w.Classes(reading.Class(v.Term)); text != "" {
			return page.Part{Text: text}, nil
		}
		return page.Part{Text: page.Words(v.Term)}, nil
	case "century", "decade":
		n, err := strconv.ParseInt(v.Term, 10, 64)
		if err != nil {
			return page.Part{Text: v.Term}, nil
		}
		if name == "century" {
			return page.Part{Text: centuryText(n, w)}, nil
		}
		return page.Part{Text: yearsText(n, n+9, w)}, nil
	case "picture":
		return page.Part{Text: w.Text("With a picture")}, nil
	case "area":
		area, _ := parseArea(v.Term) // it was read already
		return page.Part{Text: fmt.Sprintf("%g° – %g°, %g° – %g°", area.South, area.North, area.West, area.East)}, nil
	case "in":
		return page.Part{Text: strings.TrimPrefix(v.Term, s.mapper.Base)}, nil
	}
	part, err := s.describer.Name(ctx, reader.at, v.Term, w)
	if err != nil {
		return part, err
	}
	// Of what the store does not have, the records that refer to it know the name best.
	if v.Name != "" && (part.Text == "" || strings.HasSuffix(v.Term, part.Text)) {
		return page.Part{Text: v.Name, Href: part.Href, IRI: v.Term}, nil
	}
	return part, nil
}

// centuryText is a century in words, by its number as in the parameter century.
func centuryText(n int64, w *wording.Wording) string {
	first, last := centuryYears(n)
	return yearsText(first, last, w)
}

// centuryYears are the first and the last year of a century, both astronomical.
func centuryYears(n int64) (first, last int64) {
	if n > 0 {
		return 100*(n-1) + 1, 100 * n
	}
	return 100*n + 1, 100 * (n + 1)
}

// yearsText is a time of years in words; the years are astronomical.
func yearsText(first, last int64, w *wording.Wording) string {
	moment := func(year int64, rest string) reading.Moment {
		sign := ""
		if year < 0 {
			sign, year = "-", -year
		}
		text := fmt.Sprintf("%s%04d-%s", sign, year, rest)
		at, err := datetime.Parse(text)
		return reading.Moment{Written: text, Time: at, Known: err == nil}
	}
	span := reading.TimeSpan{BeginOfTheBegin: moment(first, "01-01T00:00:00Z"), EndOfTheEnd: moment(last, "12-31T23:59:59Z")}
	return wording.Plain(w.Date(span))
}

// markFound marks the words that were searched for in the names of the cards, and says
// where they stand where neither the name nor the makers have all of them.
func (s *Server) markFound(ctx context.Context, a asked, iris []string, cards []page.Card) error {
	if a.text == "" {
		return nil
	}
	marker := a.query.Marker()
	for i, iri := range iris {
		if i >= len(cards) {
			break
		}
		cards[i].Marked = marks(marker.Mark(cards[i].Name.Text))
		if marker.HasAll(cards[i].Name.Text) || marker.HasAll(cards[i].Note.Plain()) {
			continue
		}
		name, err := graph.IRI(iri)
		if err != nil {
			return err
		}
		e, err := s.config.Store.Get(ctx, name)
		if rdfstore.IsMissing(err) {
			continue
		}
		if err != nil {
			return err
		}
		cards[i].Found = marks(search.Snippet(marker, e.Graph))
	}
	return nil
}

func marks(pieces []query.Mark) []page.Mark {
	var out []page.Mark
	for _, piece := range pieces {
		out = append(out, page.Mark(piece))
	}
	return out
}
