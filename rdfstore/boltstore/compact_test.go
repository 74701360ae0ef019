package boltstore

import (
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/memtable"
	"vitrine/rdfstore/boltstore/internal/postings"
)

// TestCompactedWhenIdle writes once and waits until the runs are compacted without
// another write.
func TestCompactedWhenIdle(t *testing.T) {
	s := openTest(t, filepath.Join(t.TempDir(), "store.db"))
	var changes []rdfstore.Change
	for i := range 100 {
		changes = append(changes, labelled(fmt.Sprint("x:", i), "new"))
	}
	if _, err := s.Apply(t.Context(), changes...); err != nil {
		t.Fatal(err)
	}
	for s.versions.Load().after.Fresh > 0 {
		runtime.Gosched()
	}
	if n := len(s.versions.Load().after.Active); n != 1 {
		t.Errorf("%d runs are left, want 1", n)
	}
}

// TestContradictionEndsWriting has changes compacted that contradict each other.
func TestContradictionEndsWriting(t *testing.T) {
	s := openTest(t, small(t))
	at := postings.List{Kind: postings.ByObject, Hash: 1}.At(1, 1)
	var runs []postings.Run
	for _, c := range []postings.Change{{Place: at, From: 0, To: 2}, {Place: at, From: 1, To: 0}} {
		runs = append(runs, postings.NewRun([]postings.Change{c}))
	}
	r := (&memtable.Memtable{}).Add(runs, 2).Compact()
	if !errors.Is(r.Err, rdfstore.ErrCorrupt) {
		t.Fatalf("%v, want ErrCorrupt", r.Err)
	}
	s.writer.compacting.done <- r
	if _, err := s.Apply(t.Context(), labelled("x:1", "new")); !errors.Is(err, rdfstore.ErrCorrupt) || !strings.Contains(err.Error(), s.path) {
		t.Errorf("Apply: %v, want ErrCorrupt and the path", err)
	}
	if _, err := s.Get(t.Context(), testIRI("https://museum.example/object/001")); err != nil {
		t.Errorf("Get: %v", err)
	}
}
