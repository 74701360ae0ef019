package resource

import (
	"context"
	"errors"
	"net/http"

	"vitrine/server/people/site"
	"vitrine/server/web/contentneg"
	"vitrine/server/web/respond"
)

// Selected is the representation of an entity that a request selects (RFC 9110
// section 3.2).
type Selected struct {
	resource *Resource
	offer    *Offer
	// links are those of a record or a page that is sent with its links; nil
	// otherwise.
	links *linked
	// codings are the content codings that the client accepts, the best first.
	codings []string
	// at is the newest entry of the log that the request knows of, and language that of a
	// page.
	at       uint64
	language site.Language
}

// ErrChanged means that an entity changed while it was about to be rendered.
var ErrChanged = errors.New("the entity changed meanwhile")

// Select returns the representation that a request selects: the forced one or that
// which the parameters format and _profile name, or the one that the client likes best.
// The error is an answer.
func (view View) Select(r *http.Request, d *Resource, forced *Offer) (v Selected, err error) {
	m := view.maker
	if r.URL.RawQuery != "" && forced == nil {
		query := r.URL.Query()
		if value := query.Get("format"); value != "" {
			if forced = m.Offers.ByQuery(value); forced == nil {
				return v, m.notAcceptable(d, "The parameter format names no form that there is.")
			}
		}
		if value := query.Get(profileParameter); value != "" {
			named := m.Offers.ByProfile(value, forced)
			if named == nil {
				return v, m.notAcceptable(d, "The parameter _profile names no profile that there is in this form.")
			}
			forced = named
		}
	}
	codings, err := m.Compressor.Accepted(r.Header)
	if err != nil {
		return v, err
	}
	if len(codings) == 0 {
		return v, &respond.Error{Type: respond.NotAcceptable, Detail: "Accept-Encoding excludes every content coding there is: zstd, br, gzip and identity."}
	}
	if v, err = m.Choose(r.Context(), r.Header, d, forced); err != nil {
		return v, err
	}
	v.codings, v.at = codings, view.at
	if v.offer.IsPage() {
		if v.language, err = m.Language(r); err != nil {
			return v, err
		}
	}
	if m.hasLinks(d, v.offer) && (r.URL.RawQuery == "" || r.URL.Query().Get("links") != "none") {
		v.links, err = m.linkedTo(r.Context(), view.at, d)
	}
	return v, err
}

// accept ranks the offers that the lines of an Accept field accept. The result is shared and must
// not be changed.
func (m *Maker) accept(lines []string) ([]contentneg.Choice, error) {
	return m.accepted.Get(lines, func() ([]contentneg.Choice, error) { return contentneg.Accept(lines, m.Offers.terms) })
}

// Choose returns the forced representation, or the one that the fields Accept-Profile and
// Accept like best, without its links and without a content coding.
func (m *Maker) Choose(ctx context.Context, h http.Header, d *Resource, forced *Offer) (Selected, error) {
	if forced != nil {
		if d.Refs[forced.Index] == "" {
			return Selected{}, m.lacks(ctx, d, forced)
		}
		return m.in(h, plainly(d, forced))
	}
	choices, err := m.accept(h["Accept"])
	if err != nil {
		return Selected{}, err
	}
	profiles := h["Accept-Profile"]
	if choices, err = contentneg.AcceptProfile(profiles, choices, m.Offers.terms); err != nil {
		return Selected{}, err
	}
	for _, c := range choices {
		if o := m.Offers.List[c.Offer]; d.Refs[o.Index] != "" {
			return m.in(h, plainly(d, o))
		}
	}
	switch {
	case len(profiles) == 0:
		return Selected{}, m.notAcceptable(d, "")
	case len(choices) == 0:
		return Selected{}, m.notAcceptable(d, "Accept-Profile names no profile that there is in a form that Accept takes.")
	}
	return Selected{}, m.lacks(ctx, d, m.Offers.List[choices[0].Offer])
}

// in selects the language of a page by Accept-Language.
func (m *Maker) in(h http.Header, v Selected) (_ Selected, err error) {
	if v.offer.IsPage() {
		v.language, err = m.AcceptedLanguage(h)
	}
	return v, err
}

// Record selects the record of an entity, without its links and without a content
// coding. It is false where the server has no format for that.
func (m *Maker) Record(d *Resource) (Selected, bool) {
	o := m.Offers.Record()
	if o == nil {
		return Selected{}, false
	}
	return plainly(d, o), true
}

func plainly(d *Resource, o *Offer) Selected {
	return Selected{resource: d, offer: o, codings: identity}
}

// identity are the codings where none is asked for. It is never changed.
var identity = []string{contentneg.Identity}

// WithLinks returns the selected representation with its links, where it can have
// them.
func (view View) WithLinks(ctx context.Context, v Selected) (Selected, error) {
	var err error
	v.at = view.at
	if m := view.maker; m.hasLinks(v.resource, v.offer) {
		v.links, err = m.linkedTo(ctx, view.at, v.resource)
	}
	return v, err
}

// hasLinks tells whether the representation is one that can have links: the
// record, or the page. A memento has none, since they change without it.
func (m *Maker) hasLinks(d *Resource, o *Offer) bool {
	return m.Links != nil && d.memento == nil && (o.IsPage() && !o.Triples || o == m.Offers.Record())
}

// notAcceptable is the answer where there is nothing that the client accepts.
func (m *Maker) notAcceptable(d *Resource, detail string) error {
	e := &respond.Error{Type: respond.NotAcceptable, Detail: detail, Header: http.Header{}}
	for _, o := range m.Offers.List {
		if ref := d.Refs[o.Index]; ref != "" {
			e.Available = append(e.Available, respond.Available{Name: o.Name, Title: o.Title, Type: o.FullType(), Href: ref})
		}
	}
	e.Header.Set("Link", m.linksetLink(d).Field())
	return e
}
