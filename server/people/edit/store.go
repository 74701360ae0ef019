package edit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"vitrine/rdfstore"
	"vitrine/server/data/update"
	"vitrine/server/ops/pace"
	"vitrine/server/people/session"
	"vitrine/server/web/auth"
	"vitrine/server/web/respond"
)

// again compares a state with the record as it is now, which others have changed meanwhile.
func (p *Pages) again(x *respond.Exchange, r *http.Request, s *session.Session, st *state) error {
	now, err := p.current(r.Context(), st.of)
	if err != nil {
		return err
	}
	st.base, st.version = now.base, now.version
	return p.sendPreview(x, r, s, st, outcome{})
}

// store stores a state as a PUT does, for a token that allows what is needed, and leads to the
// record. The draft that had it is removed, and those that go with it are published.
func (p *Pages) store(x *respond.Exchange, r *http.Request, s *session.Session, st *state, need auth.Scope) error {
	if st.isNew() {
		st.of = member(st.text, "id")
	}
	others, err := p.together(r, s, st)
	if err != nil {
		return err
	}
	if handles(others) != st.with {
		return p.sendPreview(x, r, s, st, outcome{status: http.StatusConflict, detail: "What is published together has changed. Look at it again. Nothing was published."})
	}
	_, err = p.put(x, r, s, need, st, others)
	var refused *respond.Error
	var at *rdfstore.ChangeError
	isOther := errors.As(err, &at) && at.Index > 0
	if errors.As(err, &refused) {
		switch {
		case refused.Type == respond.Precondition && !isOther:
			return p.sendConflict(x, r, s, st)
		case isOther, refused.Type == respond.Unprocessable, refused.Type == respond.Malformed:
			return p.sendPreview(x, r, s, st, outcome{status: refused.Type.Status, findings: refused.Findings, detail: refused.Detail})
		}
	}
	if err != nil {
		return err
	}
	return p.see(x, r, p.Site.Mapper.Href(st.of))
}

// together returns the drafts that the draft of a state is published with; none for a state that is
// no draft.
func (p *Pages) together(r *http.Request, s *session.Session, st *state) ([]*Draft, error) {
	if st.draft == "" {
		return nil, nil
	}
	id, _, _ := strings.Cut(st.draft, " ")
	first := &Draft{ID: id, Of: st.of, Version: st.version, Text: string(st.text)}
	return p.Drafts.Together(r.Context(), first, func(d *Draft) bool { return p.sees(s, d) })
}

// handles tells drafts in a form.
func handles(drafts []*Draft) string {
	var out []string
	for _, d := range drafts {
		out = append(out, d.Handle())
	}
	return strings.Join(out, ",")
}

// put stores a state, and those of other drafts, all or none. The drafts that have them are removed
// then; one that was changed meanwhile is not published. The error says of which state it is.
func (p *Pages) put(x *respond.Exchange, r *http.Request, s *session.Session, need auth.Scope, st *state, others []*Draft) (done []*update.Result, err error) {
	states, bytes := []*state{st}, 0
	for _, other := range others {
		states = append(states, other.state())
	}
	var requests []*update.Request
	var drafts []string
	for i, one := range states {
		to, err := update.Named(one.of)
		if err != nil {
			return nil, err
		}
		err = p.Writer.Access.Confine(s.Asked, s.Token, need, p.Site.Mapper.Base, to.Names)
		if err != nil && len(states) > 1 {
			err = blamed(&rdfstore.ChangeError{Index: i, Name: to.Names[0], Err: err})
		}
		if err != nil {
			return nil, err
		}
		requests = append(requests, &update.Request{
			HTTP: one.put(r), Response: x, ID: x.ID, Client: s.Asked.Client, Token: s.Token, Target: to, Body: one.text, Repeated: true,
		})
		bytes += len(one.text)
		if one.draft != "" {
			drafts = append(drafts, one.draft)
		}
	}
	err = p.Writer.Weighed(x, r, int64(bytes), func(ctx context.Context, _ *pace.Share) error {
		return p.Drafts.Publish(ctx, drafts, func() (err error) {
			done, err = p.Writer.Put(ctx, requests...)
			return err
		})
	})
	return done, blamed(err)
}

// blamed says in the answer to several states which one it is about.
func blamed(err error) error {
	var at *rdfstore.ChangeError
	var answer *respond.Error
	if !errors.As(err, &at) || !errors.As(at.Err, &answer) {
		return err
	}
	told := *answer
	told.Detail = strings.TrimSpace(fmt.Sprintf("%s, which is published together with others: %s Nothing was published.", at.Name, cmp.Or(told.Detail, told.Type.Detail)))
	return &rdfstore.ChangeError{Index: at.Index, Name: at.Name, Err: &told}
}
