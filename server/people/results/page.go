package results

import (
	"context"
	"slices"
	"strings"

	"vitrine/linkedart/reading"
	"vitrine/server/data/criteria"
	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
	"vitrine/server/people/schemaorg"
	"vitrine/server/web/address"
)

// Page is a page of a list for people, by its number from 1. The frame is what is around
// it: its words are those of the page, and its form that of the list.
func (m Maker) Page(ctx context.Context, l List, number uint64, frame html.Frame) (html.Results, error) {
	w := frame.Wording
	view := html.Results{Frame: frame}
	view.Title, view.TitleLang = l.heading(w), l.TitleLang
	view.About = w.Text("%d in all", l.Total)
	view.Pages = m.pager(l, number)
	if view.Pages.Count > 1 {
		view.About = w.Text("%d in all, page %d of %d", l.Total, number, view.Pages.Count)
	}
	if number > 1 {
		view.Which = w.Text("Page %d of %d", number, view.Pages.Count)
	}
	view.Note = l.note(w)
	m.addOffers(&view, l, w)
	var err error
	if view.Cards, view.ImageHosts, err = m.cards(ctx, l, number, w); err != nil {
		return view, err
	}
	view.Lines = l.Criteria.View == criteria.Lines
	if l.Total > 0 {
		view.Sorts, view.Views = m.sorts(l, w), m.views(l, w)
	}
	if err := m.addFacets(ctx, &view, l, w); err != nil {
		return view, err
	}
	if l.Criteria.View == criteria.Map {
		if view.Map, err = m.Map(ctx, l.At, l.Squares, l.Criteria, w.Text("Where the results are"), w); err != nil {
			return view, err
		}
		view.Frame.Map = view.Map != nil
	}
	m.describeList(&view, l)
	return view, nil
}

// note says what to do where not all is shown, or nothing.
func (l List) note(w *i18n.Wording) string {
	switch {
	case l.Shown > 0 && l.Total > l.Shown:
		return w.Text("Only the first %d are shown. Narrow them down to see others.", l.Shown)
	case !l.Searched || l.Total > 0:
		return ""
	case len(l.Criteria.Values) > 0:
		return w.Text("Nothing was found. Remove a filter, or try fewer words.")
	default:
		return w.Text("Nothing was found. Try fewer words, or the beginning of a word with a star, such as paint*.")
	}
}

// addOffers adds other searches.
func (m Maker) addOffers(view *html.Results, l List, w *i18n.Wording) {
	view.Lacking = l.Offers.Lacking
	for _, c := range l.Offers.Spelled {
		view.Spelled = append(view.Spelled, html.Choice{Text: c.Text, Href: m.path(c)})
	}
	for _, c := range l.Offers.Fewer {
		view.Fewer = append(view.Fewer, html.Choice{Text: c.Text, Href: m.path(c)})
	}
	for _, v := range l.Offers.Kinds {
		if text := w.Classes(reading.Class(v.Term)); text != "" {
			view.Kinds = append(view.Kinds, html.Choice{Text: text, Href: m.path(criteria.Criteria{}.With("class", m.facetParameter("class", v.Term)))})
		}
	}
}

// cards are those of the entities of a page, with the hosts of their pictures. An entity that
// went meanwhile has none.
func (m Maker) cards(ctx context.Context, l List, number uint64, w *i18n.Wording) (cards []html.Card, imageHosts []string, err error) {
	start, length, err := l.Span(number)
	if err != nil {
		return nil, nil, err
	}
	names, err := l.Names(ctx, start, length)
	if err != nil {
		return nil, nil, err
	}
	var iris []string
	for _, name := range names {
		iris = append(iris, name.String())
	}
	if cards, imageHosts, err = m.Cards(ctx, l.At, l.Criteria, iris, w); err != nil {
		return nil, nil, err
	}
	if l.Criteria.View == criteria.Lines {
		for i := range cards {
			cards[i].Picture = nil
		}
		imageHosts = nil
	}
	return slices.DeleteFunc(cards, func(c html.Card) bool { return c.Name.Missing }), imageHosts, nil
}

