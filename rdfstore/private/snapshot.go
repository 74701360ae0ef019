package private

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// snapshot is a snapshot of the store without what is private in it. What is private is found
// missing before it is read, so that the time of an answer does not depend on it.
type snapshot struct {
	rdfstore.Snapshot
	store *Store
	view  *view
	at    rdfstore.LogEntry
}

// At returns the newest entry of the log that is shown.
func (s *snapshot) At() rdfstore.LogEntry { return s.at }

// successor returns the successor of a deleted entity if that is a public entity, else the zero
// IRI.
func (s *snapshot) successor(ctx context.Context, name rdf.IRI) (rdf.IRI, error) {
	if name == (rdf.IRI{}) {
		return name, nil
	}
	if ok, err := s.Has(ctx, name); !ok || err != nil {
		return rdf.IRI{}, err
	}
	return name, nil
}

// Get returns the entity with the name.
func (s *snapshot) Get(ctx context.Context, name rdf.IRI) (*rdfstore.Entity, error) {
	if !s.view.shows(name) {
		return nil, s.missing(ctx, name)
	}
	e, err := s.Snapshot.Get(ctx, name)
	switch {
	case rdfstore.IsMissing(err):
		return nil, s.missing(ctx, name)
	case err != nil:
		return nil, err
	}
	return s.store.public(s.view, e), nil
}

// missing returns the error for a name that no entity of the view has.
func (s *snapshot) missing(ctx context.Context, name rdf.IRI) error {
	gone, ok := s.store.deleted(s.view, name)
	if !ok {
		return fmt.Errorf("%s: %w", name, rdfstore.ErrNotFound)
	}
	successor, err := s.successor(ctx, gone.Successor)
	if err != nil {
		return err
	}
	return &rdfstore.DeletedError{Name: name, Version: gone.Seq, Time: gone.Time, Successor: successor}
}

// Has tells whether there is an entity with the name.
func (s *snapshot) Has(ctx context.Context, name rdf.IRI) (bool, error) {
	if !s.view.shows(name) {
		return false, nil
	}
	return s.Snapshot.Has(ctx, name)
}

// Match yields the quads that match the pattern.
func (s *snapshot) Match(ctx context.Context, p rdfstore.Pattern, after rdfstore.Cursor) iter.Seq2[rdfstore.Match, error] {
	if s.names(p) {
		return none[rdfstore.Match]
	}
	return only(s.Snapshot.Match(ctx, p, after), func(m rdfstore.Match) bool { return s.showsGraph(m.Quad.Ctx) })
}

// showsGraph tells whether the graph of a quad is not private.
func (s *snapshot) showsGraph(g rdf.Context) bool {
	name, ok := g.(rdf.IRI)
	return ok && s.view.shows(name)
}

// names tells whether a pattern is about one graph that is private.
func (s *snapshot) names(p rdfstore.Pattern) bool { return p.Graph != nil && !s.showsGraph(p.Graph) }

func none[T any](func(T, error) bool) {}

// walkedPerGraph is how many quads are walked over in the time in which those of one graph
// are counted, roughly.
const walkedPerGraph = 8

// Count returns the number of quads that match the pattern.
func (s *snapshot) Count(ctx context.Context, p rdfstore.Pattern) (uint64, error) {
	if s.names(p) {
		return 0, nil
	}
	all, err := s.Snapshot.Count(ctx, p)
	if err != nil || all == 0 || len(s.view.private) == 0 || p.Graph != nil {
		return all, err
	}
	if all <= walkedPerGraph*uint64(len(s.view.private)) {
		return s.countOneByOne(ctx, p)
	}
	for _, name := range s.view.private {
		p.Graph = name
		private, err := s.Snapshot.Count(ctx, p)
		if err != nil {
			return 0, err
		}
		all -= private
	}
	return all, nil
}

func (s *snapshot) countOneByOne(ctx context.Context, p rdfstore.Pattern) (n uint64, err error) {
	for _, err := range s.Match(ctx, p, "") {
		if err != nil {
			return 0, err
		}
		n++
	}
	return n, nil
}

// Entities yields the names of all entities in byte order.
func (s *snapshot) Entities(ctx context.Context, after string) iter.Seq2[rdf.IRI, error] {
	return only(s.Snapshot.Entities(ctx, after), s.view.shows)
}

// Graphs yields the entities in byte order of the name.
func (s *snapshot) Graphs(ctx context.Context, after string) iter.Seq2[*rdfstore.Entity, error] {
	all := only(s.Snapshot.Graphs(ctx, after), func(e *rdfstore.Entity) bool { return s.view.shows(e.Graph.Name) })
	return func(yield func(*rdfstore.Entity, error) bool) {
		for e, err := range all {
			if err == nil {
				e = s.store.public(s.view, e)
			}
			if !yield(e, err) {
				return
			}
		}
	}
}

// only yields the items of a walk that are shown, and its error.
func only[T any](items iter.Seq2[T, error], shows func(T) bool) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for item, err := range items {
			if (err != nil || shows(item)) && !yield(item, err) {
				return
			}
		}
	}
}

