package server

import (
	"context"
	"iter"
	"sync"
	"testing"
	"time"

	"github.com/knakk/rdf"

	"vitrine/checks/memstore"
	"vitrine/checks/pgstoretest"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/pgstore"
)

// testStore is a store in which a test can step in: times are fixed,
// and reads can be held up or made to fail.
type testStore struct {
	rdfstore.Store
	mu sync.Mutex
	// before runs before each Get, which returns its error.
	before func(name string) error
	// down is what Get and LastChange return.
	down error
	// origin is when the first change was made; each further one followed a
	// minute later.
	origin time.Time
}

func newTestStore(t testing.TB) *testStore {
	return &testStore{Store: emptyStore(t, rdfstore.Derivation{}), origin: testTime}
}

// emptyStore returns a store in memory, or in a database where the environment names one.
func emptyStore(t testing.TB, d rdfstore.Derivation) rdfstore.Store {
	t.Helper()
	if pgstoretest.Server() == "" {
		return memstore.NewDeriving(d)
	}
	store, _ := pgstoretest.New(t, pgstore.Options{Derivation: d})
	return store
}

// testTime is when the first change is made, unless a test says otherwise.
var testTime = time.Date(2024, 5, 17, 9, 30, 15, 250e6, time.UTC)

func (s *testStore) put(t testing.TB, g *graph.Graph) {
	t.Helper()
	if _, err := s.Apply(context.Background(), rdfstore.Change{Put: g}); err != nil {
		t.Fatal(err)
	}
}

func (s *testStore) remove(t testing.TB, iri string) {
	t.Helper()
	if _, err := s.Apply(context.Background(), rdfstore.Change{Delete: mustIRI(t, iri)}); err != nil {
		t.Fatal(err)
	}
}

// set changes what a test steps in with.
func (s *testStore) set(before func(name string) error, down error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.before, s.down = before, down
}

func (s *testStore) Get(ctx context.Context, name rdf.IRI) (*rdfstore.Entity, error) {
	s.mu.Lock()
	before, down := s.before, s.down
	s.mu.Unlock()
	if before != nil {
		if err := before(name.String()); err != nil {
			return nil, err
		}
	}
	if down != nil {
		return nil, down
	}
	e, err := s.Store.Get(ctx, name)
	if err != nil {
		return nil, err
	}
	return s.dated(e), nil
}

func (s *testStore) time(seq uint64) time.Time {
	return s.origin.Add(time.Duration(seq-1) * time.Minute)
}

func (s *testStore) dated(e *rdfstore.Entity) *rdfstore.Entity {
	changed := *e
	changed.Modified = s.time(e.Version)
	return &changed
}

func (s *testStore) Past(ctx context.Context, name rdf.IRI, version uint64) (*rdfstore.Entity, error) {
	e, err := s.Store.Past(ctx, name, version)
	if err != nil {
		return nil, err
	}
	return s.dated(e), nil
}

func (s *testStore) Versions(ctx context.Context, name rdf.IRI, before uint64) iter.Seq2[rdfstore.LogEntry, error] {
	return func(yield func(rdfstore.LogEntry, error) bool) {
		for e, err := range s.Store.Versions(ctx, name, before) {
			if e.Time = s.time(e.Seq); !yield(e, err) {
				return
			}
		}
	}
}

func (s *testStore) LastChange(ctx context.Context) (rdfstore.LogEntry, error) {
	s.mu.Lock()
	down := s.down
	s.mu.Unlock()
	if down != nil {
		return rdfstore.LogEntry{}, down
	}
	return s.Store.LastChange(ctx)
}

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
