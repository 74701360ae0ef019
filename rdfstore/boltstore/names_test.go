package boltstore

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"go.etcd.io/bbolt"

	"vitrine/checks/thorough"
	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/table"
)

// TestManyNames creates many entities at once and deletes most of them, and opens the
// store with the names in the memtable.
func TestManyNames(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	s := openTest(t, path)
	const few = 500
	var changes []rdfstore.Change
	for i := range 3 * few {
		changes = append(changes, labelled(fmt.Sprint("x:", i), "new"))
	}
	for range 2 {
		if _, err := s.Apply(t.Context(), changes...); err != nil {
			t.Fatal(err)
		}
		for i := range changes {
			changes[i] = rdfstore.Change{Delete: changes[i].Name()}
		}
		changes = changes[:2*few]
	}
	for range 2 {
		n := 0
		for _, err := range s.Entities(t.Context(), "") {
			if n++; err != nil {
				t.Fatal(err)
			}
		}
		if n != few {
			t.Errorf("%d names are left, want %d", n, few)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		s = openTest(t, path)
	}
}

// TestWalksSeeOneState gives a new name to an entity, in one Apply each time,
// while readers list the names: there must always be one.
func TestWalksSeeOneState(t *testing.T) {
	s := flushingStore(t, filepath.Join(t.TempDir(), "store.db"), Options{})
	if _, err := s.Apply(t.Context(), labelled("x:0", "the one")); err != nil {
		t.Fatal(err)
	}
	read := func() {
		names, graphs := 0, 0
		for _, err := range s.Entities(t.Context(), "") {
			if names++; err != nil {
				t.Errorf("Entities: %v", err)
			}
		}
		for _, err := range s.Graphs(t.Context(), "") {
			if graphs++; err != nil {
				t.Errorf("Graphs: %v", err)
			}
		}
		if names != 1 || graphs != 1 {
			t.Errorf("%d names and %d graphs, want one of each", names, graphs)
		}
	}
	whileReading(read, func() {
		for i := range thorough.Rounds(60, 200) {
			// Up and down in the order of names.
			from, to := fmt.Sprint("x:", i*7%20), fmt.Sprint("x:", (i+1)*7%20)
			if _, err := s.Apply(t.Context(), labelled(to, "the one"), rdfstore.Change{Delete: testIRI(from)}); err != nil {
				t.Error(err)
			}
		}
	})
}

// TestDamagedNames writes to a store in whose table of names an entry is
// missing. The changes stay pending until there is no room for more; nothing
// that was acknowledged is lost.
func TestDamagedNames(t *testing.T) {
	path := small(t)
	s, err := Open(path, FlushOften(Options{Create: true, Derivation: toClasses, Logger: openTest(t, small(t)).log}))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	err = s.db.Update(func(tx *bbolt.Tx) error {
		return tx.Bucket([]byte(table.Names.Name)).Delete([]byte("https://museum.example/object/073"))
	})
	n := 0
	for ; err == nil && n < 1000; n++ {
		_, err = s.Apply(t.Context(), labelled(fmt.Sprint("x:", n), "new"))
	}
	if !errors.Is(err, rdfstore.ErrCorrupt) || !strings.Contains(err.Error(), path) {
		t.Fatalf("Apply: %v after %d, want ErrCorrupt and the path", err, n)
	}
	for i := range n - 1 {
		if _, err := s.Get(t.Context(), testIRI(fmt.Sprint("x:", i))); err != nil {
			t.Errorf("Get: %v", err)
		}
	}
}

// TestCountNames counts names while more changes come than a count follows one by one.
func TestCountNames(t *testing.T) {
	s := openTest(t, filepath.Join(t.TempDir(), "store.db"))
	want := func(n uint64) {
		t.Helper()
		if got, err := s.CountNames(t.Context(), "x:a/"); err != nil || got != n {
			t.Errorf("%d names, %v, want %d", got, err, n)
		}
	}
	apply := func(changes ...rdfstore.Change) {
		t.Helper()
		if _, err := s.Apply(t.Context(), changes...); err != nil {
			t.Fatal(err)
		}
	}
	want(0)
	apply(labelled("x:a/", "the prefix"), labelled("x:a/1", "new"), labelled("x:b/1", "new"))
	want(1)
	apply(labelled("x:a/1", "again"), labelled("x:a/2", "new"))
	want(2)
	many := make([]rdfstore.Change, maxFollowed+1)
	for i := range many {
		many[i] = labelled(fmt.Sprint("x:a/", i), "many")
	}
	apply(many...)
	want(maxFollowed + 1)
	apply(rdfstore.Change{Delete: many[0].Name()})
	want(maxFollowed)
	for i := range 2 * maxNameCounts {
		if got, err := s.CountNames(t.Context(), fmt.Sprint("x:a/1", i)); err != nil || got == 0 && i < 10 {
			t.Errorf("prefix %d: %d names, %v", i, got, err)
		}
	}
	want(maxFollowed)
}
