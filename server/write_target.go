package server

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/knakk/rdf"

	"vitrine/linkedart"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/server/address"
	"vitrine/server/problem"
)

// target is the entity that a request writes to.
type target struct {
	// names are the spellings of its name that the address can stand for, the
	// most literal first; one alone where there is such an entity.
	names []rdf.IRI
	// moved is the right address, where that of the request is another
	// spelling of it.
	moved string
	// missing is the store's error where there is no such entity.
	missing error
	// minted tells that the name is of the server's making, so that the record
	// need not say it.
	minted bool
}

// addressed returns the target of a request by its path and query.
func (s *Server) addressed(r *http.Request, p parameters) (target, error) {
	path, query := s.requestPath(r), p.rest
	if own := withoutOwn(query); own != query {
		return target{}, &problem.Error{Type: problem.BadRequest, Detail: fmt.Sprintf(`The parameters "format" and "links" ask for a form of a description; what is written is the description itself. Known: %s.`, dryRun)}
	}
	requested := path
	if query != "" {
		requested += "?" + query
	}
	iri := s.mapper.Origin + requested
	found, err := s.locate(r.Context(), path, query)
	switch {
	case isMissing(err):
		return s.fresh(r.Context(), iri, requested, query, err)
	case err != nil:
		return target{}, err
	case found.entry.iri == iri, found.entry.iri == address.IRI(iri):
		return named(found.entry.iri)
	case found.moved != "":
		return target{moved: found.moved}, nil
	case found.offer != nil:
		return target{}, &problem.Error{Type: problem.Method, Header: http.Header{"Allow": {methods{http.MethodGet: nil}.allow()}},
			Detail: "This is the address of one form of a description. Write to the description itself, at " + s.mapper.Href(found.entry.iri) + "."}
	default:
		return target{}, unknownParameter(query, dryRun)
	}
}

// fresh returns the target for an entity that is not there; missing says so. A
// query is taken for part of a new name only where it was one before: a
// misspelled parameter would make a name otherwise.
func (s *Server) fresh(ctx context.Context, iri, requested, query string, missing error) (target, error) {
	if path, ok := s.mapper.Path(iri); !ok || path != address.URI(requested) {
		return target{}, &problem.Error{Type: problem.BadRequest, Detail: "No description can have this address."}
	}
	if query != "" {
		_, err := s.firstEntry(ctx, []string{iri, address.IRI(iri)})
		if !isMissing(err) {
			return target{}, err
		}
		if !errors.Is(err, rdfstore.ErrDeleted) {
			return target{}, unknownParameter(query, dryRun+"; a description whose name has a query is made at "+s.mapper.ByID(iri))
		}
	}
	to, err := named(iri, address.IRI(iri))
	to.missing = missing
	return to, err
}

// identified returns the target of a request by the parameter id.
func (s *Server) identified(r *http.Request, p parameters) (target, error) {
	id, err := p.id()
	if err != nil {
		return target{}, err
	}
	d, err := s.firstEntry(r.Context(), []string{id, address.IRI(id), address.URI(id)})
	if err == nil {
		return named(d.iri)
	}
	if !isMissing(err) {
		return target{}, err
	}
	to, invalid := named(id)
	to.missing = err
	return to, invalid
}

// minted returns a new target at the endpoint that the request's path is. Its
// last segment is a version 7 UUID (RFC 9562 section 5.7), so that names made
// one after the other lie together in the store.
func (s *Server) minted(r *http.Request, p parameters) (target, error) {
	if err := p.none(); err != nil {
		return target{}, err
	}
	path := s.requestPath(r)
	if !strings.HasSuffix(path, "/") {
		return target{moved: path + "/"}, nil
	}
	id, err := uuid.NewV7()
	if err != nil {
		return target{}, err
	}
	to, err := named(s.mapper.Name(path) + id.String())
	to.minted = true
	return to, err
}

// isEndpoint tells whether a path is that of an endpoint of Linked Art, with
// its slash at the end or without.
func (s *Server) isEndpoint(path string) bool {
	rest, ok := strings.CutPrefix(path, s.mapper.Prefix)
	if !ok {
		return false
	}
	_, ok = linkedart.EndpointNamed(strings.TrimSuffix(rest, "/"))
	return ok
}

// named returns the target with the names.
func named(iris ...string) (target, error) {
	var to target
	for _, iri := range slices.Compact(iris) {
		name, err := graph.IRI(iri)
		if err != nil || len(iri) > graph.MaxIRI {
			return target{}, &problem.Error{Type: problem.BadRequest, Detail: "The address does not stand for an absolute IRI that can be the name of a description."}
		}
		to.names = append(to.names, name)
	}
	return to, nil
}
