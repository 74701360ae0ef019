package edit

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"vitrine/linkedart"
	"vitrine/linkedart/words/dates"
	"vitrine/server/data/update"
	"vitrine/server/people/describe"
	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
	"vitrine/server/people/session"
	"vitrine/server/people/site"
	"vitrine/server/web/auth"
	"vitrine/server/web/respond"
)

// Options say how the pages are.
type Options struct {
	// Store is how commands on the server's machine name the store; empty where they cannot.
	Store string
	// Drafts is the store of the drafts.
	Drafts DraftStore
}

// Pages answers for the pages on which records are corrected. Its fields are set before its first
// request.
type Pages struct {
	Site *site.Site
	// Writer judges and stores the records.
	Writer    *update.Writer
	Describer Describer
	Shapes    *linkedart.Shapes
	Dates     *dates.Reader
	Words     i18n.Vocabulary
	// Suggest answers with names of records, nil for none.
	Suggest respond.Handler
	// Store is that of Options.
	Store string
	// Drafts are those of all.
	Drafts *Drafts
	// Whole are the pages for those who may read private records, nil where these are.
	Whole *Pages
}

// Describer says in words what the page of a record shows; *describe.Describer does.
type Describer interface {
	Record(ctx context.Context, s describe.Subject, w *i18n.Wording) (html.Record, error)
}

// maxForm bounds a form, in bytes: it has the record twice, and a text grows when it is sent.
const maxForm = 4 << 20

// action is what is done for a session.
type action func(p *Pages, x *respond.Exchange, r *http.Request, s *session.Session) error

func (p *Pages) sessions() *session.Sessions {
	return &session.Sessions{Site: p.Site, Access: p.Writer.Access, Need: auth.Draft}
}

// Form answers for the form of a record, which the parameter of names.
func (p *Pages) Form() respond.Handler {
	begin := func(of *Pages, x *respond.Exchange, r *http.Request, s *session.Session) error {
		return of.begin(x, r, s, p)
	}
	return respond.Methods{http.MethodGet: p.with(begin), http.MethodPost: p.with((*Pages).change)}.Resource()
}

// New answers for the form of a new record of a class.
func (p *Pages) New() respond.Handler {
	return respond.Methods{http.MethodGet: p.with((*Pages).fresh)}.Resource()
}

// Suggestions answers with names of records.
func (p *Pages) Suggestions() respond.Handler {
	return respond.Methods{http.MethodGet: p.with(func(p *Pages, x *respond.Exchange, r *http.Request, _ *session.Session) error {
		if p.Suggest == nil {
			return &respond.Error{Type: respond.SearchOff}
		}
		return p.Suggest(x, r)
	})}.Resource()
}

// Token answers to the form with the token. An empty one is forgotten.
func (p *Pages) Token() respond.Handler {
	return respond.Methods{http.MethodPost: func(x *respond.Exchange, r *http.Request) error {
		start := func(form url.Values, fault error) error { return p.sendStart(x, r, nil, form.Get("of"), fault) }
		return p.sessions().Token(x, r, start, func(form url.Values) error {
			of, number := form.Get("of"), form.Get(stateParameter)
			if of == "" {
				return p.see(x, r, p.address(""))
			}
			target := Address(p.Site.Mapper, of)
			if number != "" {
				target += "&" + stateParameter + "=" + url.QueryEscape(number)
			}
			return p.see(x, r, target)
		}, func(url.Values) error { return p.see(x, r, p.address("")) })
	}}.Resource()
}

// with makes a handler of what is done for a session, on the pages that its token may see.
// Without a token, or with a wrong one, the answer asks for one.
func (p *Pages) with(do action) respond.Handler {
	return func(x *respond.Exchange, r *http.Request) error {
		return p.sessions().Use(x, r, func(s *session.Session) error {
			return do(p.seenBy(s), x, r, s)
		}, func(fault error) error { return p.sendStart(x, r, nil, r.URL.Query().Get("of"), fault) })
	}
}

// seenBy are the pages that a token may see.
func (p *Pages) seenBy(s *session.Session) *Pages {
	if p.Whole != nil && s.Token.Scope.Allows(auth.Read) {
		return p.Whole
	}
	return p
}

// see sends the browser to a page, in the language that it asked for.
func (p *Pages) see(x *respond.Exchange, r *http.Request, target string) error {
	return p.sessions().See(x, r, target)
}

