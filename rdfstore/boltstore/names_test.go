package boltstore

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/memtable"
	"vitrine/rdfstore/boltstore/internal/table"
)

// TestNames compares what the names table and the changes that it lacks come to
// with a map, all the while they are added, frozen and merged.
func TestNames(t *testing.T) {
	s := openTest(t, filepath.Join(t.TempDir(), "store.db"))
	r := rand.New(rand.NewPCG(5, 6))
	var n memtable.Names
	has := map[string]uint64{}
	err := s.db.Update(func(tx *bbolt.Tx) error {
		for step := range 300 {
			switch {
			case len(n.Frozen) > 0 && r.IntN(2) == 0:
				bite := 1 + r.IntN(len(n.Frozen))
				if err := memtable.FlushNames(tx, n.Frozen[:bite]); err != nil {
					return err
				}
				n = n.Flushed(bite)
			case len(n.Frozen) == 0 && len(n.Later)+len(n.Recent) > 60:
				n = n.Freeze(uint64(step))
			case r.IntN(4) == 0: // as where there are many recent ones
				n.Later, n.Recent = memtable.MergeNames(n.Later, n.Recent), nil
			default:
				n = n.Add(randomNames(r, has))
			}
			if err := sameNames(tx, &n, has, fmt.Sprint("x:", r.IntN(120))); err != nil {
				return fmt.Errorf("step %d: %w", step, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	if n.Checkpoint.Merged == 0 {
		t.Error("nothing was merged")
	}
}

// randomNames returns changes of names, in order, and notes what the names have
// then.
func randomNames(r *rand.Rand, has map[string]uint64) []memtable.NameChange {
	var changes []memtable.NameChange
	for range 1 + r.IntN(10) {
		c := memtable.NameChange{Name: fmt.Sprint("x:", r.IntN(100))}
		if r.IntN(3) > 0 {
			c.Graph = 1 + r.Uint64N(1000)
		}
		changes = append(changes, c)
		if has[c.Name] = c.Graph; c.Graph == 0 {
			delete(has, c.Name)
		}
	}
	return memtable.SortNames(changes)
}

// sameNames compares all names and those after one with a map.
func sameNames(tx *bbolt.Tx, n *memtable.Names, want map[string]uint64, after string) error {
	for i := range 100 {
		name := fmt.Sprint("x:", i)
		if id, err := n.GraphID(tx, name); err != nil || id != want[name] {
			return fmt.Errorf("%s has graph %d, %w; want %d", name, id, err, want[name])
		}
	}
	for _, after := range []string{"", after} {
		w, err := memtable.NewNameIterator(tx, n, after)
		if err != nil {
			return err
		}
		for _, expected := range slices.Sorted(maps.Keys(want)) {
			if expected <= after {
				continue
			}
			if name, id, err := w.Next(); name != expected || id != want[name] || err != nil {
				return fmt.Errorf("after %q: %s with graph %d, %w; want %s", after, name, id, err, expected)
			}
		}
		if name, _, err := w.Next(); name != "" || err != nil {
			return fmt.Errorf("after %q: %s is left over, %w", after, name, err)
		}
	}
	return nil
}

// TestManyRecentNames writes more names at once than a commit copies.
func TestManyRecentNames(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	s := openTest(t, path)
	var changes []rdfstore.Change
	for i := range 3 * memtable.MaxRecent {
		changes = append(changes, labelled(fmt.Sprint("x:", i), "new"))
	}
	for range 2 {
		if _, err := s.Apply(t.Context(), changes...); err != nil {
			t.Fatal(err)
		}
		for i := range changes {
			changes[i] = rdfstore.Change{Delete: changes[i].Name()}
		}
		changes = changes[:2*memtable.MaxRecent]
	}
	v, err := s.memtableNow(true)
	if err != nil || len(v.after.Names.Recent) > memtable.MaxRecent {
		t.Errorf("%d names are recent, %v", len(v.after.Names.Recent), err)
	}
	for range 2 {
		n := 0
		for _, err := range s.Entities(t.Context(), "") {
			if n++; err != nil {
				t.Fatal(err)
			}
		}
		if n != memtable.MaxRecent {
			t.Errorf("%d names are left, want %d", n, memtable.MaxRecent)
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
	s := mergingStore(t, filepath.Join(t.TempDir(), "store.db"), Options{})
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
		for i := range 200 {
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
	s, err := Open(path, MergeOften(Options{Create: true, Derivation: toClasses, Logger: openTest(t, small(t)).log}))
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

// FuzzNameMark reads arbitrary bytes as a mark; what it reads must be written
// and read again alike.
func FuzzNameMark(f *testing.F) {
	f.Add(memtable.NameCheckpoint{Merged: 3, Frozen: 300, Name: "x:1"}.Encode())
	f.Add([]byte{0x80})
	f.Fuzz(func(t *testing.T, payload []byte) {
		m, err := memtable.DecodeNameMark(payload)
		if err != nil {
			if !errors.Is(err, rdfstore.ErrCorrupt) {
				t.Errorf("%v, want ErrCorrupt", err)
			}
			return
		}
		if again, err := memtable.DecodeNameMark(m.Encode()); err != nil || again != m {
			t.Errorf("%v became %v, %v", m, again, err)
		}
	})
}
