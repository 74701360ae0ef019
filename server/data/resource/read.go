package resource

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/server/ops/pace"
	"vitrine/server/web/address"
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
	version, asked, err := s.askedVersion(r, view, s.Site.Mapper.Origin+path)
	if err != nil {
		return err
	}
	err = s.Weighed(x, r, 0, func(ctx context.Context, share *pace.Share) error {
		var found Location
		var err error
		if asked {
			found, err = s.locateState(ctx, view, path, r.URL.RawQuery, version)
		} else {
			found, err = s.locate(ctx, view, path, r.URL.RawQuery)
		}
		switch {
		case err != nil:
			return err
		case found.Moved != "":
			return x.Redirect(found.Moved, r.URL.RawQuery)
		case !asked && r.Header[acceptDatetime] != nil:
			return s.negotiate(ctx, x, r, found.Name)
		}
		return s.serve(ctx, x, r, view, found.resource, found.Offer, share)
	})
	if deleted := deletion(err); deleted != nil && !asked {
		if err = s.answerDeleted(x, r, deleted, r.URL.RawQuery, path); err == nil {
			return nil
		}
	}
	if rdfstore.IsMissing(err) {
		return s.Absent(x, r, view, path, err)
	}
	return err
}

// deletion returns what is left of an entity that was deleted, nil for any other error.
func deletion(err error) *rdfstore.DeletedError {
	var deleted *rdfstore.DeletedError
	errors.As(err, &deleted)
	return deleted
}

// answerDeleted answers for what is left of an entity: with the state of a time that is asked for,
// or with the entity that is there in its place. The error says where its states are otherwise.
func (s *Entities) answerDeleted(x *respond.Exchange, r *http.Request, deleted *rdfstore.DeletedError, query, path string) error {
	if r.Header[acceptDatetime] != nil {
		if err := s.negotiate(r.Context(), x, r, deleted.Name.String()); !rdfstore.IsMissing(err) {
			return err
		}
	}
	if deleted.Successor != (rdf.IRI{}) {
		return x.Succeed(s.succeeding(deleted, path), query)
	}
	return &respond.Error{Type: respond.Gone, Detail: "There was a description here. It was deleted on " + deleted.Time.Format(time.RFC3339) + ".", Err: deleted,
		Header: http.Header{"Link": {fitting(maxLinkFields, s.mementoLinks(deleted.Name.String(), nil))}}}
}

// succeeding is the address of the successor of a deleted entity, with the suffix of the path
// where that names a representation.
func (s *Entities) succeeding(deleted *rdfstore.DeletedError, path string) string {
	location := s.Mapper.Href(deleted.Successor.String())
	suffix, ok := strings.CutPrefix(s.Mapper.Origin+path, address.URI(deleted.Name.String()))
	if ok && strings.HasPrefix(suffix, ".") && !strings.Contains(location, "?") {
		location += suffix
	}
	return location
}

// GetByID answers for the entity that the id parameter names.
func (s *Entities) GetByID(x *respond.Exchange, r *http.Request) error {
	view, err := s.Maker.View(r.Context())
	if err != nil {
		return err
	}
	id := r.URL.Query().Get("id")
	version, asked, err := s.askedVersion(r, view, id)
	if err != nil {
		return err
	}
	err = s.Weighed(x, r, 0, func(ctx context.Context, share *pace.Share) error {
		var d *Resource
		var err error
		if asked {
			d, err = view.MementoByID(ctx, "id", id, version)
		} else {
			d, err = view.ByID(ctx, "id", id)
		}
		switch {
		case err != nil:
			return err
		case !asked && r.Header[acceptDatetime] != nil:
			return s.negotiate(ctx, x, r, d.IRI)
		}
		return s.serve(ctx, x, r, view, d, nil, share)
	})
	if deleted := deletion(err); deleted != nil && !asked {
		query := r.URL.Query()
		query.Del("id")
		return s.answerDeleted(x, r, deleted, query.Encode(), "")
	}
	return err
}

// Named answers for the entity with the name. The error wraps those of rdfstore.Store.Get.
func (s *Entities) Named(x *respond.Exchange, r *http.Request, view View, iri string) error {
	return s.Weighed(x, r, 0, func(ctx context.Context, share *pace.Share) error {
		d, err := view.Resource(ctx, iri)
		if err != nil {
			return err
		}
		return s.serve(ctx, x, r, view, d, nil, share)
	})
}

// serve answers with a representation of an entity: the one that a suffix or
// a parameter forces, or the one that the client likes best; or with the links to all.
func (s *Entities) serve(ctx context.Context, x *respond.Exchange, r *http.Request, view View, d *Resource, forced *Offer, share *pace.Share) error {
	r = r.WithContext(ctx)
	if r.URL.RawQuery != "" && forced == nil && r.URL.Query().Get(profileParameter) == allProfiles {
		return s.sendLinks(x, r, func(context.Context) (*Resource, error) { return d, nil })
	}
	for range maxAttempts {
		v, err := view.Select(r, d, forced)
		if err != nil {
			return err
		}
		if rep := s.Maker.CheckPreconditions(r.Header, v); rep != nil {
			return rep.Answer(x, r)
		}
		rep, err := s.Maker.Make(ctx, v)
		if err == nil {
			if share.Keep(rep.Size()) {
				x.Extend(s.SendTimeout)
			}
			return rep.Answer(x, r)
		}
		if !errors.Is(err, ErrChanged) {
			return err
		}
		if d, err = s.Maker.Fresh(ctx, d.IRI); err != nil {
			return err
		}
	}
	return &respond.Error{Type: respond.Busy, Detail: "The description changes faster than it can be written out."}
}

// maxAttempts is how often an entity that changes while it is about to be rendered
// is read afresh.
const maxAttempts = 4