// Cards are those of the entities with the IRIs, in their order, with the words marked that were
// searched for, and the hosts of their pictures. The name of an entity that went is Missing.
func (m Maker) Cards(ctx context.Context, at uint64, c criteria.Criteria, iris []string, w *i18n.Wording) (cards []html.Card, imageHosts []string, err error) {
	if cards, imageHosts, err = m.Describer.Cards(ctx, at, iris, w); err != nil {
		return nil, nil, err
	}
	return cards, imageHosts, m.markFound(ctx, c, iris, cards)
}

// pager leads to the pages of a list.
func (m Maker) pager(l List, number uint64) html.Pager {
	p := html.Pager{Number: number, Count: l.Pages()}
	page := func(n uint64) string {
		if l.Searched {
			return m.Mapper.Local(l.PageID(n)) // which has the view
		}
		return m.address(l.PageID(n), l.Criteria)
	}
	if number > 1 {
		p.First, p.Previous = page(1), page(number-1)
	}
	if number < p.Count {
		p.Next, p.Last = page(number+1), page(p.Count)
	}
	return p
}

// sorts are the orders that a list can be in. One that is no search is in that of its
// addresses, and the other orders are those of the search that finds the same.
func (m Maker) sorts(l List, w *i18n.Wording) (out []html.Choice) {
	for i, o := range criteria.Orders() {
		choice := html.Choice{Text: w.Text(o.Title), Href: m.path(l.Scope.By(o.Name)), Selected: l.Scope.Order == o.Name || l.Scope.Order == "" && i == 0}
		if !l.Searched && i == 0 {
			choice.Text, choice.Href = w.Text("address"), m.address(l.ID, l.Scope)
		}
		out = append(out, choice)
	}
	if !l.Searched && l.Scope.Query.Empty() {
		return nil
	}
	return out
}

// views are the ways to show a list. The map of one that is no search is that of the search that
// finds the same.
func (m Maker) views(l List, w *i18n.Wording) (out []html.Choice) {
	for _, view := range criteria.Views() {
		c := l.Criteria.As(view.Name)
		choice := html.Choice{Text: w.Text(view.Title), Href: m.path(c), Selected: c.View == l.Criteria.View}
		switch {
		case l.Searched:
		case view.Name != criteria.Map:
			choice.Href = m.address(l.ID, c)
		case l.Scope.Query.Empty():
			continue
		default:
			choice.Href = m.path(l.Scope.As(view.Name))
		}
		out = append(out, choice)
	}
	return out
}

// address is the path of a list, or a page of it, in the view of some criteria.
func (m Maker) address(id string, c criteria.Criteria) string {
	joint := "?"
	if strings.Contains(id, "?") {
		joint = "&"
	}
	if c.View == "" {
		return m.Mapper.Local(id)
	}
	return m.Mapper.Local(id) + joint + "view=" + c.View
}

// describeList adds what programs read in the head of a page of a list.
func (m Maker) describeList(view *html.Results, l List) {
	list := schemaorg.List{Title: view.Title, URL: l.ID, Count: l.Total}
	if view.Wording != nil {
		list.Language = view.Wording.Code()
	}
	for _, card := range view.Cards {
		list.Items = append(list.Items, schemaorg.Item{Name: card.Name.Text, URL: m.absolute(card.Name)})
	}
	view.Head.URL, view.Head.Data, view.Head.Description = l.ID, schemaorg.ListPage(list), view.About
}

// absolute is the full address of what a part of a page names.
func (m Maker) absolute(p html.Part) string {
	if strings.HasPrefix(p.Href, "/") {
		return m.Mapper.Absolute(p.Href)
	}
	return address.URI(p.IRI)
}
