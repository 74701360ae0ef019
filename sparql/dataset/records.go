package dataset

import (
	"context"
	"iter"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
)

// Reader is the part of an rdfstore.Snapshot that Records asks.
type Reader interface {
	Has(ctx context.Context, name rdf.IRI) (bool, error)
	Match(ctx context.Context, p rdfstore.Pattern, after rdfstore.Cursor) iter.Seq2[rdfstore.Match, error]
	Count(ctx context.Context, p rdfstore.Pattern) (uint64, error)
	Entities(ctx context.Context, after string) iter.Seq2[rdf.IRI, error]
}

// Options are the names of a dataset of records.
type Options struct {
	// Labels are those of the blank nodes.
	Labels Labels
	// Default and Union are the IRIs by which dataset clauses ask for the default
	// graph and for the union of all records' graphs; the zero IRI is for no name.
	Default, Union rdf.IRI
	// Samples are those of the store, nil to take them anew.
	Samples *Samples
	// Search answers patterns with the predicate of a text search, nil where there is none.
	Search TextSearch
}

// Records is the dataset of the records of a store.
//
// Each record's graph is a named graph. The default graph is what records say of
// their own entities: a triple whose subject is the entity of a record is in it where
// that record's graph states it, and not where only others repeat something about
// the entity. The triples of blank nodes are in it, and so are those about IRIs that
// have no record, which many records may state; each of them comes once, where the
// first graph in the order of the store states it. So pages of one answer hold no
// triple twice, though nothing is kept between them.
//
// A blank node in a pattern costs the reading of one record, and so does a subject
// that has a record in the default graph.
type Records struct {
	reader  Reader
	options Options
	repeats repeats
	// cache is nil where the reader has no records.
	cache *cache
	// found is what was searched last.
	found *found
}

var _ Dataset = (*Records)(nil)

// NewRecords returns the dataset of what the reader holds. What it answers is of one
// state where the reader is a snapshot. It keeps what it finds out about repeated
// triples, so it is for one query or one page.
func NewRecords(reader Reader, o Options) *Records {
	cache := newCache(reader, o.Labels)
	return &Records{reader: reader, options: o, repeats: newRepeats(reader, cache), cache: cache}
}

// Match yields the quads that match.
func (d *Records) Match(ctx context.Context, scope Scope, p Pattern) iter.Seq2[rdf.Quad, error] {
	if p.isSearch() {
		return d.matchSearch(ctx, scope, p)
	}
	if d.cache != nil {
		return d.matchRecords(ctx, scope, p)
	}
	return func(yield func(rdf.Quad, error) bool) {
		for step, err := range d.Walk(ctx, scope, p, "") {
			if err == nil && step.Repeated {
				continue
			}
			if !yield(step.Quad, err) {
				return
			}
		}
	}
}

// Step is a quad of the store that a walk looks at.
type Step struct {
	Quad rdf.Quad
	// Repeated tells that the quad is none of the answer, since it repeats what
	// another graph states or is left to.
	Repeated bool
	// Cursor is the place to go on from.
	Cursor rdfstore.Cursor
}

// Walk yields the quads that Match looks at, those of the answer and those that only
// repeat, beginning after a cursor of the same scope and pattern, with "" for the
// start. So who has looked at enough can stop, and another walk goes on. The error
// wraps rdfstore.ErrCursor for another cursor, and may do so for one of a state of the
// store in which the subject had no record, or still had one.
func (d *Records) Walk(ctx context.Context, scope Scope, p Pattern, after rdfstore.Cursor) iter.Seq2[Step, error] {
	return func(yield func(Step, error) bool) {
		plan, ok, err := d.plan(ctx, scope, p)
		if !ok || err != nil {
			none[Step](err)(yield)
			return
		}
		for m, err := range d.reader.Match(ctx, plan.pattern, after) {
			counts := false
			if err == nil {
				counts, err = d.counts(ctx, plan, m.Quad)
			}
			if err != nil {
				yield(Step{}, err)
				return
			}
			if !yield(Step{d.scoped(scope, m.Quad), !counts, m.Cursor}, nil) {
				return
			}
		}
	}
}

// scoped returns a quad of the store as one of a scope.
func (d *Records) scoped(scope Scope, q rdf.Quad) rdf.Quad {
	q = d.options.Labels.Quad(q)
	if !scope.IsNamed() {
		q.Ctx = nil
	}
	return q
}

// plan is how a pattern is answered.
type plan struct {
	pattern rdfstore.Pattern
	// own asks that a triple about an entity that has a record be stated by that
	// record, and once that no earlier graph state the triple.
	own, once bool
	// omit are the terms that may be left out, and set tells that of the triples which differ in
	// these alone one is enough.
	omit Ends
	set  bool
}

// plan returns false where nothing can match.
func (d *Records) plan(ctx context.Context, scope Scope, p Pattern) (plan, bool, error) {
	t, ok := p.terms()
	if !ok {
		return plan{}, false, ctx.Err()
	}
	out := plan{own: scope.kind == defaultGraph, once: !scope.IsNamed(), omit: p.Omit, set: p.Set}
	out.pattern.Predicate = t.predicate
	if scope.kind == namedGraph {
		out.pattern.Graph = scope.name
	}
	subject, okSubject := d.local(t.subject, &out.pattern)
	object, okObject := d.local(t.object, &out.pattern)
	if !okSubject || !okObject {
		return plan{}, false, ctx.Err()
	}
	out.pattern.Subject, _ = subject.(rdf.Subject)
	out.pattern.Object, _ = object.(rdf.Object)
	if name, isIRI := subject.(rdf.IRI); isIRI && out.own {
		has, err := d.repeats.has(ctx, name)
		if err != nil {
			return plan{}, false, err
		}
		if has {
			if out.pattern.Graph != nil && out.pattern.Graph != rdf.Context(name) {
				return plan{}, false, nil
			}
			out.pattern.Graph = name
			out.own, out.once = false, false
		}
	}
	return out, true, nil
}

