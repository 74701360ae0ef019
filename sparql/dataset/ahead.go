package dataset

import (
	"context"
	"iter"
	"slices"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
)

// Ahead is what a Dataset may offer, for those who know many patterns before they match the
// first.
type Ahead interface {
	// LooksAhead tells whether Ahead is of any use.
	LooksAhead() bool
	// Ahead reads at once what the patterns will need. It changes no answer.
	Ahead(ctx context.Context, lookups []Lookup) error
}

// Lookup is a pattern that is about to be matched.
type Lookup struct {
	Scope   Scope
	Pattern Pattern
}

var (
	_ Ahead = (*Records)(nil)
	_ Ahead = (*restricted)(nil)
)

// LooksAhead tells whether the store reads ahead.
func (d *Records) LooksAhead() bool { return d.cache != nil && d.cache.ahead != nil }

// Ahead has the store read what the patterns will need.
func (d *Records) Ahead(ctx context.Context, lookups []Lookup) error {
	var first, second rdfstore.Questions
	var subjects []rdfstore.Pattern
	for _, l := range lookups {
		t, ok := l.Pattern.terms()
		if !ok || l.Pattern.isSearch() {
			continue
		}
		p := rdfstore.Pattern{Predicate: t.predicate}
		if l.Scope.kind == namedGraph {
			p.Graph = l.Scope.name
		}
		subject, okSubject := d.local(t.subject, &p)
		object, okObject := d.local(t.object, &p)
		if !okSubject || !okObject {
			continue
		}
		p.Subject, _ = subject.(rdf.Subject)
		p.Object, _ = object.(rdf.Object)
		name, isIRI := subject.(rdf.IRI)
		switch graph, named := p.Graph.(rdf.IRI); {
		case named:
			first.Graphs = d.addUnread(first.Graphs, graph)
		case isIRI && l.Scope.kind == defaultGraph:
			first.Graphs = d.addUnread(first.Graphs, name)
			subjects = append(subjects, p)
		default:
			first.Patterns = append(first.Patterns, p)
		}
	}
	if err := d.cache.ahead.Ahead(ctx, first); err != nil {
		return err
	}
	for _, p := range subjects {
		name, _ := p.Subject.(rdf.IRI)
		has, err := d.repeats.has(ctx, name)
		if err != nil {
			return err
		}
		if _, known := d.repeats.said.get(question{true, p}); !has && !known {
			second.Patterns = append(second.Patterns, p)
		}
	}
	return d.cache.ahead.Ahead(ctx, second)
}

// addUnread adds the name of a record that is to be read.
func (d *Records) addUnread(names []rdf.IRI, name rdf.IRI) []rdf.IRI {
	if has, known := d.repeats.names.get(name); known && !has || d.cache.has(name) {
		return names
	}
	return append(names, name)
}

// LooksAhead tells whether the dataset does whose graphs these are.
func (r *restricted) LooksAhead() bool {
	of, ok := r.of.(Ahead)
	return ok && of.LooksAhead()
}

// Ahead has the dataset read what the patterns will need in each of its graphs.
func (r *restricted) Ahead(ctx context.Context, lookups []Lookup) error {
	var in []Lookup
	for _, l := range lookups {
		switch l.Scope.kind {
		case namedGraph:
			if scope, ok := r.named[l.Scope.name]; ok {
				in = append(in, Lookup{scope, l.Pattern})
			}
		case eachGraph:
		default:
			for _, scope := range r.mergedIn(l.Scope) {
				in = append(in, Lookup{scope, l.Pattern})
			}
		}
	}
	return r.of.(Ahead).Ahead(ctx, in)
}

// The number of graphs that a walk gathers before it asks what is left to ask of them, at
// first and at most, and about how many bytes they may take.
const (
	firstGathered = 16
	maxGathered   = 1024
	maxGatherable = 16 << 20
)

// readAhead yields the graphs of a walk after the store was asked at once what tells which of
// their triples count.
func (m *recordMatch) readAhead(all iter.Seq2[rdfstore.Found, error]) iter.Seq2[rdfstore.Found, error] {
	if m.cache.ahead == nil || !m.plan.own && !m.plan.once {
		return all
	}
	return func(yield func(rdfstore.Found, error) bool) {
		var gathered []rdfstore.Found
		most, size := firstGathered, 0
		give := func() bool {
			err := m.askAhead(gathered)
			if err != nil {
				return yield(rdfstore.Found{}, err) && false
			}
			for _, found := range gathered {
				if !yield(found, nil) {
					return false
				}
			}
			clear(gathered)
			gathered, most, size = gathered[:0], min(8*most, maxGathered), 0
			return true
		}
		for found, err := range all {
			if err != nil {
				yield(found, err)
				return
			}
			gathered = append(gathered, found)
			size += found.Record.Size()
			if (len(gathered) == most || size > maxGatherable) && !give() {
				return
			}
		}
		give()
	}
}

// askAhead asks the store what tells which triples of some graphs count: which of their
// subjects have a record, and what is the first graph to state the others.
func (m *recordMatch) askAhead(graphs []rdfstore.Found) error {
	var names []rdf.IRI
	var stated []rdfstore.Pattern
	for _, found := range graphs {
		for _, number := range found.Triples {
			t, ok, err := m.undecided(found.Record, number)
			if err != nil {
				return err
			}
			if name, isIRI := t.Subject.(rdf.IRI); ok && isIRI {
				names = append(names, name)
				if t.Object != nil {
					stated = append(stated, t)
				}
			}
		}
	}
	if m.plan.own {
		if err := m.cache.ahead.Ahead(m.ctx, rdfstore.Questions{Names: names}); err != nil {
			return err
		}
	}
	if !m.plan.once {
		return nil
	}
	var err error
	stated = slices.DeleteFunc(stated, func(p rdfstore.Pattern) bool {
		name, _ := p.Subject.(rdf.IRI)
		has := false
		if m.plan.own && err == nil {
			has, err = m.repeats.has(m.ctx, name)
		}
		return has
	})
	if err != nil {
		return err
	}
	return m.cache.ahead.Ahead(m.ctx, rdfstore.Questions{Patterns: stated})
}

// undecided returns a triple of a record of which it takes other records to tell whether it
// counts, false for one that is decided.
func (m *recordMatch) undecided(r rdfstore.Record, number int) (p rdfstore.Pattern, undecided bool, err error) {
	subject, object := r.Ends(number)
	if r.IsBlank(subject) || m.plan.own && r.IsName(subject) {
		return p, false, nil
	}
	key := statement{own: m.plan.own, subject: r.Key(subject), object: r.Key(object)}
	if key.predicate, err = r.Predicate(number); err != nil {
		return p, false, err
	}
	if _, known := m.repeats.stated.get(key); known {
		return p, false, nil
	}
	if has, known := m.repeats.named.get(digestOf(key.subject)); known && has {
		return p, false, nil
	}
	s, err := r.Term(subject)
	if err != nil {
		return p, false, err
	}
	p.Predicate = key.predicate
	p.Subject, _ = s.(rdf.Subject)
	if p.Object, err = r.Term(object); r.IsBlank(object) {
		p.Object = nil // it counts by this record if its subject has none
	}
	return p, err == nil, err
}
