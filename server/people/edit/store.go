package edit

import (
	"context"
	"errors"
	"net/http"

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
// record. The draft that had it is removed.
func (p *Pages) store(x *respond.Exchange, r *http.Request, s *session.Session, st *state, need auth.Scope) error {
	if st.isNew() {
		st.of = named(st.text)
	}
	_, err := p.put(x, r, s, st, need)
	var refused *respond.Error
	if errors.As(err, &refused) {
		switch refused.Type {
		case respond.Precondition:
			return p.sendConflict(x, r, s, st)
		case respond.Unprocessable, respond.Malformed:
			return p.sendPreview(x, r, s, st, outcome{status: refused.Type.Status, findings: refused.Findings, detail: refused.Detail})
		}
	}
	if err != nil {
		return err
	}
	return p.see(x, r, p.Site.Mapper.Href(st.of))
}

// put stores a state. A draft that has it is removed then; one that was changed meanwhile is not
// published.
func (p *Pages) put(x *respond.Exchange, r *http.Request, s *session.Session, st *state, need auth.Scope) (done *update.Result, err error) {
	if err := p.confine(s, need, st.of); err != nil {
		return nil, err
	}
	to, err := update.Named(st.of)
	if err != nil {
		return nil, err
	}
	work := func(ctx context.Context) (err error) {
		done, err = p.Writer.Put(ctx, &update.Request{
			HTTP: st.put(r), Response: x, ID: x.ID, Client: s.Asked.Client, Token: s.Token, Target: to, Body: st.text,
		})
		return err
	}
	err = p.Writer.Weighed(x, r, int64(len(st.text)), func(ctx context.Context, _ *pace.Share) error {
		return p.Drafts.publish(ctx, st.draft, func() error { return work(ctx) })
	})
	return done, err
}
