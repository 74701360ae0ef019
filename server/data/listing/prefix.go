package listing

import (
	"context"
	"errors"
	"iter"
	"net/http"
	"net/url"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/server/data/collection"
	"vitrine/server/data/criteria"
	"vitrine/server/data/resource"
	"vitrine/server/data/search"
	"vitrine/server/ops/pace"
	"vitrine/server/people/i18n"
	"vitrine/server/people/results"
	"vitrine/server/people/site"
	"vitrine/server/web/address"
	"vitrine/server/web/respond"
)

// Below answers for a path that names no entity but begins the names of
// several, such as /person/, with a list of them; missing is the error for
// other paths. A path that only lacks the slash is redirected.
func (s *Lists) Below(x *respond.Exchange, r *http.Request, view resource.View, path string, missing error) error {
	prefix := s.Site.Mapper.Name(path)
	if strings.HasPrefix(path, "//") {
		return missing // a redirect to such a path would lead to another host
	}
	if !strings.HasSuffix(prefix, "/") {
		found, err := s.Survey.Begins(r.Context(), prefix+"/")
		if err != nil {
			return err
		}
		if found {
			return x.Redirect(path+"/", r.URL.RawQuery)
		}
		return missing
	}
	found, err := s.Survey.Begins(r.Context(), prefix)
	if err != nil {
		return err
	}
	if !found {
		return missing
	}
	return s.sendBelow(x, r, view, prefix)
}

// sendBelow answers with the list of the entities whose names begin with the prefix.
func (s *Lists) sendBelow(x *respond.Exchange, r *http.Request, view resource.View, prefix string) error {
	ctx, cancel := context.WithTimeout(r.Context(), s.Timeout)
	defer cancel()
	total, err := s.Counts.Total(ctx, prefix, func(ctx context.Context) (uint64, error) {
		return s.Store.CountNames(ctx, prefix)
	})
	if err != nil {
		return err
	}
	title := strings.TrimPrefix(prefix, s.Site.Mapper.Base)
	list := listing{
		view: view, reader: s.Site.Reader(r, view.At()), List: results.List{
			List:  collection.List{ID: address.URI(prefix), Label: collection.English(title), Total: total, Size: PageSize},
			Title: title, Names: func(ctx context.Context, start, length uint64) ([]rdf.IRI, error) {
				return firstOf(s.Store.Names(ctx, prefix, start), length)
			},
		},
	}
	list.Headed = func(w *i18n.Wording) string {
		if text := w.Endpoint(strings.TrimSuffix(title, "/")); text != "" {
			return text
		}
		return title
	}
	if err := s.facetList(r, &list, url.Values{"in": {title}}); err != nil {
		return err
	}
	return s.sendListing(x, r, list)
}

// facetList adds the facets of a list for people, where the entities of the list are
// those that a search with the parameters finds. A list for programs has none, and
// neither has any while the index is behind: a list waits for it a twentieth of Timeout.
func (s *Lists) facetList(r *http.Request, l *listing, parameters url.Values) error {
	if s.Index == nil || !site.PrefersHTML(r) {
		return nil
	}
	scope, err := s.Results.Reader.Read(parameters)
	if err != nil {
		return nil // the index has no such value
	}
	query := scope.Query
	query.Facets = criteria.Facets()
	ctx, cancel := context.WithTimeout(r.Context(), s.Timeout/20)
	defer cancel()
	hits, err := s.Find(ctx, query, 0, 0)
	// The list does without them while the index is behind, or is built anew, or many search.
	if search.IsUnavailable(err) || errors.Is(err, pace.ErrShare) || r.Context().Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	l.Facets, l.Scope = hits.Facets, scope
	return err
}

// firstOf returns at most so many names of a walk.
func firstOf(walk iter.Seq2[rdf.IRI, error], length uint64) ([]rdf.IRI, error) {
	var names []rdf.IRI
	for name, err := range walk {
		if err != nil {
			return nil, err
		}
		if names = append(names, name); uint64(len(names)) >= length {
			break
		}
	}
	return names, nil
}
