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
	if c.View == criteria.Map && site.PrefersHTML(r) {
		c.Query.Squares = maxSquares
	}
	hits, err := s.Find(r.Context(), c.Query, skip, PageSize)
	if err != nil {
		return err
	}
	if ok && number > MaxFound/PageSize && number-1 < (hits.Total+PageSize-1)/PageSize {
		return &respond.Error{Type: respond.TooDeep, Instead: s.resultList(c, hits).PageID(MaxFound / PageSize)}
	}
	offers, err := s.offers(r, c, hits)
	if err != nil {
		return err
	}
	return s.sendListing(x, r, listing{view: view, reader: s.Site.Reader(r, view.At()), List: results.List{
		List: s.resultList(c, hits), Offers: offers,
		Title: c.Title(), Headed: c.Heading, Criteria: c, Scope: c, Facets: hits.Facets, Squares: hits.Squares, Searched: true,
		Names: func(context.Context, uint64, uint64) ([]rdf.IRI, error) { return names(hits.IDs) },
	}})
}

// maxSquares is the number of squares of the earth on the map of what was found.
const maxSquares = 100

// maxFewer is the number of searches without one word that are tried.
const maxFewer = 6

// offers are other searches for people who have found nothing that has all words.
func (s *Lists) offers(r *http.Request, c criteria.Criteria, hits search.Hits) (out results.Offers, err error) {
	if !site.PrefersHTML(r) || c.Text == "" {
		return out, nil
	}
	out.Lacking = hits.Missing > 0
	for _, spelled := range hits.Spelled {
		out.Spelled = append(out.Spelled, c.Asking(c.Query.Instead(spelled.Typed, spelled.Found)))
	}
	if hits.Total > 0 && !out.Lacking {
		return out, nil
	}
	for i := range min(len(c.Query.Items), maxFewer) {
		text := c.Query.WithoutItem(i)
		if text == "" || c.Query.Items[i].Optional {
			continue
		}
		fewer, err := s.Results.Reader.Read(c.Asking(text).Form())
		if err != nil {
			continue // what is left says nothing
		}
		fewer.Query.Most = false
		found, err := s.Find(r.Context(), fewer.Query, 0, 0)
		if err != nil {
			return out, err
		}
		if found.Total > 0 {
			out.Fewer = append(out.Fewer, c.Asking(text))
		}
	}
	if hits.Total == 0 {
		all, err := s.Find(r.Context(), query.Query{Facets: []string{"class"}}, 0, 0)
		if err != nil {
			return out, err
		}
		out.Kinds = all.Facets[0].Values
	}
	return out, nil
}

// resultList is the collection of what a search has found.
func (s *Lists) resultList(c criteria.Criteria, hits search.Hits) collection.List {
	return collection.List{
		ID: s.Site.Mapper.ServiceURI(address.Search + "?" + c.Encode()), Label: collection.English(c.Title()),
		Total: hits.Total, Size: PageSize, Shown: MaxFound,
	}
}

// Find carries out a search in a slot, for so many results after the first skip. The error is a
// *respond.Error where nothing can be searched, or as those of Search.
func (s *Lists) Find(ctx context.Context, q query.Query, skip, limit int) (search.Hits, error) {
	if s.Index == nil {
		return search.Hits{}, &respond.Error{Type: respond.SearchOff}
	}
	ctx, done, err := s.Searches(ctx)
	if err != nil {
		return search.Hits{}, err
	}
	defer done()
	if err := s.resolve(ctx, &q); err != nil {
		return search.Hits{}, err
	}
	return s.Index.Find(ctx, q, skip, limit)
}

// FindText finds the entities that have all words of a text, without taking one word for another,
// as queries ask for them (sparql/dataset).
func (s *Lists) FindText(ctx context.Context, text string, most int) ([]rdf.IRI, uint64, error) {
	q, err := query.ParseText(text)
	if err != nil || q.Empty() {
		return nil, 0, err
	}
	hits, err := s.Find(ctx, q, 0, most)
	if err != nil || hits.Missing > 0 || len(hits.Spelled) > 0 {
		return nil, 0, err
	}
	found, err := names(hits.IDs)
	return found, hits.Total, err
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
			", or a filter as class, classified_as, maker, place, material, century, decade, from, to, picture, member_of, mentions or in.")
	}
	return s.sendResults(x, r, c)
}

func badSearch(detail string) error { return &respond.Error{Type: respond.BadRequest, Detail: detail} }
