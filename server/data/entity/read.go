package entity

import (
	"errors"
	"net/http"

	"vitrine/rdfstore"
	"vitrine/server/data/represent"
	"vitrine/server/web/respond"
)

// Get answers for the entity that the request's path names, in the
// representation that is asked for. A path that names none but ends in a slash
// may still lead to a list.
func (s *Entities) Get(x *respond.Exchange, r *http.Request) error {
	path := s.Site.Proxies.Path(r)
	view, err := s.Maker.View(r.Context())
	if err != nil {
		return err
	}
	found, err := s.locate(r.Context(), view, path, r.URL.RawQuery)
	if rdfstore.IsMissing(err) {
		return s.Absent(x, r, view, path, err)
	}
	if err != nil {
		return err
	}
	if found.moved != "" {
		return x.Redirect(found.moved, r.URL.RawQuery)
	}
	return s.Serve(x, r, view, found.resource, found.offer)
}

// getByID answers for the entity that the id parameter names.
func (s *Entities) getByID(x *respond.Exchange, r *http.Request) error {
	view, err := s.Maker.View(r.Context())
	if err != nil {
		return err
	}
	d, err := view.ByID(r.Context(), "id", r.URL.Query().Get("id"))
	if err != nil {
		return err
	}
	return s.Serve(x, r, view, d, nil)
}

// Serve answers with a representation of an entity: the one that a suffix or
// the format parameter forces, or the one that the client likes best.
func (s *Entities) Serve(x *respond.Exchange, r *http.Request, view represent.View, d *represent.Resource, forced *represent.Offer) error {
	for range maxAttempts {
		v, err := view.Select(r, d, forced)
		if err != nil {
			return err
		}
		if rep := s.Maker.CheckPreconditions(r.Header, v); rep != nil {
			return rep.Answer(x, r)
		}
		rep, err := s.Maker.Make(r.Context(), v)
		if err == nil {
			return rep.Answer(x, r)
		}
		if !errors.Is(err, represent.ErrChanged) {
			return err
		}
		if d, err = s.Maker.Fresh(r.Context(), d.IRI); err != nil {
			return err
		}
	}
	return &respond.Error{Type: respond.Busy, Detail: "The description changes faster than it can be written out."}
}

// maxAttempts is how often an entity that changes while it is about to be rendered
// is read afresh.
const maxAttempts = 4
