package server

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/google/uuid"

	"vitrine/linkedart"
	"vitrine/rdfstore"
	"vitrine/server/address"
	"vitrine/server/exchange"
	"vitrine/server/problem"
	"vitrine/server/write"
)

// addressed returns the target of a request by its path and query.
func (s *Server) addressed(r *http.Request, p write.Parameters) (write.Target, error) {
	path, query := s.proxies.Path(r), p.Rest
	if own := withoutOwn(query); own != query {
		return write.Target{}, &problem.Error{Type: problem.BadRequest, Detail: fmt.Sprintf(`The write.Parameters "format" and "links" ask for a form of a description; what is written is the description itself. Known: %s.`, write.DryRun)}
	}
	requested := path
	if query != "" {
		requested += "?" + query
	}
	iri := s.mapper.Origin + requested
	found, err := s.resolve(iri, path, query, func(iris []string) (string, error) { return s.firstName(r.Context(), iris) })
	switch {
	case rdfstore.IsMissing(err):
		return s.fresh(r.Context(), iri, requested, query, err)
	case err != nil:
		return write.Target{}, err
	case found.name == iri, found.name == address.IRI(iri):
		return write.Named(found.name)
	case found.moved != "":
		return write.Target{Moved: found.moved}, nil
	case found.offer != nil:
		return write.Target{}, &problem.Error{Type: problem.Method, Header: http.Header{"Allow": {exchange.Methods{http.MethodGet: nil}.Allow()}},
			Detail: "This is the address of one form of a description. Write to the description itself, at " + s.mapper.Href(found.name) + "."}
	default:
		return write.Target{}, write.UnknownParameter(query, write.DryRun)
	}
}

// fresh returns the target for an entity that is not there; missing says so. A
// query is taken for part of a new name only where it was one before: a
// misspelled parameter would make a name otherwise.
func (s *Server) fresh(ctx context.Context, iri, requested, query string, missing error) (write.Target, error) {
	if path, ok := s.mapper.Path(iri); !ok || path != address.URI(requested) {
		return write.Target{}, &problem.Error{Type: problem.BadRequest, Detail: "No description can have this address."}
	}
	if query != "" {
		_, err := s.firstName(ctx, []string{iri, address.IRI(iri)})
		if !rdfstore.IsMissing(err) {
			return write.Target{}, err
		}
		if !errors.Is(err, rdfstore.ErrDeleted) {
			return write.Target{}, write.UnknownParameter(query, write.DryRun+"; a description whose name has a query is made at "+s.mapper.ByID(iri))
		}
	}
	to, err := write.Named(iri, address.IRI(iri))
	to.Missing = missing
	return to, err
}

// identified returns the target of a request by the parameter id.
func (s *Server) identified(r *http.Request, p write.Parameters) (write.Target, error) {
	id, err := p.ID()
	if err != nil {
		return write.Target{}, err
	}
	name, err := s.firstName(r.Context(), []string{id, address.IRI(id), address.URI(id)})
	if err == nil {
		return write.Named(name)
	}
	if !rdfstore.IsMissing(err) {
		return write.Target{}, err
	}
	to, invalid := write.Named(id)
	to.Missing = err
	return to, invalid
}

// minted returns a new target at the endpoint that the request's path is. Its
// last segment is a version 7 UUID (RFC 9562 section 5.7), so that names made
// one after the other lie together in the store.
func (s *Server) minted(r *http.Request, p write.Parameters) (write.Target, error) {
	if err := p.None(); err != nil {
		return write.Target{}, err
	}
	path := s.proxies.Path(r)
	if !strings.HasSuffix(path, "/") {
		return write.Target{Moved: path + "/"}, nil
	}
	id, err := uuid.NewV7()
	if err != nil {
		return write.Target{}, err
	}
	to, err := write.Named(s.mapper.Name(path) + id.String())
	to.Minted = true
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
