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
	name rdf.IRI
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

// change carries out a proposal under the request's preconditions. Between the
// look at the entity and the write the store itself makes sure that nothing has
// changed, so no update is ever lost.
func (w *Writer) change(ctx context.Context, q *Request, p proposal) (*Result, error) {
	for range MaxRounds {
		current, err := w.Store.Get(ctx, p.name)
		if rdfstore.IsMissing(err) && p.present && q.Target.Missing != nil {
			err = q.Target.Missing // it knows of another spelling that was deleted
		}
		if err != nil && (!rdfstore.IsMissing(err) || p.present) {
			return nil, err
		}
		c, err := p.from(current)
		if err != nil {
			return nil, err
		}
		holds, err := w.holds(ctx, q.HTTP.Header, current)
		if err != nil {
			return nil, err
		}
		if c.Put, err = w.unlessSame(ctx, c.Put, current); err != nil {
			return nil, err
		}
		if !holds && !p.fresh {
			if isReplay(q.HTTP, c, current) {
				return replayed(c, current), nil
			}
			return nil, preconditionFailed(q.HTTP.Header, current)
		}
		c.If = p.precondition(q.HTTP.Header, current)
		if err := q.sign(&c); err != nil {
			return nil, err
		}
		changes, err := w.changes(ctx, c)
		if err != nil {
			return nil, err
		}
		if q.DryRun {
			return &Result{Name: c.Name(), Graph: c.Put, Outcome: dryRunOutcome(c, current)}, nil
		}
		// What has begun is finished even if the client goes, so that the log
		// knows what became of it.
		outcomes, err := w.Store.Apply(context.WithoutCancel(ctx), changes...)
		if errors.Is(err, rdfstore.ErrPrecondition) {
			continue
		}
		if err != nil {
			return nil, applyFault(err)
		}
		outcome := outcomes[len(outcomes)-1]
		w.audit(q, c, outcome)
		return &Result{Name: p.name, Graph: c.Put, Outcome: outcome}, nil
	}
	return nil, &respond.Error{Type: respond.Busy, Header: respond.RetryAfter, Detail: "The description changes faster than the request can be carried out."}
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
func isReplay(r *http.Request, c rdfstore.Change, current *rdfstore.Entity) bool {
	return r.Method == http.MethodPut && r.Header["If-Match"] != nil && current != nil && current.Graph.Equal(c.Put)
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
