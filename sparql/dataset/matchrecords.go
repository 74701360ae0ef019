package dataset

import (
	"context"
	"iter"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
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
			m.triples, err = m.find(name)
			m.give(name, err)
			return
		}
		read := 0
		for found, err := range d.cache.walk(ctx, scope, plan, p.Join) {
			var name rdf.IRI
			if err == nil {
				name = found.Record.Name()
				m.triples, err = m.found(found, read < maxCachedOfWalk)
			}
			read++
			if !m.give(name, err) {
				return
			}
		}
	}
}

// walk yields the graphs that have quads of a pattern, without those, if the store can tell,
// that only repeat what others say of its subject, or in which nothing is that they are
// joined with.
func (c *cache) walk(ctx context.Context, scope Scope, of plan, join *Join) iter.Seq2[rdfstore.Found, error] {
	if c.describes(of) {
		return c.descriptions.Descriptions(ctx, of.pattern, nil)
	}
	p := of.pattern
	joins, ok := c.records.(rdfstore.Joins)
	if !ok || join == nil || scope != Each() && scope != Default() {
		return c.records.Records(ctx, p)
	}
	var with []rdfstore.Pattern
	for _, one := range join.Patterns {
		t, ok := one.terms()
		if !ok {
			return none[rdfstore.Found](ctx.Err())
		}
		if !isBlank(t.subject) && !isBlank(t.object) {
			with = append(with, rdfstore.Pattern{Subject: t.subject, Predicate: t.predicate, Object: t.object})
		}
	}
	// In the default graph what is said of an entity or a blank node is in one graph, and
	// what is said of other IRIs may be in several.
	return joins.Joined(ctx, p, with, scope == Default())
}

// describes tells whether the store can answer with one graph for each description of the
// subject. A triple counts in the first graph that states it, and that is the first to give
// one of the descriptions.
func (c *cache) describes(of plan) bool {
	_, isIRI := of.pattern.Subject.(rdf.IRI)
	return c.descriptions != nil && isIRI && of.once && of.pattern.Graph == nil
}

// fewDescriptions is how many graphs are read to bound a number of triples.
const fewDescriptions = 8

// boundDescribed bounds the number of triples that count, if they are in few graphs.
func (c *cache) boundDescribed(ctx context.Context, of plan, otherwise uint64) (uint64, error) {
	graphs, triples := 0, 0
	for found, err := range c.descriptions.Descriptions(ctx, of.pattern, nil) {
		if err != nil {
			return 0, err
		}
		if graphs++; graphs > fewDescriptions {
			return otherwise, nil
		}
		triples += len(found.Triples)
	}
	return min(uint64(triples), otherwise), nil
}

func isBlank(t rdf.Term) bool {
	_, is := t.(rdf.Blank)
	return is
}

// maxCachedOfWalk is how many records of one walk are kept in the cache: one of many
// would push out what others come by again and again.
const maxCachedOfWalk = 1 << 11

// recordMatch is one walk of matches.
type recordMatch struct {
	*Records
	ctx     context.Context
	scope   Scope
	plan    plan
	yield   func(rdf.Quad, error) bool
	triples []rdf.Triple
	// numbers are those of the triples.
	numbers []int
}

// find returns the triples that count of the record of a name.
func (m *recordMatch) find(name rdf.IRI) ([]rdf.Triple, error) {
	c := m.cache
	c.mu.Lock()
	defer c.mu.Unlock()
	r, err := c.find(m.ctx, name, m.plan.pattern)
	if r == nil || err != nil {
		return nil, err
	}
	if r.numbers, err = m.filter(m.ctx, m.plan, r, r.numbers[:0], r.numbers); err != nil {
		return nil, err
	}
	return c.triples(nil, r, r.numbers, &m.plan)
}

// found returns the triples that count of those that were found in a record. keep tells
// whether to keep the record.
func (m *recordMatch) found(found rdfstore.Found, keep bool) (out []rdf.Triple, err error) {
	if m.numbers, err = m.filter(m.ctx, m.plan, found.Record, m.numbers[:0], found.Triples); err != nil {
		return nil, err
	}
	m.cache.mu.Lock()
	defer m.cache.mu.Unlock()
	return m.cache.triples(m.triples[:0], m.cache.known(found.Record, keep), m.numbers, &m.plan)
}

// filter appends the numbers of the triples of a record that count, as counts tells. No
// term is made of those that repeat what was seen before.
func (d *Records) filter(ctx context.Context, p plan, r rdfstore.Record, out, numbers []int) ([]int, error) {
	if !p.own && !p.once {
		return append(out, numbers...), nil
	}
	for _, number := range numbers {
		subject, _ := r.Ends(number)
		counts := r.IsBlank(subject) || p.own && r.IsName(subject)
		if !counts {
			var err error
			if counts, err = d.repeats.countsIn(ctx, p, r, number); err != nil {
				return nil, err
			}
		}
		if counts {
			out = append(out, number)
		}
	}
	return out, nil
}

// give yields the triples of a record that count, and tells whether to go on.
func (m *recordMatch) give(name rdf.IRI, err error) bool {
	if err == nil {
		err = m.ctx.Err()
	}
	var graph rdf.Context
	if m.scope.IsNamed() {
		graph = name
	}
	if err != nil {
		m.yield(rdf.Quad{}, err)
		return false
	}
	for _, t := range m.triples {
		if !m.yield(rdf.Quad{Triple: t, Ctx: graph}, nil) {
			return false
		}
	}
	return true
}
