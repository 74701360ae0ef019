package edit

import (
	"cmp"
	"io"
	"net/http"
	"strings"
	"time"

	"vitrine/server/data/update"
	"vitrine/server/people/describe"
	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
	"vitrine/server/people/session"
	"vitrine/server/people/site"
	"vitrine/server/web/address"
	"vitrine/server/web/auth"
	"vitrine/server/web/respond"
)

// draft returns a draft that the token may see: one of its own, and others where it may read private
// records and write or publish the record.
func (p *Pages) draft(r *http.Request, s *session.Session, id string) (*Draft, error) {
	d, err := p.Drafts.Get(r.Context(), id)
	if err == nil && !p.sees(s, d) {
		err = noDraft()
	}
	return d, err
}

func (p *Pages) sees(s *session.Session, d *Draft) bool {
	scope := s.Token.Scope
	return scope.Reaches(auth.Draft, d.Of, p.Site.Mapper.Base) && (d.By == s.Token.Name || scope.Allows(auth.Read))
}

// seen returns the drafts that the token may see.
func (p *Pages) seen(r *http.Request, s *session.Session) ([]*Draft, error) {
	all, err := p.Drafts.All(r.Context())
	out := all[:0]
	for _, d := range all {
		if p.sees(s, d) {
			out = append(out, d)
		}
	}
	return out, err
}

// waiting are the drafts on a page.
func (p *Pages) waiting(r *http.Request, s *session.Session, w *i18n.Wording) ([]html.EditDraft, error) {
	all, err := p.seen(r, s)
	var out []html.EditDraft
	for _, d := range all {
		one := html.EditDraft{Link: p.leadsTo(d), By: d.By, Message: d.Message, Saved: describe.Moment(d.Saved, w)}
		if d.Label != "" {
			one.Of = d.Of
		}
		out = append(out, one)
	}
	return out, err
}

// leadsTo is a link to the form of a draft.
func (p *Pages) leadsTo(d *Draft) html.Link {
	return html.Link{Href: p.address("?draft=" + d.ID), Title: cmp.Or(d.Label, d.Of)}
}

// allowed says on a form what the token may do with the record, and which are published with it.
func (p *Pages) allowed(form *html.EditForm, s *session.Session, st *state, others []*Draft) {
	form.MayStore = s.Token.Scope.Reaches(auth.Write, st.of, p.Site.Mapper.Base)
	form.MayPublish = st.draft != "" && s.Token.Scope.Reaches(auth.Publish, st.of, p.Site.Mapper.Base)
	for _, d := range others {
		form.Together = append(form.Together, p.leadsTo(d))
	}
	form.With = handles(others)
}

// kept keeps a state as a draft.
func (p *Pages) kept(r *http.Request, s *session.Session, st *state) (*Draft, error) {
	if st.isNew() {
		st.of = member(st.text, "id")
	}
	if err := p.confine(s, auth.Draft, st.of); err != nil {
		return nil, err
	}
	return p.Drafts.Keep(r.Context(), Draft{
		Of: st.of, Label: member(st.text, "_label"), Version: st.version, Base: string(st.base), Text: string(st.text), Message: st.message, By: s.Token.Name, Saved: time.Now().UTC(),
	}, st.draft)
}

// keepDraft keeps a state as a draft, and leads to it.
func (p *Pages) keepDraft(x *respond.Exchange, r *http.Request, s *session.Session, st *state) error {
	if id, _, found := strings.Cut(st.draft, " "); found {
		if _, err := p.draft(r, s, id); err != nil {
			return err
		}
	}
	if _, err := p.kept(r, s, st); err != nil {
		return err
	}
	return p.see(x, r, p.address("")+"#drafts")
}

// discard removes a draft.
func (p *Pages) discard(x *respond.Exchange, r *http.Request, s *session.Session, st *state) error {
	id, _, _ := strings.Cut(st.draft, " ")
	if _, err := p.draft(r, s, id); err != nil {
		return err
	}
	if err := p.Drafts.Remove(r.Context(), st.draft); err != nil {
		return err
	}
	return p.see(x, r, p.address("")+"#drafts")
}

// byToken makes a handler of what is done for a request with a token in its header, on the pages
// that the token may see.
func (p *Pages) byToken(do action) respond.Handler {
	return func(x *respond.Exchange, r *http.Request) error {
		asked := auth.Request{HTTP: r, ID: x.ID, Client: p.Site.Proxies.Client(r)}
		t, err := p.Writer.Access.Authorise(asked, auth.Draft)
		if err != nil {
			return err
		}
		s := &session.Session{Token: t, Asked: asked}
		return do(p.seenBy(s), x, r, s)
	}
}

