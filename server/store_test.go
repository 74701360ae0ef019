package server

import (
	"context"
	"iter"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// testStore keeps entities in a map. It holds what the server asks for and
// lets a test step in before each Get.
type testStore struct {
	mu      sync.Mutex
	all     map[string]*rdfstore.Entity
	deleted map[string]*rdfstore.DeletedError
	log     []rdfstore.LogEntry
	gets    int
	// before runs before each Get, and its error is returned.
	before func(name string) error
	// down is returned by every method.
	down error
}

func newTestStore() *testStore {
	return &testStore{all: map[string]*rdfstore.Entity{}, deleted: map[string]*rdfstore.DeletedError{}}
}

// testTime is when everything in the tests was changed.
var testTime = time.Date(2024, 5, 17, 9, 30, 15, 250e6, time.UTC)

func (s *testStore) put(t testing.TB, g *graph.Graph) {
	t.Helper()
	if _, err := s.Apply(t.Context(), rdfstore.Change{Put: g}); err != nil {
		t.Fatal(err)
	}
}

func (s *testStore) remove(t testing.TB, iri string) {
	t.Helper()
	if _, err := s.Apply(t.Context(), rdfstore.Change{Delete: mustIRI(t, iri)}); err != nil {
		t.Fatal(err)
	}
}

func (s *testStore) Get(_ context.Context, name rdf.IRI) (*rdfstore.Entity, error) {
	s.mu.Lock()
	s.gets++
	before := s.before
	s.mu.Unlock()
	if before != nil {
		if err := before(name.String()); err != nil {
			return nil, err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.down != nil {
		return nil, s.down
	}
	if e, ok := s.all[name.String()]; ok {
		return e, nil
	}
	if d, ok := s.deleted[name.String()]; ok {
		return nil, d
	}
	return nil, rdfstore.ErrNotFound
}

func (s *testStore) Apply(_ context.Context, changes ...rdfstore.Change) ([]rdfstore.Outcome, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range changes {
		name := c.Name().String()
		version := uint64(len(s.log) + 1)
		at := testTime.Add(time.Duration(version-1) * time.Minute)
		entry := rdfstore.LogEntry{Seq: version, Name: c.Name(), Time: at, Kind: rdfstore.Updated}
		if c.Put != nil {
			s.all[name] = &rdfstore.Entity{Graph: c.Put, Version: version, Created: at, Modified: at}
			delete(s.deleted, name)
		} else {
			delete(s.all, name)
			s.deleted[name] = &rdfstore.DeletedError{Name: c.Delete, Version: version, Time: at}
			entry.Kind = rdfstore.Deleted
		}
		s.log = append(s.log, entry)
	}
	return nil, nil
}

func (s *testStore) Entities(_ context.Context, class rdf.IRI, after string) iter.Seq2[rdf.IRI, error] {
	s.mu.Lock()
	defer s.mu.Unlock()
	var names []rdf.IRI
	for name, e := range s.all {
		if name > after {
			names = append(names, e.Graph.Name)
		}
	}
	slices.SortFunc(names, func(a, b rdf.IRI) int { return strings.Compare(a.String(), b.String()) })
	down := s.down
	return func(yield func(rdf.IRI, error) bool) {
		if down != nil {
			yield(rdf.IRI{}, down)
			return
		}
		for _, name := range names {
			if !yield(name, nil) {
				return
			}
		}
	}
}

func (s *testStore) Classes(context.Context) ([]rdfstore.ClassCount, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	counts := []rdfstore.ClassCount{{Count: uint64(len(s.all))}}
	by := map[rdf.IRI]uint64{}
	for _, e := range s.all {
		for _, class := range e.Graph.Classes() {
			by[class]++
		}
	}
	for class, n := range by {
		counts = append(counts, rdfstore.ClassCount{Class: class, Count: n})
	}
	slices.SortFunc(counts, func(a, b rdfstore.ClassCount) int {
		return strings.Compare(a.Class.String(), b.Class.String())
	})
	return counts, s.down
}

func (s *testStore) Changes(_ context.Context, after uint64) iter.Seq2[rdfstore.LogEntry, error] {
	s.mu.Lock()
	log := s.log[min(after, uint64(len(s.log))):]
	s.mu.Unlock()
	return func(yield func(rdfstore.LogEntry, error) bool) {
		for _, e := range log {
			if !yield(e, nil) {
				return
			}
		}
	}
}

func (s *testStore) LastChange(context.Context) (rdfstore.LogEntry, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.down != nil || len(s.log) == 0 {
		return rdfstore.LogEntry{}, s.down
	}
	return s.log[len(s.log)-1], nil
}

func (s *testStore) Match(context.Context, rdfstore.Pattern, rdfstore.Cursor) iter.Seq2[rdfstore.Match, error] {
	return func(func(rdfstore.Match, error) bool) {}
}

func (s *testStore) Count(context.Context, rdfstore.Pattern) (uint64, error) { return 0, nil }

func (s *testStore) Graphs(context.Context, string) iter.Seq2[*rdfstore.Entity, error] {
	return func(func(*rdfstore.Entity, error) bool) {}
}

func (s *testStore) Close() error { return nil }

func mustIRI(t testing.TB, s string) rdf.IRI {
	t.Helper()
	iri, err := graph.IRI(s)
	if err != nil {
		t.Fatal(err)
	}
	return iri
}

// person returns the graph of a person with a label and a name.
func person(t testing.TB, iri, label string) *graph.Graph {
	t.Helper()
	name := mustIRI(t, iri)
	node, err := graph.Blank("b0")
	if err != nil {
		t.Fatal(err)
	}
	crm := func(local string) rdf.IRI { return mustIRI(t, "http://www.cidoc-crm.org/cidoc-crm/"+local) }
	return &graph.Graph{Name: name, Triples: []rdf.Triple{
		{Subj: name, Pred: graph.Type, Obj: crm("E21_Person")},
		{Subj: name, Pred: graph.Label, Obj: graph.String(label)},
		{Subj: name, Pred: crm("P1_is_identified_by"), Obj: node},
		{Subj: node, Pred: graph.Type, Obj: mustIRI(t, "https://linked.art/ns/terms/Name")},
		{Subj: node, Pred: crm("P190_has_symbolic_content"), Obj: graph.String(label)},
	}}
}
