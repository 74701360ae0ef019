package listing

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/server/data/collection"
	"vitrine/server/data/criteria"
	"vitrine/server/data/resource"
	"vitrine/server/people/html"
	"vitrine/server/people/results"
	"vitrine/server/people/site"
	"vitrine/server/web/respond"
)

// PageSize is the number of entities on one page of a list.
const PageSize = 100

// listing is a list of entities that is sent page by page.
type listing struct {
	results.List
	// view is what the request sees.
	view resource.View
	// reader is who asked, the languages of the page.
	reader site.Reader
}

// sendListing answers with the collection of a list, or with the page of it
// that the parameter page names. People are shown the first page with the
// collection.
func (s *Lists) sendListing(x *respond.Exchange, r *http.Request, l listing) error {
	number, alone, err := l.number(r)
	if err != nil {
		return err
	}
	if l.Criteria.View, err = criteria.ReadView(r.URL.Query()["view"]); err != nil {
		return err
	}
	if l.Scope.View = l.Criteria.View; !l.Searched && l.Criteria.View == criteria.Map {
		return badSearch("The parameter view of this list is pictures or lines.")
	}
	start, length, err := l.Span(number)
	if err != nil {
		return l.noPage(number, err)
	}
	links := s.listLinks(l.List.List, number, alone)
	data := site.Document{MediaType: "application/ld+json", Profile: collection.Profile, Aliases: []string{"application/json"}, Link: links}
	data.Write = func(ctx context.Context, b *bytes.Buffer) error {
		if alone {
			return respond.WriteJSON(b, s.Results.Collection(l.List))
		}
		items, err := s.listItems(ctx, l, start, length)
		if err != nil {
			return err
		}
		value, err := l.Page(number, items)
		if err != nil {
			return err
		}
		return respond.WriteJSON(b, value)
	}
	view := site.Document{MediaType: "text/html", Link: links, Page: func(ctx context.Context, b *bytes.Buffer) ([]string, error) {
		frame := s.Site.FrameFor(l.reader, l.Title)
		frame.Search, l.At = s.Site.SearchForm(l.Criteria), l.reader.At
		data, err := s.Results.Page(ctx, l.List, number, frame)
		if err != nil {
			return nil, err
		}
		return data.ImageHosts, s.Site.Pages.Write(b, &data)
	}}
	made := s.Site
	if l.Searched {
		made = s.Shared
	}
	return made.Send(x, r, "no-cache", site.Forms(data, view))
}

// number reads the parameter page; without it, the collection itself is asked
// for.
func (l listing) number(r *http.Request) (number uint64, alone bool, err error) {
	query := r.URL.Query()
	if !query.Has("page") {
		return 1, true, nil
	}
	number, ok := collection.Number(query.Get("page"))
	if !ok {
		return 0, false, l.noPage(1, collection.ErrNoPage)
	}
	return number, false, nil
}

// noPage says of a page that the list does not have which are there, and which of them is
// the nearest.
func (l listing) noPage(number uint64, err error) error {
	if !errors.Is(err, collection.ErrNoPage) {
		return err
	}
	return &respond.Error{Type: respond.NotFound, Err: err,
		Detail:  fmt.Sprintf("This list has no such page. Its pages are numbered from 1 to %d.", l.Pages()),
		Instead: l.PageID(min(number, l.Pages())),
		Header:  http.Header{"Link": {respond.LinkField(l.PageID(1), "first", "")}}}
}

// listItems returns the items of a page. An entity that went meanwhile is left
// out.
func (s *Lists) listItems(ctx context.Context, l listing, start, length uint64) ([]collection.Item, error) {
	names, err := l.Names(ctx, start, length)
	if err != nil {
		return nil, err
	}
	items := make([]collection.Item, 0, len(names))
	for _, name := range names {
		classes, err := s.classes(ctx, l.view, name)
		if rdfstore.IsMissing(err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		items = append(items, collection.Item{ID: name.String(), Type: s.Words.Types(classes)})
	}
	return items, nil
}

// classes returns the classes of an entity.
func (s *Lists) classes(ctx context.Context, view resource.View, name rdf.IRI) ([]rdf.IRI, error) {
	if d, ok := view.Kept(name.String()); ok {
		return d.Classes, nil
	}
	e, err := s.Store.Get(ctx, name)
	if err != nil {
		return nil, err
	}
	return e.Graph.Classes(), nil
}

// listLinks is the Link field of a list: where its pages are, and of a page the
// ones beside it.
func (s *Lists) listLinks(l collection.List, number uint64, alone bool) string {
	links := []string{respond.LinkField(s.Site.Mapper.Local(l.PageID(1)), "first", ""), respond.LinkField(s.Site.Mapper.Local(l.PageID(l.Pages())), "last", "")}
	if !alone {
		links = append(links, respond.LinkField(s.Site.Mapper.Local(l.ID), "collection", ""))
	}
	if number > 1 {
		links = append(links, respond.LinkField(s.Site.Mapper.Local(l.PageID(number-1)), "prev", ""))
	}
	if !alone && number < l.Pages() {
		links = append(links, respond.LinkField(s.Site.Mapper.Local(l.PageID(number+1)), "next", ""))
	}
	return strings.Join(links, ", ")
}

// title returns the label of an entity, or its name where it has none.
func (s *Lists) title(ctx context.Context, name rdf.IRI) (string, error) {
	e, err := s.Store.Get(ctx, name)
	if err != nil {
		return "", err
	}
	return html.Label(e.Graph), nil
}
