package server

import (
	"context"
	"errors"
	"net/http"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/server/address"
	"vitrine/server/exchange"
	"vitrine/server/problem"
	"vitrine/server/represent"
)

// getEntity answers for the entity that the request's path names, in the
// representation that is asked for. A path that names none but ends in a slash
// may still lead to a list.
func (s *Server) getEntity(x *exchange.Exchange, r *http.Request) error {
	path := s.proxies.Path(r)
	view, err := s.maker.View(r.Context())
	if err != nil {
		return err
	}
	found, err := s.locate(r.Context(), view, path, r.URL.RawQuery)
	if rdfstore.IsMissing(err) && path == robotsPath {
		return s.getRobots(x, r)
	}
	if rdfstore.IsMissing(err) {
		return s.getList(x, r, view, path, err)
	}
	if err != nil {
		return err
	}
	if found.moved != "" {
		return x.Redirect(found.moved, r.URL.RawQuery)
	}
	return s.serve(x, r, view, found.resource, found.offer)
}

// getByID answers for the entity that the id parameter names.
func (s *Server) getByID(x *exchange.Exchange, r *http.Request) error {
	view, err := s.maker.View(r.Context())
	if err != nil {
		return err
	}
	d, err := resourceByID(r.Context(), view, r.URL.Query().Get("id"))
	if err != nil {
		return err
	}
	return s.serve(x, r, view, d, nil)
}

// resourceByID returns the resource of the entity with the IRI, which may be spelled
// as a URI.
func resourceByID(ctx context.Context, view represent.View, id string) (*represent.Resource, error) {
	if _, err := graph.IRI(id); err != nil {
		return nil, &problem.Error{Type: problem.BadRequest, Detail: "The parameter id must be an absolute IRI, percent-encoded."}
	}
	for _, iri := range []string{id, address.IRI(id), address.URI(id)} {
		d, err := view.Resource(ctx, iri)
		if !rdfstore.IsMissing(err) || errors.Is(err, rdfstore.ErrDeleted) {
			return d, err
		}
	}
	return nil, &problem.Error{Type: problem.NotFound, Detail: "No description has this id."}
}

// serve answers with a representation of an entity: the one that a suffix or
// the format parameter forces, or the one that the client likes best.
func (s *Server) serve(x *exchange.Exchange, r *http.Request, view represent.View, d *represent.Resource, forced *represent.Offer) error {
	for range maxAttempts {
		v, err := view.Select(r, d, forced)
		if err != nil {
			return err
		}
		if v.Preference != "" {
			x.Header().Set("Preference-Applied", v.Preference)
		}
		if rep := s.maker.Early(r.Header, v); rep != nil {
			return rep.Answer(x, r)
		}
		rep, err := s.maker.Make(r.Context(), v)
		if err == nil {
			return rep.Answer(x, r)
		}
		if !errors.Is(err, represent.ErrChanged) {
			return err
		}
		if d, err = s.maker.Fresh(r.Context(), d.IRI); err != nil {
			return err
		}
	}
	return &problem.Error{Type: problem.Busy, Detail: "The description changes faster than it can be written out."}
}

// maxAttempts is how often an entity that changes while it is about to be rendered
// is read afresh.
const maxAttempts = 4
