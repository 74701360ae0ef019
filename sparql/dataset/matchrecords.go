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
			m.named(name)
			return
		}
		walk := m // a copy, as only this one is allocated
		walk.walk(p.Join)
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
	ctx   context.Context
	scope Scope
	plan  plan
	yield func(rdf.Quad, error) bool
}

// named gives the triples of the record of a name.
func (m *recordMatch) named(name rdf.IRI) {
	r, err := m.cache.of(m.ctx, name)
	if err != nil {
		m.yield(rdf.Quad{}, err)
	}
	if r == nil || err != nil {
		return
	}
	if r.terms == nil {
		// It will be asked again.
		r.terms = make([]rdf.Object, r.Terms())
	}
	if p := m.plan.pattern; p.Subject == nil && p.Predicate == nil && p.Object == nil {
		m.giveAll(r)
		return
	}
	numbers := r.Find(r.numbers[:0], m.plan.pattern)
	r.numbers = nil
	m.give(r, numbers)
	r.numbers = numbers
}

// walk gives the triples of all records that have any.
func (m *recordMatch) walk(join *Join) {
	read := 0
	for found, err := range m.readAhead(m.cache.walk(m.ctx, m.scope, m.plan, join)) {
		if err != nil {
			m.yield(rdf.Quad{}, err)
			return
		}
		if !m.give(m.cache.known(found.Record, m.cache.ahead != nil || read < maxCachedOfWalk), found.Triples) {
			return
		}
		read++
	}
}

// give yields those triples of a record that count, of the numbers, and tells whether to go
// on. No term is made of those that repeat what was seen before.
func (m *recordMatch) give(r *cached, numbers []int) bool {
	graph, ok := m.begin(r)
	for i := 0; ok && i < len(numbers); i++ {
		ok = m.giveOne(r, numbers[i], graph)
	}
	return ok
}

// giveAll does the same with all triples of a record.
func (m *recordMatch) giveAll(r *cached) {
	graph, ok := m.begin(r)
	for number := 0; ok && number < r.Len(); number++ {
		ok = m.giveOne(r, number, graph)
	}
}

// begin returns the graph of the quads of a record, and whether to go on.
func (m *recordMatch) begin(r *cached) (graph rdf.Context, ok bool) {
	if err := m.ctx.Err(); err != nil {
		m.yield(rdf.Quad{}, err)
		return nil, false
	}
	if m.scope.IsNamed() {
		if graph = m.plan.pattern.Graph; graph == nil {
			graph = r.Name()
		}
	}
	return graph, true
}

// giveOne yields one triple of a record, if it counts, and tells whether to go on.
func (m *recordMatch) giveOne(r *cached, number int, graph rdf.Context) bool {
	counts, err := m.countsIn(r, number)
	if !counts && err == nil {
		return true
	}
	q := rdf.Quad{Ctx: graph}
	if err == nil {
		q.Triple, err = m.cache.triple(r, number, &m.plan)
	}
	if err != nil {
		m.yield(rdf.Quad{}, err)
		return false
	}
	return m.yield(q, nil)
}

// countsIn tells whether a triple of a record is one of the answer.
func (m *recordMatch) countsIn(r *cached, number int) (bool, error) {
	if !m.plan.own && !m.plan.once {
		return true, nil
	}
	subject, _ := r.Ends(number)
	if r.IsBlank(subject) || m.plan.own && r.IsName(subject) {
		return true, nil
	}
	return m.repeats.countsIn(m.ctx, m.plan, r.Record, number)
}
