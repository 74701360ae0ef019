package holdings

import (
	"context"
	"slices"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/checks/memstore"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// told notes what a cache is told.
type told []string

func (c *told) Drop(change rdfstore.LogEntry) { *c = append(*c, change.Name.String()) }
func (c *told) Clear()                        { *c = append(*c, "all") }

// take returns what was noted, and forgets it.
func (c *told) take() []string {
	out := *c
	*c = nil
	return out
}

func putLabelled(t *testing.T, store *memstore.Store, labels ...string) {
	t.Helper()
	name, err := graph.IRI("https://data.museum.example/person/1")
	if err != nil {
		t.Fatal(err)
	}
	var changes []rdfstore.Change
	for _, label := range labels {
		g := &graph.Graph{Name: name, Triples: []rdf.Triple{{Subj: name, Pred: graph.Label, Obj: graph.String(label)}}}
		changes = append(changes, rdfstore.Change{Put: g})
	}
	for _, c := range changes {
		if _, err := store.Apply(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
}

func follow(t *testing.T, f *Follower) uint64 {
	t.Helper()
	at, err := f.Follow(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func TestFollow(t *testing.T) {
	store := memstore.New()
	putLabelled(t, store, "One")
	f := NewFollower(store)
	var first, second told
	f.Add(&first)
	f.Add(&second)
	one := []string{"https://data.museum.example/person/1"}
	if at := follow(t, f); at != 1 || !slices.Equal(first.take(), one) || !slices.Equal(second.take(), one) {
		t.Error("the first change is not followed by each cache")
	}
	if at := follow(t, f); at != 1 || first.take() != nil {
		t.Error("where nothing has changed, something is dropped")
	}
	putLabelled(t, store, "Two", "Three")
	if at := follow(t, f); at != 3 || len(first.take()) != 2 {
		t.Error("the changes since are not followed")
	}
}

// TestFollowFromFarBehind has more changes than are followed one by one.
func TestFollowFromFarBehind(t *testing.T) {
	store := memstore.New()
	labels := make([]string, MaxCatchUp+1)
	for i := range labels {
		labels[i] = string(rune('a' + i%2))
	}
	putLabelled(t, store, labels...)
	f := NewFollower(store)
	var c told
	f.Add(&c)
	if at := follow(t, f); at != uint64(len(labels)) || !slices.Equal(c.take(), []string{"all"}) {
		t.Error("the cache is not cleared")
	}
}

// ended is a log whose end is as the test says.
type ended struct {
	*memstore.Store
	newest uint64
	// asked runs once, when the end is asked for.
	asked func()
}

func (s *ended) LastChange(context.Context) (rdfstore.LogEntry, error) {
	answer := rdfstore.LogEntry{Seq: s.newest}
	if asked := s.asked; asked != nil {
		s.asked = nil
		asked()
	}
	return answer, nil
}

// TestFollowEnds follows a log of which others follow more meanwhile, and that loses changes.
func TestFollowEnds(t *testing.T) {
	store := &ended{Store: memstore.New(), newest: 2}
	f := NewFollower(store)
	var c told
	f.Add(&c)
	putLabelled(t, store.Store, "One", "Two")
	// While one request asks, another one follows more.
	store.asked = func() {
		putLabelled(t, store.Store, "Three")
		store.newest = 3
		follow(t, f)
	}
	if at := follow(t, f); at != 3 || len(c.take()) != 3 {
		t.Errorf("the caches are at %d, or were cleared", at)
	}
	store.newest = 1
	if at := follow(t, f); at != 1 || !slices.Equal(c.take(), []string{"all"}) {
		t.Error("the caches are not cleared where the store has lost changes")
	}
}

// TestKeep puts in nothing that was read before a change that was followed since.
func TestKeep(t *testing.T) {
	store := memstore.New()
	f := NewFollower(store)
	before := follow(t, f)
	putLabelled(t, store, "One")
	kept := 0
	f.Keep(before, func() { kept++ })
	now := follow(t, f)
	f.Keep(before, func() { t.Error("what was read before the change is kept") })
	f.Keep(now, func() { kept++ })
	if kept != 2 {
		t.Errorf("%d of 2 are kept", kept)
	}
}
