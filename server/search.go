package server

import (
	"context"
	"net/http"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/server/collection"
	"vitrine/server/exchange"
	"vitrine/server/page"
	"vitrine/server/problem"
	"vitrine/server/search"
	"vitrine/server/search/query"
	"vitrine/server/wording"
)

// Search finds entities by their words; *search.Index does. It returns so many
// of the results after the first skip, and knows every change that the store
// had when it was called.
type Search interface {
	Find(ctx context.Context, q query.Query, skip, limit int) (search.Hits, error)
}

// maxFound is how many results of a search are shown.
const maxFound = 10_000

// getSearch answers a search with the list of the entities that fit.
func (s *Server) getSearch(x *exchange.Exchange, r *http.Request) error {
	if s.config.Search == nil {
		return &problem.Error{Type: problem.SearchOff}
	}
	a, err := s.readSearch(r)
	if err != nil {
		return err
	}
	if a.query.Empty() {
		return s.sendSearchForm(x, r, a)
	}
	return s.sendResults(x, r, a)
}

// sendResults answers with the results of a search.
func (s *Server) sendResults(x *exchange.Exchange, r *http.Request, a asked) error {
	skip := 0
	number, ok := collection.Number(r.URL.Query().Get("page"))
	if ok && number <= maxFound/pageSize {
		skip = int(number-1) * pageSize
	}
	view, err := s.maker.View(r.Context())
	if err != nil {
		return err
	}
	if !ok || prefersHTML(r) {
		a.query.Facets = facetFields() // the pages of a collection as data have none
	}
	hits, err := s.find(r.Context(), a.query, skip, pageSize)
	if err != nil {
		return err
	}
	if ok && number > maxFound/pageSize && number-1 < (hits.Total+pageSize-1)/pageSize {
		return &problem.Error{Type: problem.TooDeep}
	}
	title := a.title()
	return s.sendListing(x, r, listing{
		List: collection.List{
			ID: s.mapper.ServiceURI("search?" + a.encode()), Label: collection.English(title),
			Total: hits.Total, Size: pageSize, Shown: maxFound,
		},
		title: title, headed: a.heading, view: view, asked: a, scope: a, facets: hits.Facets, searched: true, reader: s.reader(r, view),
		names: func(context.Context, uint64, uint64) ([]rdf.IRI, error) { return names(hits.IDs) },
	})
}

// find carries out a search in a slot.
func (s *Server) find(ctx context.Context, q query.Query, skip, limit int) (search.Hits, error) {
	ctx, done, err := s.slot(ctx, s.searches)
	if err != nil {
		return search.Hits{}, err
	}
	defer done()
	return s.config.Search.Find(ctx, q, skip, limit)
}

func names(ids []string) ([]rdf.IRI, error) {
	out := make([]rdf.IRI, len(ids))
	for i, id := range ids {
		name, err := graph.IRI(id)
		if err != nil {
			return nil, err
		}
		out[i] = name
	}
	return out, nil
}

// class returns the IRI of a class that is named by its word or by its IRI.
func (w classWords) class(name string) (string, bool) {
	if iri := w.active.ExpandKey(name); !strings.HasPrefix(iri, "@") {
		return w.id(iri)
	}
	return "", false
}

// id returns an IRI that is given in full or as the context abbreviates it.
func (w classWords) id(name string) (string, bool) {
	iri, ok := w.active.ExpandID(name)
	if !ok {
		return "", false
	}
	_, err := graph.IRI(iri)
	return iri, err == nil && len(iri) <= graph.MaxIRI
}

// title tells people what was searched for.
func (a asked) title() string {
	if a.text == "" {
		return "Search results"
	}
	return "Search results: " + a.text
}

// heading tells people the same in their language.
func (a asked) heading(w *wording.Wording) string {
	switch {
	case a.text != "":
		return w.Text("Search results: %s", a.text)
	case a.query.Empty():
		return w.Text("Everything")
	default:
		return w.Text("Search results")
	}
}

// searchForm is the form on a page; nil where nothing can be searched.
func (s *Server) searchForm(a asked) *page.Search {
	if s.config.Search == nil {
		return nil
	}
	form := &page.Search{Action: s.mapper.Service("search"), Suggest: s.mapper.Service("search/suggest"), Text: a.text, Filters: a.filters()}
	if _, ok := s.config.Search.(Suggester); !ok {
		form.Suggest = ""
	}
	return form
}

// sendSearchForm answers who searches for nothing: people with all there is, in facets,
// and programs with what to do.
func (s *Server) sendSearchForm(x *exchange.Exchange, r *http.Request, a asked) error {
	if !prefersHTML(r) {
		return badSearch("There is nothing to search for. Give words as q, such as " + s.mapper.Service("search?q=vermeer") +
			", or a filter as class, classified_as, maker, place, material, century, decade, picture, member_of or in.")
	}
	return s.sendResults(x, r, a)
}
