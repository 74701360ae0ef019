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
	page, err := r.read(ctx, d)
	if errors.Is(err, rdfstore.ErrCursor) {
		return Page{}, wrong("after", "%v; follow hydra:next of a page, or begin anew", err)
	}
	if err != nil {
		return Page{}, err
	}
	if r.IsStart() && page.Next == "" {
		page.Total = dataset.Cardinality{Count: uint64(len(page.Quads)), Exact: true}
		return page, nil
	}
	page.Total, err = d.Estimate(ctx, r.scope, r.pattern)
	page.Total.Exact = page.Total.Exact && len(r.same) == 0
	if err == nil && !page.Total.Exact && page.Total.Count <= r.counts {
		page.Total, err = r.count(ctx, d, page.Total)
	}
	return page, err
}

// count returns how many quads there are, by looking at all of them. Where they are more
// than was estimated, the estimate stands.
func (r Request) count(ctx context.Context, d *dataset.Records, estimate dataset.Cardinality) (dataset.Cardinality, error) {
	scanned, total := uint64(0), dataset.Cardinality{Exact: true}
	for step, err := range d.Walk(ctx, r.scope, r.pattern, "") {
		if scanned++; err != nil || scanned > r.counts {
			return estimate, err
		}
		found, err := r.named(step.Quad)
		if err != nil {
			return estimate, err
		}
		if !step.Repeated && r.matches(found) {
			total.Count++
		}
	}
	return total, nil
}

// read takes quads into a page until it is full.
func (r Request) read(ctx context.Context, d *dataset.Records) (page Page, err error) {
	after, scanned, bytes := r.after, 0, 0
	for step, err := range d.Walk(ctx, r.scope, r.pattern, after) {
		if err != nil {
			return page, err
		}
		if scanned == r.scanned {
			page.Next = string(after)
			return page, nil
		}
		scanned++
		found, err := r.named(step.Quad)
		if err != nil {
			return page, err
		}
		if !step.Repeated && r.matches(found) {
			for _, term := range found {
				bytes += len(term.String())
			}
			if len(page.Quads) == r.size || len(page.Quads) > 0 && bytes > maxBytes {
				page.Next = string(after)
				return page, nil
			}
			page.Quads = append(page.Quads, r.quad(found))
		}
		after = step.Cursor
	}
	return page, nil
}

// named returns a quad of the dataset as one of the fragment.
func (r Request) named(found rdf.Quad) (q quad, err error) {
	q = quad{found.Subj, found.Pred, found.Obj, r.graph}
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

// quad returns a quad of the fragment as a page has it.
func (r Request) quad(q quad) rdf.Quad {
	out := rdf.Quad{Triple: rdf.Triple{Subj: q[0].(rdf.Subject), Pred: q[1].(rdf.Predicate), Obj: q[2].(rdf.Object)}}
	if r.scope != dataset.Default() {
		out.Ctx = q[3].(rdf.Context)
	}
	return out
}
