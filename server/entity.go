package server

import (
	"errors"
	"net/http"
	"strings"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// getEntity answers for the entity that the request's path names, in the
// representation that is asked for. A path that names none but ends in a slash
// may still lead to a list.
func (s *Server) getEntity(x *exchange, r *http.Request) error {
	path := s.requestPath(r)
	found, err := s.locate(r.Context(), path, r.URL.RawQuery)
	if isMissing(err) {
		return s.getList(x, r, path, err)
	}
	if err != nil {
		return err
	}
	if found.moved != "" {
		return x.redirect(found.moved, r.URL.RawQuery)
	}
	return s.serve(x, r, found.entry, found.offer)
}

// getByID answers for the entity that the id parameter names.
func (s *Server) getByID(x *exchange, r *http.Request) error {
	id := r.URL.Query().Get("id")
	if _, err := graph.IRI(id); err != nil {
		return &httpError{kind: kindBadRequest, detail: "The parameter id must be an absolute IRI, percent-encoded."}
	}
	for _, iri := range []string{id, iriForm(id), uriForm(id)} {
		d, err := s.entry(r.Context(), iri)
		if err == nil {
			return s.serve(x, r, d, nil)
		}
		if !isMissing(err) {
			return err
		}
		if errors.Is(err, rdfstore.ErrDeleted) {
			return err
		}
	}
	return &httpError{kind: kindNotFound, detail: "No description has this id."}
}

// serve answers with a representation of an entity: the one that a suffix or
// the format parameter forces, or the one that the client likes best.
func (s *Server) serve(x *exchange, r *http.Request, d *entry, forced *offer) error {
	if r.URL.RawQuery != "" && forced == nil {
		if value := r.URL.Query().Get("format"); value != "" {
			if forced = s.offers.byQuery(value); forced == nil {
				return s.notAcceptable(d, "The parameter format names no form that there is.")
			}
		}
	}
	accepted, err := s.preferences.codings(r.Header["Accept-Encoding"])
	if err != nil {
		return err
	}
	if len(accepted) == 0 {
		return &httpError{kind: kindNotAcceptable, detail: "Accept-Encoding excludes every content coding there is: zstd, br, gzip and identity."}
	}
	for range maxAttempts {
		o, asked, err := s.choose(r.Header, d, forced)
		if err != nil {
			return err
		}
		rep, err := s.representation(r.Context(), d, o, asked, accepted)
		if err == nil {
			return x.send(r, rep)
		}
		if !errors.Is(err, errChanged) {
			return err
		}
		if d, err = s.freshEntry(r.Context(), d.iri); err != nil {
			return err
		}
	}
	return &httpError{kind: kindBusy, detail: "The description changes faster than it can be written out."}
}

// errChanged means that an entity changed while it was about to be rendered;
// then it is read afresh, up to maxAttempts times.
var errChanged = errors.New("the entity changed meanwhile")

const maxAttempts = 4

// choose returns the representation to send, and the client's own spelling of
// its media type where that is echoed.
func (s *Server) choose(h http.Header, d *entry, forced *offer) (o *offer, asked string, err error) {
	if forced != nil {
		if d.refs[forced.index] == "" {
			return nil, "", s.notAcceptable(d, "This description has no such form.")
		}
		return forced, "", nil
	}
	choices, err := s.preferences.forms(h["Accept"])
	if err != nil {
		return nil, "", err
	}
	for _, c := range choices {
		o := s.offers.list[c.Offer]
		if d.refs[o.index] == "" {
			continue
		}
		if s.offers.record() == o {
			asked = c.Asked
		}
		return o, asked, nil
	}
	return nil, "", s.notAcceptable(d, "")
}

// notAcceptable is the answer where there is nothing that the client accepts.
func (s *Server) notAcceptable(d *entry, detail string) error {
	e := &httpError{kind: kindNotAcceptable, detail: detail, header: http.Header{}}
	var links []string
	for _, o := range s.offers.list {
		if ref := d.refs[o.index]; ref != "" {
			e.available = append(e.available, available{Name: o.name, Title: o.title, Type: o.fullType(), Href: ref})
			links = append(links, link(ref, "alternate", o.fullType()))
		}
	}
	e.header.Set("Link", strings.Join(links, ", "))
	return e
}
