package iiif

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	paging "vitrine/server/data/collection"
	"vitrine/server/data/criteria"
	"vitrine/server/web/address"
	"vitrine/server/web/respond"
)

// maxFound is how many results of a search there are at most.
const maxFound = 10_000

// Results answers with the results of a search that have pictures, as a collection; where there
// are many, as one of collections. The parameters are those of the search.
func (s *Service) Results(x *respond.Exchange, r *http.Request) error {
	values, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return &respond.Error{Type: respond.BadRequest, Detail: "The parameters of the address cannot be read."}
	}
	c, err := s.Criteria.Read(values)
	if err != nil {
		return err
	}
	q, err := s.Criteria.Read(narrowed(values))
	if err != nil {
		return err
	}
	number := uint64(0)
	if text := values.Get("page"); text != "" {
		var ok bool
		if number, ok = paging.Number(text); !ok || number > maxFound/pageSize {
			return &respond.Error{Type: respond.NotFound, Detail: fmt.Sprintf("The pages of a search are numbered from 1 to %d at most.", maxFound/pageSize)}
		}
	}
	view, err := s.Maker.View(r.Context())
	if err != nil {
		return err
	}
	skip := int(max(number, 1)-1) * pageSize
	hits, err := s.Find(r.Context(), q.Query, skip, pageSize)
	if err != nil {
		return err
	}
	if number > 1 && uint64(skip) >= hits.Total {
		return &respond.Error{Type: respond.NotFound, Detail: "The results of this search have no such page."}
	}
	return s.send(x, r, func(ctx context.Context) (any, error) {
		if number == 0 && hits.Total > pageSize {
			return s.resultPages(c, hits.Total), nil
		}
		return s.resultPage(ctx, view.At(), c, number, hits.Total, hits.IDs)
	})
}

// narrowed are the parameters of a search for what may have a manifest: the works with pictures.
func narrowed(values url.Values) url.Values {
	out := maps.Clone(values)
	out.Set("picture", "yes")
	if out.Get("class") == "" {
		out["class"] = []string{"HumanMadeObject", "LinguisticObject", "VisualItem"}
	}
	return out
}

// found is a collection of results, without them; page 0 is the collection of all.
func (s *Service) found(c criteria.Criteria, number uint64) collection {
	label := languageMap{}
	for _, w := range s.Site.Languages.List() {
		label[w.Code()] = []string{plain(c.Heading(w))}
	}
	id := s.Site.Mapper.ServiceURI(address.IIIFSearch)
	if parameters := c.Encode(); parameters != "" {
		id += "?" + parameters
	}
	out := collection{about: about{Context: presentation, ID: id, Type: "Collection", Label: label, Provider: s.provider()}, Items: []reference{}}
	if number > 0 {
		out.ID = id + separator(id) + "page=" + strconv.FormatUint(number, 10)
		out.PartOf = []reference{{ID: id, Type: "Collection"}}
	}
	return out
}

func separator(id string) string {
	if strings.Contains(id, "?") {
		return "&"
	}
	return "?"
}

// resultPages is the collection of the pages of many results.
func (s *Service) resultPages(c criteria.Criteria, total uint64) collection {
	out := s.found(c, 0)
	shown := min(total, maxFound)
	for first := uint64(0); first < shown; first += pageSize {
		page := s.found(c, first/pageSize+1)
		out.Items = append(out.Items, reference{ID: page.ID, Type: "Collection", Label: numbered(out.Label, first+1, min(first+pageSize, shown))})
	}
	return out
}

// resultPage is a page of the results, or all of them.
func (s *Service) resultPage(ctx context.Context, at uint64, c criteria.Criteria, number, total uint64, ids []string) (any, error) {
	out := s.found(c, number)
	if number > 0 {
		first := (number - 1) * pageSize
		out.Label = numbered(out.Label, first+1, min(first+pageSize, total))
	}
	names := make([]rdf.IRI, 0, len(ids))
	for _, id := range ids {
		name, err := graph.IRI(id)
		if err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	items, err := s.references(ctx, at, names)
	if items != nil {
		out.Items = items
	}
	return out, err
}