// recordsSnapshot is a snapshot of a store whose snapshots offer rdfstore.Records.
type recordsSnapshot struct {
	*snapshot
	records rdfstore.Records
}

// Record returns the graph of the name.
func (s recordsSnapshot) Record(ctx context.Context, name rdf.IRI) (rdfstore.Record, error) {
	if !s.view.shows(name) {
		return nil, fmt.Errorf("%s: %w", name, rdfstore.ErrNotFound)
	}
	return s.records.Record(ctx, name)
}

// Records yields the graphs that have quads of the pattern.
func (s recordsSnapshot) Records(ctx context.Context, p rdfstore.Pattern) iter.Seq2[rdfstore.Found, error] {
	if s.names(p) {
		return none[rdfstore.Found]
	}
	return only(s.records.Records(ctx, p), func(f rdfstore.Found) bool { return s.view.shows(f.Record.Name()) })
}

// Popular returns objects that many graphs have with a predicate, private ones too.
func (s recordsSnapshot) Popular(ctx context.Context, predicate rdf.Predicate) ([]rdf.Object, error) {
	of, ok := s.records.(rdfstore.Objects)
	if !ok {
		return nil, nil
	}
	return of.Popular(ctx, predicate)
}

// Beside yields the graphs that have quads with a predicate whose objects are none of some.
func (s recordsSnapshot) Beside(ctx context.Context, predicate rdf.Predicate, objects []rdf.Object) iter.Seq2[rdfstore.Found, error] {
	of, ok := s.records.(rdfstore.Objects)
	if !ok {
		return s.Records(ctx, rdfstore.Pattern{Predicate: predicate})
	}
	return only(of.Beside(ctx, predicate, objects), func(f rdfstore.Found) bool { return s.view.shows(f.Record.Name()) })
}

// lookedUp is how many graphs of a class are read in the time in which one private name is looked up,
// roughly.
const lookedUp = 2

// Own yields the graphs that state a class of what has no other graph. What is private has none here,
// though the store knows it: the graphs that state the class of it are looked up.
func (s recordsSnapshot) Own(ctx context.Context, class rdf.Object) iter.Seq2[rdfstore.Found, error] {
	p := rdfstore.Pattern{Predicate: graph.Type, Object: class}
	of, ok := s.records.(rdfstore.Objects)
	switch {
	case !ok:
		return s.Records(ctx, p)
	case len(s.view.private) == 0:
		return of.Own(ctx, class)
	}
	return func(yield func(rdfstore.Found, error) bool) {
		if n, err := s.Snapshot.Count(ctx, p); err != nil {
			yield(rdfstore.Found{}, err)
			return
		} else if n < lookedUp*uint64(len(s.view.private)) {
			s.Records(ctx, p)(yield)
			return
		}
		for found, err := range of.Own(ctx, class) {
			if err == nil {
				found, err = s.withoutPrivate(found)
			}
			if (err != nil || found.Record != nil || found.Own != rdf.IRI{}) && !yield(found, err) {
				return
			}
		}
		for _, name := range s.view.private {
			p.Subject = name
			for found, err := range s.Records(ctx, p) {
				if !yield(found, err) {
					return
				}
			}
		}
	}
}

// withoutPrivate returns what Own found without triples about what is private, the zero Found where
// nothing is left.
func (s recordsSnapshot) withoutPrivate(found rdfstore.Found) (rdfstore.Found, error) {
	r := found.Record
	if r == nil && s.view.shows(found.Own) {
		return found, nil
	}
	if r == nil || !s.view.shows(r.Name()) {
		return rdfstore.Found{}, nil
	}
	triples := make([]int, 0, len(found.Triples))
	for _, number := range found.Triples {
		subject, _ := r.Ends(number)
		term, err := r.Term(subject)
		if err != nil {
			return rdfstore.Found{}, err
		}
		if name, isIRI := term.(rdf.IRI); !isIRI || s.view.shows(name) {
			triples = append(triples, number)
		}
	}
	if len(triples) == 0 {
		return rdfstore.Found{}, nil
	}
	return rdfstore.Found{Record: r, Triples: triples}, nil
}

// aheadSnapshot is a snapshot of a store whose snapshots offer rdfstore.Ahead.
type aheadSnapshot struct {
	recordsSnapshot
	ahead rdfstore.Ahead
}

// Ahead reads at once what answers the questions about what is not private.
func (s aheadSnapshot) Ahead(ctx context.Context, ask rdfstore.Questions) error {
	private := func(name rdf.IRI) bool { return !s.view.shows(name) }
	return s.ahead.Ahead(ctx, rdfstore.Questions{
		Names: slices.DeleteFunc(slices.Clone(ask.Names), private), Graphs: slices.DeleteFunc(slices.Clone(ask.Graphs), private),
		Patterns: slices.DeleteFunc(slices.Clone(ask.Patterns), s.names),
	})
}
