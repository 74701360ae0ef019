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
)

// getEntity answers for the entity that the request's path names, in the
// representation that is asked for. A path that names none but ends in a slash
// may still lead to a list.
func (s *Server) getEntity(x *exchange.Exchange, r *http.Request) error {
	path := s.proxies.Path(r)
	found, err := s.locate(r.Context(), path, r.URL.RawQuery)
	if rdfstore.IsMissing(err) {
		return s.getList(x, r, path, err)
	}
	if err != nil {
		return err
	}
	if found.moved != "" {
		return x.Redirect(found.moved, r.URL.RawQuery)
	}
	return s.serve(x, r, found.entry, found.offer)
}

// getByID answers for the entity that the id parameter names.
func (s *Server) getByID(x *exchange.Exchange, r *http.Request) error {
	d, err := s.entryByID(r.Context(), r.URL.Query().Get("id"))
	if err != nil {
		return err
	}
	return s.serve(x, r, d, nil)
}

// entryByID returns the entry of the entity with the IRI, which may be spelled
// as a URI.
func (s *Server) entryByID(ctx context.Context, id string) (*entry, error) {
	if _, err := graph.IRI(id); err != nil {
		return nil, &problem.Error{Type: problem.BadRequest, Detail: "The parameter id must be an absolute IRI, percent-encoded."}
	}
	for _, iri := range []string{id, address.IRI(id), address.URI(id)} {
		d, err := s.entry(ctx, iri)
		if !rdfstore.IsMissing(err) || errors.Is(err, rdfstore.ErrDeleted) {
			return d, err
		}
	}
	return nil, &problem.Error{Type: problem.NotFound, Detail: "No description has this id."}
}

// serve answers with a representation of an entity: the one that a suffix or
// the format parameter forces, or the one that the client likes best.
func (s *Server) serve(x *exchange.Exchange, r *http.Request, d *entry, forced *offer) error {
	if r.URL.RawQuery != "" && forced == nil {
		if value := r.URL.Query().Get("format"); value != "" {
			if forced = s.offers.byQuery(value); forced == nil {
				return s.notAcceptable(d, "The parameter format names no form that there is.")
			}
		}
	}
	accepted, err := s.negotiation.codings(r.Header["Accept-Encoding"])
	if err != nil {
		return err
	}
	if len(accepted) == 0 {
		return &problem.Error{Type: problem.NotAcceptable, Detail: "Accept-Encoding excludes every content coding there is: zstd, br, gzip and identity."}
	}
	for range maxAttempts {
		v, err := s.choose(r.Header, d, forced)
		if err != nil {
			return err
		}
		if s.hasLinks(v.offer) {
			wanted, applied := s.linksWanted(r, v.offer)
			if applied != "" {
				x.Header().Set("Preference-Applied", applied)
			}
			if wanted {
				if v.links, err = s.linkedTo(r.Context(), d); err != nil {
					return err
				}
			}
		}
		if done, err := s.answerEarly(x, r, d, v, accepted); done {
			return err
		}
		rep, err := s.representation(r.Context(), d, v, accepted)
		if err == nil {
			return s.send(x, r, rep)
		}
		if !errors.Is(err, errChanged) {
			return err
		}
		if d, err = s.freshEntry(r.Context(), d.iri); err != nil {
			return err
		}
	}
	return &problem.Error{Type: problem.Busy, Detail: "The description changes faster than it can be written out."}
}

// errChanged means that an entity changed while it was about to be rendered;
// then it is read afresh, up to maxAttempts times.
var errChanged = errors.New("the entity changed meanwhile")

const maxAttempts = 4

// selectedRepresentation is the representation of an entity that a request selects
// (RFC 9110 section 3.2).
type selectedRepresentation struct {
	offer *offer
	// links are those of a record or a page that is sent with its links; nil
	// otherwise.
	links *linked
}

// choose returns the representation to send, yet without its links.
func (s *Server) choose(h http.Header, d *entry, forced *offer) (selectedRepresentation, error) {
	if forced != nil {
		if d.refs[forced.index] == "" {
			return selectedRepresentation{}, s.notAcceptable(d, "This description has no such form.")
		}
		return selectedRepresentation{offer: forced}, nil
	}
	choices, err := s.negotiation.forms(h["Accept"])
	if err != nil {
		return selectedRepresentation{}, err
	}
	for _, c := range choices {
		if o := s.offers.list[c.Offer]; d.refs[o.index] != "" {
			return selectedRepresentation{offer: o}, nil
		}
	}
	return selectedRepresentation{}, s.notAcceptable(d, "")
}

// hasLinks tells whether the representation is one that can have links: the
// record, or the page.
func (s *Server) hasLinks(o *offer) bool {
	return s.config.Links != nil && s.config.LinkMode != Never && (o.format == nil || o == s.offers.record())
}

// notAcceptable is the answer where there is nothing that the client accepts.
func (s *Server) notAcceptable(d *entry, detail string) error {
	e := &problem.Error{Type: problem.NotAcceptable, Detail: detail, Header: http.Header{}}
	for _, o := range s.offers.list {
		if ref := d.refs[o.index]; ref != "" {
			e.Available = append(e.Available, problem.Available{Name: o.name, Title: o.title, Type: o.fullType(), Href: ref})
		}
	}
	e.Header.Set("Link", s.linksetLink(d).Field())
	return e
}