// local returns a term as it is in the store; a blank node binds the graph. It returns
// false where that is bound to another.
func (d *Records) local(t rdf.Term, p *rdfstore.Pattern) (rdf.Term, bool) {
	scoped, isBlank := t.(rdf.Blank)
	if !isBlank {
		return t, true
	}
	b, name, ok := d.options.Labels.Local(scoped)
	if !ok || p.Graph != nil && p.Graph != rdf.Context(name) {
		return nil, false
	}
	p.Graph = name
	return b, true
}

// counts tells whether a quad of the store is one of the answer.
func (d *Records) counts(ctx context.Context, p plan, q rdf.Quad) (bool, error) {
	if !p.own && !p.once {
		return true, nil
	}
	name, isIRI := q.Subj.(rdf.IRI)
	if !isIRI {
		return true, nil
	}
	if p.own {
		if q.Ctx == rdf.Context(name) {
			return true, nil
		}
		if has, err := d.repeats.has(ctx, name); has || err != nil {
			return false, err
		}
	}
	if _, isBlank := q.Obj.(rdf.Blank); isBlank || !p.once {
		return true, nil
	}
	first, err := d.repeats.first(ctx, q.Triple)
	return first == q.Ctx, err
}

// Estimate returns the number of matches. It is exact for the patterns that the store
// counts at once and of which no triple is left out as repeated.
func (d *Records) Estimate(ctx context.Context, scope Scope, p Pattern) (Cardinality, error) {
	plan, ok, err := d.plan(ctx, scope, p)
	if !ok || err != nil {
		return Cardinality{Exact: true}, err
	}
	asked := plan.pattern
	_, blank := asked.Subject.(rdf.Blank)
	exact := blank || !plan.own && !plan.once
	switch {
	case asked.Graph != nil || asked.Subject == nil || asked.Object == nil:
		n, err := d.count(ctx, asked)
		return Cardinality{n, exact || n == 0}, err
	case asked.Predicate != nil && plan.once:
		first, err := d.repeats.first(ctx, rdf.Triple{Subj: asked.Subject, Pred: asked.Predicate, Obj: asked.Object})
		if first == nil {
			return Cardinality{0, true}, err
		}
		return Cardinality{1, true}, err
	default:
		return d.fewest(ctx, asked)
	}
}

// count returns the number of quads of the store. A graph that is named is kept,
// since its triples are asked for next.
func (d *Records) count(ctx context.Context, p rdfstore.Pattern) (uint64, error) {
	if name, ok := p.Graph.(rdf.IRI); ok && d.cache != nil {
		return d.cache.count(ctx, name, p)
	}
	return d.reader.Count(ctx, p)
}

// fewest bounds the number of quads with a subject and an object, which the store
// would have to read to count, by those with one of the two.
func (d *Records) fewest(ctx context.Context, p rdfstore.Pattern) (Cardinality, error) {
	bySubject, byObject := p, p
	bySubject.Object, byObject.Subject = nil, nil
	n, err := d.reader.Count(ctx, bySubject)
	if err != nil {
		return Cardinality{}, err
	}
	m, err := d.reader.Count(ctx, byObject)
	return Cardinality{min(n, m), min(n, m) == 0}, err
}

// Kept is about how many bytes are kept of what was read.
func (d *Records) Kept() int64 {
	const name, sum, firstOf, statement = 96, 40, 240, 240
	r := &d.repeats
	size := name*r.names.len() + sum*r.named.len() + firstOf*r.firsts.len() + statement*r.stated.len() + r.said.size
	if d.cache != nil {
		size += d.cache.size + d.cache.oldSize
	}
	if d.found != nil {
		size += name * len(d.found.names)
	}
	return int64(size)
}

// Forget lets go of that, but for one record.
func (d *Records) Forget() {
	d.repeats, d.found = newRepeats(d.reader, d.cache), nil
	if c := d.cache; c != nil {
		c.young, c.old, c.size, c.oldSize = nil, nil, 0, 0
	}
}

// Graphs yields the names of the records.
func (d *Records) Graphs(ctx context.Context) iter.Seq2[rdf.IRI, error] {
	return d.reader.Entities(ctx, "")
}

// HasGraph tells whether there is a record of the name.
func (d *Records) HasGraph(ctx context.Context, name rdf.IRI) (bool, error) {
	return d.repeats.has(ctx, name)
}

// Find returns the scope of a record's graph, of the default graph or of the union.
func (d *Records) Find(ctx context.Context, name rdf.IRI) (Scope, bool, error) {
	switch name {
	case rdf.IRI{}:
		return Scope{}, false, nil
	case d.options.Default:
		return Default(), true, nil
	case d.options.Union:
		return Union(), true, nil
	}
	has, err := d.repeats.has(ctx, name)
	return Named(name), has, err
}
