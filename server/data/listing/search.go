package listing

import (
	"context"
	"net/http"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/server/data/collection"
	"vitrine/server/data/criteria"
	"vitrine/server/data/search"
	"vitrine/server/data/search/query"
	"vitrine/server/people/results"
	"vitrine/server/people/site"
	"vitrine/server/web/address"
	"vitrine/server/web/respond"
)

// MaxFound is how many results of a search are shown.
const MaxFound = 10_000

// Search answers a search with the list of the entities that fit.
func (s *Lists) Search(x *respond.Exchange, r *http.Request) error {
	if s.Index == nil {
		return &respond.Error{Type: respond.SearchOff}
	}
	c, err := s.Results.Reader.Parse(r.URL.RawQuery)
	if err != nil {
		return err
	}
	if c.Query.Empty() {
		return s.sendSearchForm(x, r, c)
	}
	return s.sendResults(x, r, c)
}

// sendResults answers with the results of a search.
func (s *Lists) sendResults(x *respond.Exchange, r *http.Request, c criteria.Criteria) error {
	skip := 0
	number, ok := collection.Number(r.URL.Query().Get("page"))
	if ok && number <= MaxFound/PageSize {
		skip = int(number-1) * PageSize
	}
	view, err := s.Maker.View(r.Context())
	if err != nil {
		return err
	}
	if !ok || site.PrefersHTML(r) {
		c.Query.Facets = criteria.Facets() // the pages of a collection as data have none
	}
	hits, err := s.find(r.Context(), c.Query, skip, PageSize)
	if err != nil {
		return err
	}
	if ok && number > MaxFound/PageSize && number-1 < (hits.Total+PageSize-1)/PageSize {
		return &respond.Error{Type: respond.TooDeep, Instead: s.resultList(c, hits).PageID(MaxFound / PageSize)}
	}
	return s.sendListing(x, r, listing{view: view, reader: s.Site.Reader(r, view.At()), List: results.List{
		List:  s.resultList(c, hits),
		Title: c.Title(), Headed: c.Heading, Criteria: c, Scope: c, Facets: hits.Facets, Searched: true,
		Names: func(context.Context, uint64, uint64) ([]rdf.IRI, error) { return names(hits.IDs) },
	}})
}

// resultList is the collection of what a search has found.
func (s *Lists) resultList(c criteria.Criteria, hits search.Hits) collection.List {
	return collection.List{
		ID: s.Site.Mapper.ServiceURI(address.Search + "?" + c.Encode()), Label: collection.English(c.Title()),
		Total: hits.Total, Size: PageSize, Shown: MaxFound,
	}
}

// find carries out a search in a slot.
func (s *Lists) find(ctx context.Context, q query.Query, skip, limit int) (search.Hits, error) {
	ctx, done, err := s.Searches(ctx)
	if err != nil {
		return search.Hits{}, err
	}
	defer done()
	return s.Index.Find(ctx, q, skip, limit)
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
func (s *Lists) sendSearchForm(x *respond.Exchange, r *http.Request, c criteria.Criteria) error {
	if !site.PrefersHTML(r) {
		return badSearch("There is nothing to search for. Give words as q, such as " + s.Site.Mapper.Service(address.Search+"?q=vermeer") +
			", or a filter as class, classified_as, maker, place, material, century, decade, picture, member_of or in.")
	}
	return s.sendResults(x, r, c)
}

func badSearch(detail string) error { return &respond.Error{Type: respond.BadRequest, Detail: detail} }
