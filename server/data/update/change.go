package update

import (
	"context"
	"errors"
	"log/slog"
	"net/http"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/server/web/respond"
)

// proposal is a change that a request asks for.
type proposal struct {
	request *Request
	name    rdf.IRI
	// present asks that there be such an entity, fresh that there be none.
	present, fresh bool
	// pinned tells that the change holds for the version it was made from only.
	pinned bool
	// from makes the change from what the entity is now; nil stands for none.
	from func(current *rdfstore.Entity) (rdfstore.Change, error)
}

// MaxRounds is how often a change is tried again because another one came
// between the look at the entity and the write.
const MaxRounds = 16

// change carries out proposals under the preconditions of their requests, all of them or none.
// Between the look at the entities and the write the store itself makes sure that nothing has
// changed, so no update is ever lost. Of several, the error is a *rdfstore.ChangeError.
func (w *Writer) change(ctx context.Context, proposals ...proposal) ([]*Result, error) {
	for range MaxRounds {
		done, err := w.attempt(ctx, proposals)
		if !errors.Is(err, rdfstore.ErrPrecondition) {
			return done, err
		}
	}
	return nil, &respond.Error{Type: respond.Busy, Header: respond.RetryAfter, Detail: "The description changes faster than the request can be carried out."}
}

// attempt carries out proposals as things are. The error wraps rdfstore.ErrPrecondition where they
// have changed meanwhile.
func (w *Writer) attempt(ctx context.Context, proposals []proposal) ([]*Result, error) {
	done := make([]*Result, len(proposals))
	last := make([]int, len(proposals)) // of the changes of each, where it has any
	var changes []rdfstore.Change
	for i, p := range proposals {
		one, c, err := w.proposed(ctx, p)
		if err != nil {
			return nil, ofOne(proposals, i, err)
		}
		changes = append(changes, c...)
		done[i], last[i] = one, len(changes)-1
		if len(c) == 0 {
			last[i] = -1
		}
	}
	if len(changes) == 0 {
		return done, nil
	}
	// What has begun is finished even if the client goes, so that the log
	// knows what became of it.
	outcomes, err := w.Store.Apply(context.WithoutCancel(ctx), changes...)
	if err != nil {
		return nil, applyFault(err)
	}
	for i, at := range last {
		if at >= 0 {
			done[i].Outcome = outcomes[at]
			w.audit(proposals[i].request, changes[at], outcomes[at])
		}
	}
	return done, nil
}

// proposed returns what a proposal comes to, and the changes that carry it out; none where nothing
// is to be stored.
func (w *Writer) proposed(ctx context.Context, p proposal) (*Result, []rdfstore.Change, error) {
	q := p.request
	current, err := w.Store.Get(ctx, p.name)
	if rdfstore.IsMissing(err) && p.present && q.Target.Missing != nil {
		err = q.Target.Missing // it knows of another spelling that was deleted
	}
	if err != nil && (!rdfstore.IsMissing(err) || p.present) {
		return nil, nil, err
	}
	c, err := p.from(current)
	if err != nil {
		return nil, nil, err
	}
	holds, err := w.holds(ctx, q.HTTP.Header, current)
	if err != nil {
		return nil, nil, err
	}
	if c.Put, err = w.unlessSame(ctx, c.Put, current); err != nil {
		return nil, nil, err
	}
	if !holds && !p.fresh {
		if q.isReplay(c, current) {
			return replayed(c, current), nil, nil
		}
		return nil, nil, preconditionFailed(q.HTTP.Header, current)
	}
	c.If = p.precondition(q.HTTP.Header, current)
	if err := q.sign(&c); err != nil {
		return nil, nil, err
	}
	done := &Result{Name: p.name, Graph: c.Put}
	if q.DryRun {
		done.Outcome = dryRunOutcome(c, current)
		return done, nil, nil
	}
	changes, err := w.changes(ctx, c)
	return done, changes, err
}

// maxCompareSteps bounds the comparison of two graphs: half a second's work, and
// some hundred steps for each triple of a large record.
const maxCompareSteps = 4_000_000

