package server

import (
	"context"
	"errors"
	"strings"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// location is what a request target leads to.
type location struct {
	entry *entry
	// offer is the representation that a suffix names, or nil.
	offer *offer
	// moved is the right path, where the target is another spelling of it.
	moved string
}

// locate finds the entity that a request target names. In order: the entity
// with exactly that URI, query included; without the query; the entity whose
// URI has a suffix added in the target; the entity whose URI the target
// misspells. The error is that of the store for the first that was deleted, or
// else for the target itself.
func (s *Server) locate(ctx context.Context, path, query string) (location, error) {
	var first error
	try := func(iris ...string) (*entry, error) {
		d, err := s.firstEntry(ctx, iris)
		if first == nil || errors.Is(err, rdfstore.ErrDeleted) && !errors.Is(first, rdfstore.ErrDeleted) {
			first = err
		}
		return d, err
	}
	iri := s.space.origin + path
	if query != "" {
		exact := iri + "?" + query
		if d, err := try(exact, iriForm(exact)); !isMissing(err) {
			return location{entry: d}, err
		}
	}
	if d, err := try(iri, iriForm(iri)); !isMissing(err) {
		return location{entry: d, moved: s.moved(d, nil, path)}, err
	}
	stem, o := s.cutSuffix(iri)
	if o != nil {
		if d, err := try(stem, iriForm(stem)); !isMissing(err) {
			return location{entry: d, offer: o, moved: s.moved(d, o, path)}, err
		}
	}
	if d, err := try(candidates(iri)...); !isMissing(err) {
		return location{entry: d, moved: s.moved(d, nil, path)}, err
	}
	if o != nil {
		if d, err := try(candidates(stem)...); !isMissing(err) {
			return location{entry: d, offer: o, moved: s.moved(d, o, path)}, err
		}
	}
	return location{}, first
}

// firstEntry returns the entry of the first of the IRIs that is an entity, or
// the error about one of them.
func (s *Server) firstEntry(ctx context.Context, iris []string) (*entry, error) {
	var first error
	for i, iri := range iris {
		if i > 0 && iri == iris[i-1] {
			continue
		}
		d, err := s.entry(ctx, iri)
		if !isMissing(err) {
			return d, err
		}
		if first == nil || errors.Is(err, rdfstore.ErrDeleted) {
			first = err
		}
	}
	return nil, first
}

// moved returns the path where the entity, or the representation, really is if
// that is another than path.
func (s *Server) moved(d *entry, o *offer, path string) string {
	if d == nil || o == nil && d.iri == s.space.origin+path {
		return ""
	}
	right, ok := s.space.path(d.iri)
	if !ok {
		return ""
	}
	if o != nil {
		// Any of a format's suffixes will do.
		right += path[strings.LastIndexByte(path, '.'):]
	}
	if right == path {
		return ""
	}
	return right
}

// cutSuffix takes the suffix of a representation off an IRI.
func (s *Server) cutSuffix(iri string) (stem string, o *offer) {
	dot := strings.LastIndexByte(iri, '.')
	if dot < 0 || strings.ContainsAny(iri[dot:], "/?") {
		return "", nil
	}
	return iri[:dot], s.offers.byExtension(iri[dot+1:])
}

// entry returns what is known of an entity.
func (s *Server) entry(ctx context.Context, iri string) (*entry, error) {
	return s.cache.entry(ctx, iri, func() (*entry, error) {
		name, err := graph.IRI(iri)
		if err != nil || len(iri) > graph.MaxIRI {
			return nil, rdfstore.ErrNotFound
		}
		e, err := s.config.Store.Get(ctx, name)
		if err != nil {
			return nil, err
		}
		return s.describe(ctx, e)
	})
}

func isMissing(err error) bool {
	return err != nil && (errors.Is(err, rdfstore.ErrNotFound) || errors.Is(err, rdfstore.ErrDeleted))
}
