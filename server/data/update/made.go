package update

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"vitrine/linkedart"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/server/web/respond"
)

// Judge reads and checks a record in Linked Art JSON that was made here, as a request that
// sends it would. The graph is nil for a record that is refused; the findings then say why.
// It takes no slot: the caller bounds how many records are judged at once.
func (w *Writer) Judge(ctx context.Context, text []byte) (*graph.Graph, []linkedart.Finding, error) {
	if int64(len(text)) > w.MaxBody {
		return nil, []linkedart.Finding{{Level: linkedart.Error, Rule: ruleReadable, Message: fmt.Sprintf("the record has more than %d bytes", w.MaxBody)}}, nil
	}
	d, err := w.drafted(ctx, w.Record, text, Target{})
	var refused *respond.Error
	switch {
	case err == nil:
		return d.graph, d.findings, nil
	case errors.As(err, &refused) && refused.Type.Status < http.StatusInternalServerError:
		return nil, asFindings(refused), nil
	}
	return nil, nil, err
}

// Put stores the records that are the bodies of requests, all of them or none, as PUTs to the
// addresses of their entities do; the tokens of the requests may do so. The error is the answer to
// such a PUT, of several in a *rdfstore.ChangeError that says to which.
func (w *Writer) Put(ctx context.Context, requests ...*Request) ([]*Result, error) {
	here := map[string]int{}
	for i, q := range requests {
		if _, err := w.receive(q); err != nil {
			return nil, err
		}
		name := q.Target.Names[0]
		if _, twice := here[name.String()]; twice {
			return nil, &rdfstore.ChangeError{Index: i, Name: name, Err: &respond.Error{Type: respond.Conflict, Detail: "There are two records of it, of which one alone can be stored."}}
		}
		here[name.String()] = i
	}
	done, err := w.store(ctx, requests...)
	for _, d := range done {
		d.Findings = unlessHere(d.Findings, here)
	}
	return done, err
}

// Apply stores changes of records that were judged, all of them or none, and logs who made
// them.
func (w *Writer) Apply(ctx context.Context, q *Request, changes []rdfstore.Change) ([]rdfstore.Outcome, error) {
	for i := range changes {
		if err := q.sign(&changes[i]); err != nil {
			return nil, err
		}
	}
	// What has begun is finished, so that the log knows what became of it.
	outcomes, err := w.Store.Apply(context.WithoutCancel(ctx), changes...)
	if err != nil {
		return nil, err
	}
	for i, outcome := range outcomes {
		w.audit(q, changes[i], outcome)
	}
	return outcomes, nil
}