// unlessSame returns the stored graph in place of one that says the same: of a
// graph that came without a tree neither the order nor the labels of its blank
// nodes are its own, and no reader has to find the same ones twice. Where that
// cannot be found out within maxCompareSteps, the graph counts as another, so that
// nothing is lost.
func (w *Writer) unlessSame(ctx context.Context, put *graph.Graph, current *rdfstore.Entity) (*graph.Graph, error) {
	if put == nil || current == nil || put.Equal(current.Graph) || put.Source.Layout != nil || !put.Source.Equal(current.Graph.Source) {
		return put, nil
	}
	ctx, done, err := w.Slot(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	alike, err := graph.Compare(ctx, put.Triples, current.Graph.Triples, maxCompareSteps)
	switch {
	case errors.Is(err, graph.ErrBudget):
		return put, nil
	case err != nil:
		return nil, err
	case alike:
		return current.Graph, nil
	}
	return put, nil
}

// ofOne says of an error which of several proposals it is about.
func ofOne(proposals []proposal, i int, err error) error {
	if len(proposals) == 1 {
		return err
	}
	return &rdfstore.ChangeError{Index: i, Name: proposals[i].name, Err: err}
}

// applyFault is the answer to an error of the store about a change.
func applyFault(err error) error {
	if errors.Is(err, graph.ErrTooLarge) || errors.Is(err, graph.ErrTerm) {
		return &respond.Error{Type: respond.ContentTooLarge, Detail: "The record is beyond a limit: " + err.Error() + ".", Err: err}
	}
	return err
}

// precondition is what must still hold of the entity when the change is made.
func (p proposal) precondition(h http.Header, current *rdfstore.Entity) rdfstore.Precondition {
	switch {
	case p.fresh:
		return rdfstore.Precondition{Absent: true}
	case !p.pinned && !isConditional(h):
		return rdfstore.Precondition{Present: p.present && current != nil}
	case current == nil:
		return rdfstore.Precondition{Absent: true}
	default:
		return rdfstore.Precondition{Version: current.Version}
	}
}

// dryRunOutcome is what would become of a change.
func dryRunOutcome(c rdfstore.Change, current *rdfstore.Entity) (o rdfstore.Outcome) {
	switch {
	case c.Purge != (rdf.IRI{}) && current != nil:
		o.Kind = rdfstore.Updated
	case c.Put == nil:
		o.Kind = rdfstore.Deleted
	case current == nil:
		o.Kind = rdfstore.Created
	case current.Graph.Equal(c.Put):
		o.Kind = rdfstore.Unchanged
	default:
		o.Kind = rdfstore.Updated
	}
	return o
}

// isReplay tells whether a request whose preconditions do not hold is an
// idempotent replay: a PUT of what is already there has been carried out before,
// and its client has missed the answer. RFC 9110 section 13.1.1 lets that count
// as done.
func (q *Request) isReplay(c rdfstore.Change, current *rdfstore.Entity) bool {
	mayBe := q.Repeated || q.HTTP.Header["If-Match"] != nil
	return q.HTTP.Method == http.MethodPut && mayBe && current != nil && current.Graph.Equal(c.Put)
}

// replayed is the result of an idempotent replay: that of the first time.
func replayed(c rdfstore.Change, current *rdfstore.Entity) *Result {
	return &Result{Name: c.Name(), Graph: c.Put, Outcome: rdfstore.Outcome{Version: current.Version, Time: current.Modified}}
}

// preconditionFailed is the answer where If-Match or another precondition does
// not hold.
func preconditionFailed(h http.Header, current *rdfstore.Entity) error {
	detail := "The description is no longer, or not, the version that If-Match or If-Unmodified-Since asks for."
	switch {
	case current == nil:
		detail = "There is no description here."
	case h["If-Match"] == nil && h["If-None-Match"] != nil:
		detail = "There is a description here already, or it is the version that If-None-Match excludes."
	}
	return &respond.Error{Type: respond.Precondition, Detail: detail}
}

// isConditional tells whether a request to write has preconditions.
func isConditional(h http.Header) bool {
	return h["If-Match"] != nil || h["If-None-Match"] != nil || h["If-Unmodified-Since"] != nil
}

// requirePrecondition refuses a request without one (RFC 6585 section 3) where
// the server is set up so. A date does not do, since it has full seconds only.
func (w *Writer) requirePrecondition(h http.Header) error {
	if !w.RequirePreconditions || h["If-Match"] != nil || h["If-None-Match"] != nil {
		return nil
	}
	return &respond.Error{Type: respond.PreconditionRequired}
}

// audit logs who changed what.
func (w *Writer) audit(q *Request, c rdfstore.Change, o rdfstore.Outcome) {
	fields := []slog.Attr{
		slog.String("request", q.ID),
		slog.String("client", q.Client),
		slog.String("token", q.Token.Name),
		slog.String("method", q.HTTP.Method),
		slog.String("entity", c.Name().String()),
		slog.String("result", o.Kind.String()),
		slog.Uint64("version", o.Version),
	}
	if c.Successor != (rdf.IRI{}) {
		fields = append(fields, slog.String("successor", c.Successor.String()))
	}
	if c.Purge != (rdf.IRI{}) {
		fields = append(fields, slog.Bool("purged", true))
	}
	w.AuditLog.LogAttrs(context.WithoutCancel(q.HTTP.Context()), slog.LevelInfo, "write", fields...)
}
