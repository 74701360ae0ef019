package fragments

import (
	"context"
	"errors"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/sparql/dataset"
)

// Page is a part of a fragment.
type Page struct {
	// Quads have IRIs for blank nodes. Those of the default graph have no graph.
	Quads []rdf.Quad
	// Next is the value of the parameter after for the next page, empty on the last.
	Next string
	// Total is the number of quads in the fragment.
	Total dataset.Cardinality
}

// Read returns the page. The error is a *ParameterError where after is no place in
// the fragment.
func (r Request) Read(ctx context.Context, d *dataset.Records) (Page, error) {
	reading := &reading{Request: r, dataset: d}
	for n := r.first; n < len(r.selections) && reading.page.Next == ""; n++ {
		after := rdfstore.Cursor("")
		if n == r.first {
			after = r.after
		}
		if err := reading.selection(ctx, n, after); errors.Is(err, rdfstore.ErrCursor) {
			return Page{}, wrong("after", "%v; follow hydra:next of a page, or begin anew", err)
		} else if err != nil {
			return Page{}, err
		}
	}
	page := reading.page
	if r.IsStart() && page.Next == "" {
		page.Total = dataset.Cardinality{Count: uint64(len(page.Quads)), Exact: true}
		return page, nil
	}
	total, err := r.estimate(ctx, d)
	if err == nil && !total.Exact && total.Count <= r.counts {
		total, err = r.count(ctx, d, total)
	}
	page.Total = total
	return page, err
}

// count returns how many quads there are, by looking at all of them. Where they are more
// than was estimated, the estimate stands.
func (r Request) count(ctx context.Context, d *dataset.Records, estimate dataset.Cardinality) (dataset.Cardinality, error) {
	looked, total := uint64(0), dataset.Cardinality{Exact: true}
	for n, s := range r.selections {
		for step, err := range d.Walk(ctx, s.scope, s.pattern, "") {
			if looked++; err != nil || looked > r.counts {
				return estimate, err
			}
			if step.Repeated {
				continue
			}
			found, err := r.named(s, step.Quad)
			if err != nil {
				return estimate, err
			}
			if r.isFirst(n, found) {
				total.Count++
			}
		}
	}
	return total, nil
}

// estimate returns how many quads there are, at most.
func (r Request) estimate(ctx context.Context, d *dataset.Records) (dataset.Cardinality, error) {
	total := dataset.Cardinality{Exact: len(r.selections) < 2}
	for _, s := range r.selections {
		n, err := d.Estimate(ctx, s.scope, s.pattern)
		if err != nil {
			return total, err
		}
		total.Count += n.Count
		total.Exact = total.Exact && n.Exact && len(s.same) == 0
	}
	return total, nil
}

// reading is the reading of a page.
type reading struct {
	Request
	dataset *dataset.Records
	page    Page
	// bytes is the length of the texts so far, and looked how many quads were looked
	// at.
	bytes, looked int
}

// selection takes quads of a selection into the page until it is full.
func (r *reading) selection(ctx context.Context, n int, after rdfstore.Cursor) error {
	s := r.selections[n]
	for step, err := range r.dataset.Walk(ctx, s.scope, s.pattern, after) {
		if err != nil {
			return err
		}
		if r.looked == r.looks {
			r.page.Next = next(n, after)
			return nil
		}
		r.looked++
		if !step.Repeated {
			found, err := r.named(s, step.Quad)
			if err != nil {
				return err
			}
			if r.isFirst(n, found) && !r.take(s, found) {
				r.page.Next = next(n, after)
				return nil
			}
		}
		after = step.Cursor
	}
	return nil
}

// named returns a quad of the dataset as one of the fragment.
func (r Request) named(s selection, found rdf.Quad) (q quad, err error) {
	q = quad{found.Subj, found.Pred, found.Obj, s.terms[3]}
	if found.Ctx != nil {
		q[3] = found.Ctx
	}
	for i := range q {
		if q[i], err = r.names.Nodes.IRI(q[i]); err != nil {
			return q, err
		}
	}
	return q, nil
}

// isFirst tells whether a quad is one of a selection and of none before it.
func (r Request) isFirst(n int, q quad) bool {
	if !r.selections[n].matches(q) {
		return false
	}
	for _, s := range r.selections[:n] {
		if s.matches(q) && s.covers(r.selections[n]) {
			return false
		}
	}
	return true
}

// covers tells whether the graphs of a selection are among those of s: the default
// graph and the union are among none but themselves.
func (s selection) covers(other selection) bool {
	return s.scope == other.scope || s.scope.IsNamed() && other.scope.IsNamed()
}

// take adds a quad to the page, unless it is full.
func (r *reading) take(s selection, q quad) bool {
	for _, term := range q {
		r.bytes += len(term.String())
	}
	if len(r.page.Quads) == r.size || len(r.page.Quads) > 0 && r.bytes > maxBytes {
		return false
	}
	out := rdf.Quad{Triple: rdf.Triple{Subj: q[0].(rdf.Subject), Pred: q[1].(rdf.Predicate), Obj: q[2].(rdf.Object)}}
	if s.scope != dataset.Default() {
		out.Ctx = q[3].(rdf.Context)
	}
	r.page.Quads = append(r.page.Quads, out)
	return true
}
