package resource

import (
	"context"
	"testing"
	"time"

	"github.com/knakk/rdf"

	"vitrine/checks/memstore"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/server/data/holdings"
	"vitrine/server/people/i18n"
	"vitrine/server/people/site"
	"vitrine/server/web/address"
)

const testIRI = "https://data.museum.example/person/1"

// testStore is a store in memory; after runs once, after the next Get has read.
type testStore struct {
	*memstore.Store
	after func()
}

func (s *testStore) Get(ctx context.Context, name rdf.IRI) (*rdfstore.Entity, error) {
	e, err := s.Store.Get(ctx, name)
	if after := s.after; after != nil {
		s.after = nil
		after()
	}
	return e, err
}

// put stores a person of the name.
func (s *testStore) put(t *testing.T, label string) {
	t.Helper()
	name, err := graph.IRI(testIRI)
	if err != nil {
		t.Fatal(err)
	}
	g := &graph.Graph{Name: name, Triples: []rdf.Triple{{Subj: name, Pred: graph.Label, Obj: graph.String(label)}}}
	if _, err := s.Apply(t.Context(), rdfstore.Change{Put: g}); err != nil {
		t.Fatal(err)
	}
}

func newTestMaker(t *testing.T) (*Maker, *testStore) {
	t.Helper()
	store := &testStore{Store: memstore.New()}
	languages, err := i18n.All()
	if err != nil {
		t.Fatal(err)
	}
	m, err := NewMaker(Options{
		Site: &site.Site{
			Mapper: address.New("https://data.museum.example/"), Languages: languages,
			Slot: func(ctx context.Context) (context.Context, func(), error) { return ctx, func() {}, nil },
		},
		Store: store, Log: holdings.NewFollower(store), CacheBytes: 1 << 20, MaxRepresentation: 1 << 20, PageSize: 100,
		Rendered: func(string, time.Duration) {},
	})
	if err != nil {
		t.Fatal(err)
	}
	return m, store
}

func view(t *testing.T, m *Maker) View {
	t.Helper()
	v, err := m.View(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestLateResource checks that what was read before a change is not kept after
// the cache has heard of the change.
func TestLateResource(t *testing.T) {
	m, store := newTestMaker(t)
	store.put(t, "Ada")
	store.after = func() {
		store.put(t, "Changed")
		if _, err := m.Log.Follow(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	old, err := view(t, m).Resource(t.Context(), testIRI)
	if err != nil {
		t.Fatal(err)
	}
	d, err := view(t, m).Resource(t.Context(), testIRI)
	if err != nil || d.State == old.State {
		t.Errorf("the old state is kept, %v", err)
	}
}