// List answers for the drafts: with their list, and by POST of a record with a new one.
func (p *Pages) List() respond.Handler {
	return respond.Methods{http.MethodGet: p.byToken((*Pages).list), http.MethodPost: p.byToken((*Pages).post)}.Resource()
}

// One answers for one draft, and Publication publishes it by POST.
func (p *Pages) One(id func(*http.Request) string) respond.Handler {
	return respond.Methods{
		http.MethodGet: p.byToken(func(p *Pages, x *respond.Exchange, r *http.Request, s *session.Session) error {
			return p.get(x, r, s, id(r))
		}),
		http.MethodDelete: p.byToken(func(p *Pages, x *respond.Exchange, r *http.Request, s *session.Session) error {
			d, err := p.draft(r, s, id(r))
			if err == nil {
				err = p.Drafts.Remove(r.Context(), d.Handle())
			}
			if err != nil {
				return err
			}
			return x.SendNothing(http.StatusNoContent)
		}),
	}.Resource()
}

// Publication publishes a draft.
func (p *Pages) Publication(id func(*http.Request) string) respond.Handler {
	return respond.Methods{http.MethodPost: p.byToken(func(p *Pages, x *respond.Exchange, r *http.Request, s *session.Session) error {
		d, err := p.draft(r, s, id(r))
		if err != nil {
			return err
		}
		st := d.state()
		others, err := p.together(r, s, st)
		if err != nil {
			return err
		}
		done, err := p.put(x, r, s, auth.Publish, st, others)
		if err != nil {
			return err
		}
		status := http.StatusOK
		if st.isNew() {
			status = http.StatusCreated
		}
		out := publication{Report: done[0].Report(&update.Request{})}
		for _, other := range done[1:] {
			out.With = append(out.With, other.Report(&update.Request{}))
		}
		x.Header().Set("Location", p.Site.Mapper.Href(d.Of))
		return x.SendJSON(status, out)
	})}.Resource()
}

// publication is the answer to a publication: the report of a PUT, and those of the drafts that
// were published with this one.
type publication struct {
	update.Report
	With []update.Report `json:"with,omitempty"`
}

// listed is a draft in a list, or alone.
type listed struct {
	// Address is where the draft is, and With where those are that are published with it.
	Address string   `json:"address"`
	With    []string `json:"with,omitempty"`
	*Draft
}

func (p *Pages) list(x *respond.Exchange, r *http.Request, s *session.Session) error {
	all, err := p.seen(r, s)
	if err != nil {
		return err
	}
	out := struct {
		Drafts []listed `json:"drafts"`
	}{[]listed{}}
	for _, d := range all {
		out.Drafts = append(out.Drafts, listed{Address: p.at(d.ID), Draft: d})
	}
	return p.Site.Send(x, r, "no-store", site.Forms(site.JSON(out)))
}

// at is the address of a draft.
func (p *Pages) at(id string) string { return p.Site.Mapper.Service(address.Drafts + "/" + id) }

func (p *Pages) get(x *respond.Exchange, r *http.Request, s *session.Session, id string) error {
	d, err := p.draft(r, s, id)
	if err != nil {
		return err
	}
	others, err := p.together(r, s, d.state())
	if err != nil {
		return err
	}
	out := listed{Address: p.at(d.ID), Draft: d}
	for _, other := range others {
		out.With = append(out.With, p.at(other.ID))
	}
	return p.Site.Send(x, r, "no-store", site.Forms(site.JSON(out)))
}

// post keeps the record that is sent as a draft of what is there now, or of a new record.
func (p *Pages) post(x *respond.Exchange, r *http.Request, s *session.Session) error {
	text, err := io.ReadAll(http.MaxBytesReader(x, r.Body, maxText))
	if err != nil {
		return tooLarge()
	}
	of := member(text, "id")
	if of == "" {
		return &respond.Error{Type: respond.Malformed, Detail: "A draft is one record in JSON-LD with an id."}
	}
	st := &state{of: of, base: []byte(noRecord)}
	now, err := p.current(r.Context(), of)
	switch {
	case err == nil:
		st = now
	case !isMissing(err):
		return err
	}
	if sent := r.Header.Get("If-Match"); sent != "" && sent != st.version {
		return &respond.Error{Type: respond.Precondition}
	}
	st.text, st.message = text, message(r.Header.Get(update.Message))
	d, err := p.kept(r, s, st)
	if err != nil {
		return err
	}
	x.Header().Set("Location", p.at(d.ID))
	return x.SendJSON(http.StatusCreated, listed{Address: p.at(d.ID), Draft: d})
}