// begin answers with the form of the record that the address names, with a state that it is to be
// restored to, which has its number on the pages seen, or with the start.
func (p *Pages) begin(x *respond.Exchange, r *http.Request, s *session.Session, seen *Pages) error {
	of := strings.TrimSpace(r.URL.Query().Get("of"))
	if id := r.URL.Query().Get("draft"); id != "" {
		d, err := p.draft(r, s, id)
		if err != nil {
			return err
		}
		return p.sendForm(x, r, s, d.state(), shown{})
	}
	if of == "" {
		return p.sendStart(x, r, s, "", nil)
	}
	if path, ok := strings.CutPrefix(of, p.Site.Mapper.Prefix); ok {
		of = p.Site.Mapper.Base + path
	}
	if number := r.URL.Query().Get(stateParameter); number != "" {
		return p.restore(x, r, s, seen, of, number)
	}
	st, err := p.current(r.Context(), of)
	if err != nil {
		return err
	}
	if err := p.confine(s, auth.Draft, st.of); err != nil {
		return err
	}
	return p.sendForm(x, r, s, st, shown{})
}

// fresh answers with the form of a new record.
func (p *Pages) fresh(x *respond.Exchange, r *http.Request, s *session.Session) error {
	st, err := p.template(r.URL.Query().Get("class"), strings.TrimSpace(r.URL.Query().Get("id")))
	if err != nil {
		return err
	}
	return p.sendForm(x, r, s, st, shown{})
}

// confine returns an error if the token does not allow what is needed for the record.
func (p *Pages) confine(s *session.Session, need auth.Scope, iri string) error {
	to, err := update.Named(iri)
	if err != nil {
		return err
	}
	return p.Writer.Access.Confine(s.Asked, s.Token, need, p.Site.Mapper.Base, to.Names)
}

// change does what a form asks for: it takes the values of its fields, adds or removes some, and
// shows the record as it will be or stores it.
func (p *Pages) change(x *respond.Exchange, r *http.Request, s *session.Session) error {
	form, err := session.ReadForm(x, r, maxForm)
	if err != nil {
		return err
	}
	if err := p.sessions().MayPost(r, s, form.Get("key")); err != nil {
		return err
	}
	st, err := stateOf(form)
	if err != nil {
		return err
	}
	next, pointer, _ := strings.Cut(form.Get("do"), " ")
	view, err := p.taken(r, st, form, next, pointer)
	if err != nil {
		return err
	}
	if len(st.text) > maxText {
		return tooLarge()
	}
	if view.fault != "" || len(view.faults) > 0 {
		return p.sendForm(x, r, s, st, view)
	}
	switch next {
	case "preview":
		return p.sendPreview(x, r, s, st, outcome{})
	case "again":
		return p.again(x, r, s, st)
	case "store":
		return p.store(x, r, s, st, auth.Write)
	case "publish":
		return p.store(x, r, s, st, auth.Publish)
	case "draft":
		return p.keepDraft(x, r, s, st)
	case "discard":
		return p.discard(x, r, s, st)
	case "json":
		view.asJSON = true
	}
	return p.sendForm(x, r, s, st, view)
}

// terms are the words of a reader.
func (p *Pages) terms(r *http.Request) describe.Terms {
	return describe.Terms{Wording: p.Site.Wording(r), Vocabulary: p.Words}
}

// taken takes the values that a form was sent with into a state, and adds or removes what it asks
// for. It returns what the next form shows of that.
func (p *Pages) taken(r *http.Request, st *state, form url.Values, next, pointer string) (view shown, err error) {
	if form.Has("json") {
		st.text = []byte(oneNewline(form.Get("json")))
	}
	d, err := parseDocument(st.text)
	if errors.Is(err, errTooLarge) {
		return view, tooLarge()
	}
	if err == nil && d.Kind() != '{' {
		err = errors.New("the record is not an object")
	}
	if err != nil {
		return shown{asJSON: true, fault: problem(st.text, err)}, nil
	}
	shape := shapeOf(d, p.Shapes)
	if form.Get("view") != "form" || shape == nil {
		return shown{asJSON: shape == nil}, nil
	}
	b := &builder{root: d, words: p.terms(r), isNew: st.isNew()}
	if _, err := b.form(shape); err != nil {
		return view, tooLarge()
	}
	from := &sent{values: form, dates: p.Dates, words: b.words.Wording, typed: map[string]string{}, faults: map[string]string{}}
	from.apply(b)
	switch next {
	case "add":
		view.added = b.add(pointer, form.Get(addField+pointer), p.Shapes)
	case "remove":
		remove(b.root, pointer)
	}
	st.text, view.typed, view.faults = d.Write(), from.typed, from.faults
	if st.isNew() {
		st.of = member(st.text, "id")
	}
	return view, nil
}

// send answers with a page, which no cache keeps.
func (p *Pages) send(x *respond.Exchange, r *http.Request, status int, page func(context.Context, *bytes.Buffer) ([]string, error)) error {
	rep, err := p.Site.Make(r, "no-store", site.Forms(site.Document{MediaType: "text/html", Page: page}))
	if err != nil {
		return err
	}
	return rep.AnswerChange(x, status)
}
