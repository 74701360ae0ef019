package dataset

import (
	"context"
	"iter"

	"github.com/knakk/rdf"
)

// matchRecords yields what MatchAfter does from the start on, by whole records that
// are kept for the patterns to come.
func (d *Records) matchRecords(ctx context.Context, scope Scope, p Pattern) iter.Seq2[rdf.Quad, error] {
	return func(yield func(rdf.Quad, error) bool) {
		plan, ok, err := d.plan(ctx, scope, p)
		if !ok || err != nil {
			none[rdf.Quad](err)(yield)
			return
		}
		m := recordMatch{Records: d, ctx: ctx, scope: scope, plan: plan, yield: yield}
		if name, ok := plan.pattern.Graph.(rdf.IRI); ok {
			m.triples, err = d.cache.find(ctx, nil, name, plan)
			m.give(name, err)
			return
		}
		for found, err := range d.cache.records.Records(ctx, plan.pattern) {
			var name rdf.IRI
			if err == nil {
				name = found.Record.Name()
				m.triples, err = d.cache.found(m.triples[:0], found, plan)
			}
			if !m.give(name, err) {
				return
			}
		}
	}
}

// recordMatch is one walk of matches.
type recordMatch struct {
	*Records
	ctx     context.Context
	scope   Scope
	plan    plan
	yield   func(rdf.Quad, error) bool
	triples []rdf.Triple
}

// give yields the triples of a record that count, and tells whether to go on.
func (m *recordMatch) give(name rdf.IRI, err error) bool {
	if err == nil {
		err = m.ctx.Err()
	}
	var graph rdf.Context = name
	for _, t := range m.triples {
		if err != nil {
			break
		}
		q := rdf.Quad{Triple: t, Ctx: graph}
		var counts bool
		if counts, err = m.counts(m.ctx, m.plan, q); !counts {
			continue
		}
		if !m.scope.IsNamed() {
			q.Ctx = nil
		}
		if err == nil && !m.yield(q, nil) {
			return false
		}
	}
	if err != nil {
		m.yield(rdf.Quad{}, err)
	}
	return err == nil
}
