package server

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/server/collection"
	"vitrine/server/exchange"
	"vitrine/server/page"
	"vitrine/server/problem"
	"vitrine/server/search"
)

// Search finds entities by their words; *search.Index does. It returns so many
// of the results after the first skip, and knows every change that the store
// had when it was called.
type Search interface {
	Find(ctx context.Context, q search.Query, skip, limit int) (search.Hits, error)
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
	skip := 0
	number, ok := collection.Number(r.URL.Query().Get("page"))
	if ok && number <= maxFound/pageSize {
		skip = int(number-1) * pageSize
	}
	view, err := s.maker.View(r.Context())
	if err != nil {
		return err
	}
	hits, err := s.find(r.Context(), a.query, skip)
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
		title: title, view: view, asked: a,
		names: func(context.Context, uint64, uint64) ([]rdf.IRI, error) { return names(hits.IDs) },
	})
}

// find carries out a search in a slot.
func (s *Server) find(ctx context.Context, q search.Query, skip int) (search.Hits, error) {
	ctx, done, err := s.slot(ctx, s.searches)
	if err != nil {
		return search.Hits{}, err
	}
	defer done()
	return s.config.Search.Find(ctx, q, skip, pageSize)
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

// asked is what somebody searched for, as it was asked and as it was read.
type asked struct {
	text                string
	class, classifiedAs []string
	query               search.Query
}

// readSearch reads the parameters of a search.
func (s *Server) readSearch(r *http.Request) (asked, error) {
	values, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return asked{}, badSearch("The parameters of the address cannot be read.")
	}
	if len(values["q"]) > 1 {
		return asked{}, badSearch("The parameter q is there more than once. Put all words into one.")
	}
	a := asked{text: strings.TrimSpace(values.Get("q")), class: filled(values["class"]), classifiedAs: filled(values["classified_as"])}
	if a.query, err = search.ParseText(a.text); err != nil {
		return a, err
	}
	if a.text != "" && a.query.Empty() {
		return a, badSearch("There is no letter and no digit in q, so there is nothing to search for.")
	}
	if len(a.class) > maxFilters || len(a.classifiedAs) > maxFilters {
		return a, badSearch(fmt.Sprintf("The parameters class and classified_as may be there %d times each.", maxFilters))
	}
	for _, class := range a.class {
		iri, ok := s.words.class(class)
		if !ok {
			return a, badSearch(fmt.Sprintf("The class %q is neither a word of Linked Art, such as Person, nor a URI.", class))
		}
		a.query.Classes = append(a.query.Classes, iri)
	}
	for _, id := range a.classifiedAs {
		iri, ok := s.words.id(id)
		if !ok {
			return a, badSearch(fmt.Sprintf("The type %q in classified_as is no URI, such as http://vocab.getty.edu/aat/300033618.", id))
		}
		a.query.ClassifiedAs = append(a.query.ClassifiedAs, iri)
	}
	return a, nil
}

// maxFilters is how often each filter may be given.
const maxFilters = 16

// filled leaves out empty values, which forms send.
func filled(values []string) []string {
	var out []string
	for _, value := range values {
		if value != "" {
			out = append(out, value)
		}
	}
	return out
}

func badSearch(detail string) error { return &problem.Error{Type: problem.BadRequest, Detail: detail} }

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

// encode returns the parameters of a search, always in the same order.
func (a asked) encode() string {
	var parts []string
	for _, filter := range append([]page.Filter{{Name: "q", Value: a.text}}, a.filters()...) {
		if filter.Value != "" {
			parts = append(parts, filter.Name+"="+url.QueryEscape(filter.Value))
		}
	}
	return strings.Join(parts, "&")
}

func (a asked) filters() []page.Filter {
	var out []page.Filter
	for _, class := range a.class {
		out = append(out, page.Filter{Name: "class", Value: class})
	}
	for _, id := range a.classifiedAs {
		out = append(out, page.Filter{Name: "classified_as", Value: id})
	}
	return out
}

// title tells people what was searched for.
func (a asked) title() string {
	if a.text == "" {
		return "Search results"
	}
	return "Search results: " + a.text
}

// searchForm is the form on a page; nil where nothing can be searched.
func (s *Server) searchForm(a asked) *page.Search {
	if s.config.Search == nil {
		return nil
	}
	form := &page.Search{Action: s.mapper.Service("search"), Text: a.text, Filters: a.filters()}
	var only []string
	for _, filter := range form.Filters {
		only = append(only, filter.Value)
	}
	form.Only = strings.Join(only, ", ")
	return form
}

// sendSearchForm answers who searches for nothing: people with the form, and
// programs with what to do.
func (s *Server) sendSearchForm(x *exchange.Exchange, r *http.Request, a asked) error {
	if !prefersHTML(r) {
		return badSearch("There is nothing to search for. Give words as q, such as " + s.mapper.Service("search?q=vermeer") +
			", or a filter as class or classified_as.")
	}
	form := page.List{Frame: s.frame("Search")}
	form.Search = s.searchForm(a)
	return s.sendDocument(x, r, "no-cache", forms(s.listDocument(form)))
}
