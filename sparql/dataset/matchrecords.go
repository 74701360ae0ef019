package dataset

import (
	"context"
	"iter"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
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
		if _, isIRI := plan.pattern.Subject.(rdf.IRI); isIRI && plan.once {
			walk.about()
			return
		}
		if plan.asksObjects() && !d.LooksAhead() {
			walk.objects()
			return
		}
		walk.walk()
	}
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

// walk gives the triples of all records that have any, and tells whether it came to the end.
func (m *recordMatch) walk() (ended bool) {
	read := 0
	for found, err := range m.readAhead(m.records()) {
		if err != nil {
			m.yield(rdf.Quad{}, err)
			return false
		}
		if found.Record == nil {
			q := rdf.Quad{Triple: rdf.Triple{Subj: found.Own, Pred: m.plan.pattern.Predicate, Obj: m.plan.pattern.Object}}
			if !m.yield(q, m.ctx.Err()) {
				return false
			}
			continue
		}
		if !m.give(m.cache.known(found.Record, m.cache.ahead != nil || read < maxCachedOfWalk), found.Triples) {
			return false
		}
		read++
	}
	return true
}

// records returns the graphs that have triples, where possible without those that only repeat the
// classes of others.
func (m *recordMatch) records() iter.Seq2[rdfstore.Found, error] {
	p := m.plan.pattern
	if of, ok := m.reader.(rdfstore.Objects); ok && m.plan.own && p.Graph == nil && p.Subject == nil && p.Predicate == rdf.Predicate(graph.Type) && p.Object != nil {
		return of.Own(m.ctx, p.Object)
	}
	return m.cache.records.Records(m.ctx, p)
}

// asksObjects tells whether it is enough to find each object of the triples with a predicate.
func (p *plan) asksObjects() bool {
	asked := p.pattern
	return p.set && p.omit.Subject && p.once && asked.Predicate != nil && asked.Subject == nil && asked.Object == nil && asked.Graph == nil
}

// objects gives a triple for each object at least: the first that counts of the popular ones,
// and all of the records that have others.
func (m *recordMatch) objects() {
	var popular []rdf.Object
	var err error
	of, ok := m.reader.(rdfstore.Objects)
	if ok {
		popular, err = of.Popular(m.ctx, m.plan.pattern.Predicate)
	}
	if err != nil {
		m.yield(rdf.Quad{}, err)
		return
	}
	if len(popular) == 0 {
		m.walk()
		return
	}
	goOn := true
	first := *m
	first.yield = func(q rdf.Quad, err error) bool {
		goOn = m.yield(q, err) && err == nil
		return false
	}
	for _, first.plan.pattern.Object = range popular {
		if first.walk(); !goOn {
			return
		}
	}
	for found, err := range of.Beside(m.ctx, m.plan.pattern.Predicate, popular) {
		if err != nil {
			m.yield(rdf.Quad{}, err)
			return
		}
		if !m.give(m.cache.known(found.Record, false), found.Triples) {
			return
		}
	}
}

// about gives the triples about an IRI, and keeps them. Many records may repeat what is said
// of it, so that finding the triples is a long walk, and a query asks for them again with
// each record that refers to the IRI.
func (m *recordMatch) about() {
	key := question{m.plan.own, m.plan.pattern}
	if known, ok := m.repeats.said.get(key); ok {
		for _, t := range known {
			if !m.yield(rdf.Quad{Triple: t}, m.ctx.Err()) {
				return
			}
		}
		return
	}
	var said statements
	m.plan.omit = Ends{}
	yield := m.yield
	m.yield = func(q rdf.Quad, err error) bool {
		said.add(q.Triple)
		return yield(q, err)
	}
	if m.walk() {
		m.repeats.said.put(key, said)
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
