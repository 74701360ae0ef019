package boltstore_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
)

// TestSnapshotExpires keeps a snapshot open until it ends by itself, so that it no
// longer holds up what it held: the store can be closed.
func TestSnapshotExpires(t *testing.T) {
	path := newPath(t)
	s := openWith(t, path, boltstore.Options{SnapshotAge: 1})
	putAll(t, s, randomGraphs(rand.New(rand.NewPCG(1, 1)), 0, 20))
	snapshot, err := s.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	// It is old at once; how many reads it takes depends on the clock.
	for err == nil {
		for _, walked := range snapshot.Graphs(t.Context(), "") {
			err = walked
		}
	}
	if !errors.Is(err, rdfstore.ErrExpired) || !strings.Contains(err.Error(), path) {
		t.Errorf("an old snapshot: %v, want ErrExpired and the path", err)
	}
	if age := s.Health().OldestReader; age != 0 {
		t.Errorf("the oldest reader is open for %v, want none", age)
	}
	if err := s.Close(); err != nil {
		t.Errorf("Close: %v", err)
	}
	if err := snapshot.Close(); err != nil {
		t.Errorf("Close of the snapshot: %v", err)
	}
}

// TestHealthOfReaders reports an open snapshot and of the pages that it pins.
func TestHealthOfReaders(t *testing.T) {
	s := open(t, newPath(t))
	graphs := randomGraphs(rand.New(rand.NewPCG(1, 1)), 0, 20)
	putAll(t, s, graphs)
	snapshot, err := s.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	before := s.Health()
	deletions := make([]rdfstore.Change, len(graphs))
	for i, g := range graphs {
		deletions[i] = rdfstore.Change{Delete: g.Name}
	}
	for range 5 {
		if _, err := s.Apply(t.Context(), deletions...); err != nil {
			t.Fatal(err)
		}
		putAll(t, s, graphs)
	}
	after := s.Health()
	if before.OldestReader <= 0 || after.OldestReader <= before.OldestReader {
		t.Errorf("the oldest reader is open for %v and then %v", before.OldestReader, after.OldestReader)
	}
	if after.FreePages <= before.FreePages {
		t.Errorf("%d free pages, and %d after many commits beside a snapshot", before.FreePages, after.FreePages)
	}
	if err := snapshot.Close(); err != nil {
		t.Error(err)
	}
	if age := s.Health().OldestReader; age != 0 {
		t.Errorf("the oldest reader is open for %v, want none", age)
	}
}
