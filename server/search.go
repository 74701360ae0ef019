package server

import (
	"context"
	"net/http"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/server/collection"
	"vitrine/server/criteria"
	"vitrine/server/exchange"
	"vitrine/server/problem"
	"vitrine/server/results"
	"vitrine/server/search"
	"vitrine/server/search/query"
	"vitrine/server/site"
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
	c, err := s.results.Reader.Parse(r.URL.RawQuery)
	if err != nil {
		return err
	}
	if c.Query.Empty() {
		return s.sendSearchForm(x, r, c)
	}
	return s.sendResults(x, r, c)
}

// sendResults answers with the results of a search.
func (s *Server) sendResults(x *exchange.Exchange, r *http.Request, c criteria.Criteria) error {
	skip := 0
	number, ok := collection.Number(r.URL.Query().Get("page"))
	if ok && number <= maxFound/pageSize {
		skip = int(number-1) * pageSize
	}
	view, err := s.maker.View(r.Context())
	if err != nil {
		return err
	}
	if !ok || site.PrefersHTML(r) {
		c.Query.Facets = criteria.Facets() // the pages of a collection as data have none
	}
	hits, err := s.find(r.Context(), c.Query, skip, pageSize)
	if err != nil {
		return err
	}
	if ok && number > maxFound/pageSize && number-1 < (hits.Total+pageSize-1)/pageSize {
		return &problem.Error{Type: problem.TooDeep}
	}
	title := c.Title()
	return s.sendListing(x, r, listing{view: view, reader: s.site.Reader(r, view), List: results.List{
		List: collection.List{
			ID: s.mapper.ServiceURI("search?" + c.Encode()), Label: collection.English(title),
			Total: hits.Total, Size: pageSize, Shown: maxFound,
		},
		Title: title, Headed: c.Heading, Criteria: c, Scope: c, Facets: hits.Facets, Searched: true,
		Names: func(context.Context, uint64, uint64) ([]rdf.IRI, error) { return names(hits.IDs) },
	}})
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

// sendSearchForm answers who searches for nothing: people with all there is, in facets,
// and programs with what to do.
func (s *Server) sendSearchForm(x *exchange.Exchange, r *http.Request, c criteria.Criteria) error {
	if !site.PrefersHTML(r) {
		return badSearch("There is nothing to search for. Give words as q, such as " + s.mapper.Service("search?q=vermeer") +
			", or a filter as class, classified_as, maker, place, material, century, decade, picture, member_of or in.")
	}
	return s.sendResults(x, r, c)
}

func badSearch(detail string) error { return &problem.Error{Type: problem.BadRequest, Detail: detail} }
