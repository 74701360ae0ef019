package boltstore

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/knakk/rdf"
	"go.etcd.io/bbolt"

	"vitrine/checks/thorough"
	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/memtable"
	"vitrine/rdfstore/boltstore/internal/postings"
	"vitrine/rdfstore/boltstore/internal/table"
	"vitrine/rdfstore/graph"
)

// flushingStore opens a store that merges all the time.
func flushingStore(t *testing.T, path string, o Options) *Store {
	t.Helper()
	o.Create = true
	s, err := Open(path, LeavePending(FlushOften(o)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// memtableOf returns the memtable of a file, which must be the one that the store has
// in memory, and in how many entries of the pending table its changes are.
func memtableOf(t *testing.T, s *Store) (m *memtable.Memtable, entries int) {
	t.Helper()
	err := s.viewMemtable(t.Context(), func(tx *bbolt.Tx, memory *memtable.Memtable) (err error) {
		if m, err = memtable.Load(tx); err != nil {
			return err
		}
		entries = tx.Bucket([]byte(table.Pending.Name)).Stats().KeyN - 1
		for i, runs := range [][2][]postings.Run{{m.Frozen, memory.Frozen}, {m.Active, memory.Active}} {
			inFile, err := memtable.MergeRuns(runs[0])
			if err != nil {
				return err
			}
			inMemory, err := memtable.MergeRuns(runs[1])
			if err != nil || !sameRun(inFile, inMemory) {
				t.Errorf("changes %d: the file has %v, memory %v, %v", i, inFile, inMemory, err)
			}
		}
		if m.Checkpoint != memory.Checkpoint {
			t.Errorf("the file has the checkpoint %v, memory %v", m.Checkpoint, memory.Checkpoint)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return m, entries
}

// sameRun tells whether what is left of two runs is the same.
func sameRun(a, b postings.Run) bool {
	return slices.Equal(a.Changes[a.Start:], b.Changes[b.Start:])
}

// TestFlushingGoesRound writes until changes have been frozen and merged several
// times, and stops and goes on at every stage of it.
func TestFlushingGoesRound(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	all := []string{
		"none frozen", "frozen", "partly merged", "merged",
	}
	stages := map[string]int{}
	for i := 0; i < 60 || len(stages) < len(all) && i < 2000; i++ {
		s := flushingStore(t, path, Options{})
		for n := range 3 {
			name := fmt.Sprint("x:", i*7%30, "/", n)
			if _, err := s.Apply(t.Context(), labelled(name, fmt.Sprint(i))); err != nil {
				t.Fatal(err)
			}
		}
		if count, err := s.Count(t.Context(), rdfstore.Pattern{Object: graph.String(fmt.Sprint(i))}); err != nil || count != 3 {
			t.Fatalf("round %d: %d, %v; want 3", i, count, err)
		}
		p, entries := memtableOf(t, s)
		switch {
		case p.Checkpoint.UpTo == 0:
			stages["none frozen"]++
		case len(p.Frozen) > 0 && p.Checkpoint.Place == postings.Place{}:
			stages["frozen"]++
		case len(p.Frozen) > 0:
			stages["partly merged"]++
		default:
			stages["merged"]++
		}
		if p.Len() > s.writer.limits.stallAt || entries > 200 {
			t.Fatalf("round %d: %d changes in %d entries are pending", i, p.Len(), entries)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if faults, err := faultsOf(t, path); i%20 == 19 && err != nil {
			t.Fatalf("round %d: %v, %v", i, faults, err)
		}
	}
	if len(stages) < len(all) {
		t.Errorf("the store was closed at the stages %v, want each of %v", stages, all)
	}
}

// TestEntriesGoInParts removes entries whose changes have been merged one by one,
// and reads what is left each time. Some changes cancel each other out.
func TestEntriesGoInParts(t *testing.T) {
	first, last := postings.List{Kind: postings.ByObject, Hash: 1}.At(1, 1), postings.List{Kind: postings.BySubject, Hash: 2}.At(2, 1)
	for name, entries := range map[string][][]postings.Change{
		"beyond the last": {{{Place: first, From: 0, To: 1}, {Place: last, From: 0, To: 1}}, {{Place: last, From: 1, To: 0}}, {{Place: last, From: 0, To: 2}}, {{Place: last, From: 2, To: 0}}},
		"before the last": {{{Place: first, From: 1, To: 0}, {Place: last, From: 0, To: 1}}, {{Place: first, From: 0, To: 1}}},
		"all of them":     {{{Place: first, From: 0, To: 1}, {Place: last, From: 1, To: 0}}, {{Place: first, From: 1, To: 0}}, {{Place: last, From: 0, To: 1}}},
	} {
		t.Run(name, func(t *testing.T) {
			s := openTest(t, filepath.Join(t.TempDir(), "store.db"))
			err := s.db.Update(func(tx *bbolt.Tx) error {
				for i, changes := range entries {
					entry := memtable.AppendEntry(nil, 1, changes)
					if err := table.Pending.Put(tx, table.NumberKey(uint64(i)+1), entry); err != nil {
						return err
					}
				}
				p, err := memtable.Load(tx)
				if err != nil {
					return err
				}
				p = p.Freeze(uint64(len(entries)))
				frozen, err := memtable.MergeRuns(p.Frozen)
				if err != nil {
					return err
				}
				p = p.Flushed(&memtable.Flush{Frozen: frozen, Changes: frozen.Len()})
				return p.Checkpoint.Put(tx, memtable.Checkpoint{})
			})
			if err == nil {
				err = s.start() // which loads what was written
			}
			if err != nil {
				t.Fatal(err)
			}
			for i := range len(entries) + 1 {
				if p, left := memtableOf(t, s); p.Len() > 0 || left != len(entries)-i {
					t.Errorf("%d changes are pending in %d entries, want none in %d", p.Len(), left, len(entries)-i)
				}
				err := s.db.Update(func(tx *bbolt.Tx) error {
					_, err := memtable.DropEntries(tx, uint64(len(entries)), 1)
					return err
				})
				if err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// whileReading has two readers read again and again until write is done.
func whileReading(read, write func()) {
	done := make(chan struct{})
	var readers sync.WaitGroup
	for range 2 {
		readers.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
					read()
				}
			}
		})
	}
	write()
	close(done)
	readers.Wait()
}

// TestReadersSeeOneState moves a marker from one entity to the next, in one
// Apply each time, while readers look for it: they must always find it once.
func TestReadersSeeOneState(t *testing.T) {
	s := flushingStore(t, filepath.Join(t.TempDir(), "store.db"), Options{})
	marker := graph.String("the marker")
	if _, err := s.Apply(t.Context(), labelled("x:0", marker.String())); err != nil {
		t.Fatal(err)
	}
	read := func() {
		if n, err := s.Count(t.Context(), rdfstore.Pattern{Object: marker}); err != nil || n != 1 {
			t.Errorf("Count: %d, %v; want 1", n, err)
		}
		n := 0
		for _, err := range s.Match(t.Context(), rdfstore.Pattern{Predicate: graph.Label, Object: marker}, "") {
			if n++; err != nil {
				t.Errorf("Match: %v", err)
			}
		}
		if n != 1 {
			t.Errorf("Match finds the marker %d times, want once", n)
		}
	}
	whileReading(read, func() {
		for i := range thorough.Rounds(60, 100) {
			_, err := s.Apply(t.Context(), labelled(fmt.Sprint("x:", i%50), fmt.Sprint("none ", i)), labelled(fmt.Sprint("x:", (i+1)%50), marker.String()))
			if err != nil {
				t.Error(err)
			}
			if _, err := s.Apply(t.Context(), rdfstore.Change{Delete: testIRI("x:none")}); !errors.Is(err, rdfstore.ErrNotFound) {
				t.Error(err)
			}
		}
	})
}

// TestMemtableReadOnly reads a store that was closed with pending changes.
func TestMemtableReadOnly(t *testing.T) {
	path := small(t)
	s := openTest(t, path)
	if _, err := s.Apply(t.Context(), labelled("x:1", "new"), labelled("https://museum.example/object/003", "other")); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s, err := Open(path, Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for label, want := range map[string]uint64{"new": 1, "other": 1, "3": 0, "4": 1, "5": 0} {
		if n, err := s.Count(t.Context(), rdfstore.Pattern{Object: graph.String(label)}); err != nil || n != want {
			t.Errorf("%s is found %d times, %v; want %d", label, n, err, want)
		}
	}
	if n, err := s.Count(t.Context(), rdfstore.Pattern{Predicate: graph.Label}); err != nil || n != postings.ManyPostings+10 {
		t.Errorf("%d labels, %v; want %d", n, err, postings.ManyPostings+10)
	}
}

// TestDamagedPending takes an entry out of the table of pending changes. What
// asks the index, or has to write to the table, must be told; entities are read
// all the same.
func TestDamagedPending(t *testing.T) {
	path := small(t)
	s := openTest(t, path)
	for i := range 3 {
		if _, err := s.Apply(t.Context(), labelled(fmt.Sprint("x:", i), "new")); err != nil {
			t.Fatal(err)
		}
	}
	err := s.db.Update(func(tx *bbolt.Tx) error {
		return tx.Bucket([]byte(table.Pending.Name)).Delete(table.NumberKey(77))
	})
	if err := errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	if faults, err := faultsOf(t, path); !errors.Is(err, rdfstore.ErrCorrupt) || !strings.Contains(strings.Join(faults, "\n"), "table pending") {
		t.Errorf("Check: %v, %v", faults, err)
	}
	s = openTest(t, path)
	if _, err := s.Count(t.Context(), rdfstore.Pattern{Predicate: graph.Label}); !errors.Is(err, rdfstore.ErrCorrupt) || !strings.Contains(err.Error(), path) {
		t.Errorf("Count: %v, want ErrCorrupt and the path", err)
	}
	if _, err := s.Apply(t.Context(), labelled("x:4", "new")); !errors.Is(err, rdfstore.ErrCorrupt) || !strings.Contains(err.Error(), path) {
		t.Errorf("Apply: %v, want ErrCorrupt and the path", err)
	}
	if _, err := s.Get(t.Context(), testIRI("x:1")); err != nil {
		t.Errorf("Get: %v", err)
	}
}

// TestDamagedIndex writes to a store whose index is broken. The changes stay
// pending until there is no room for more; nothing that was acknowledged is
// lost.
func TestDamagedIndex(t *testing.T) {
	path := small(t)
	s, err := Open(path, FlushOften(Options{Create: true, Derivation: toClasses, Logger: openTest(t, small(t)).log}))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	err = s.db.Update(func(tx *bbolt.Tx) error {
		index := tx.Bucket([]byte(table.Index.Name))
		k, v := index.Cursor().Last()
		v = bytes.Clone(v)
		v[len(v)-1] ^= 1
		return index.Put(bytes.Clone(k), v)
	})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for ; err == nil && n < 1000; n++ {
		_, err = s.Apply(t.Context(), labelled(fmt.Sprint("x:", n), "new"))
	}
	if !errors.Is(err, rdfstore.ErrCorrupt) || !strings.Contains(err.Error(), path) {
		t.Fatalf("Apply: %v after %d, want ErrCorrupt and the path", err, n)
	}
	if n := s.versions.Load().after.Len(); n > s.writer.limits.stallAt+10 {
		t.Errorf("%d changes are pending", n)
	}
	if count, err := s.Count(t.Context(), rdfstore.Pattern{Object: graph.String("new")}); err != nil || count != uint64(n-1) {
		t.Errorf("%d are found, %v; want %d", count, err, n-1)
	}
	for i := range n - 1 {
		if _, err := s.Get(t.Context(), testIRI(fmt.Sprint("x:", i))); err != nil {
			t.Errorf("Get: %v", err)
		}
	}
}

// TestFailedCommitChangesNothing has a commit fail after it was worked out.
func TestFailedCommitChangesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	s := flushingStore(t, path, Options{MaxBytes: 256 << 10})
	long := strings.Repeat("x", 20_000)
	var failed error
	stored := 0
	for i := 0; failed == nil && i < 1000; i++ {
		n := testIRI(fmt.Sprint("x:", i))
		g := &graph.Graph{Name: n, Triples: []rdf.Triple{{Subj: n, Pred: graph.Label, Obj: graph.String(fmt.Sprint(long, i))}}}
		for p := range 10 {
			g.Triples = append(g.Triples, rdf.Triple{Subj: n, Pred: testIRI(fmt.Sprint("x:p", p)), Obj: graph.String("same")})
		}
		if _, failed = s.Apply(t.Context(), rdfstore.Change{Put: g}); failed == nil {
			stored++
		}
	}
	if failed == nil || !strings.Contains(failed.Error(), "nothing was written") {
		t.Fatalf("the last Apply: %v, want that nothing was written", failed)
	}
	for range 2 {
		if n, err := s.Count(t.Context(), rdfstore.Pattern{Object: graph.String("same")}); err != nil || n != uint64(10*stored) {
			t.Errorf("%d triples are found, %v; want %d", n, err, 10*stored)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		s = flushingStore(t, path, Options{})
	}
}

// TestCloseFlushes closes stores with few changes and with many: nothing is pending afterwards.
func TestCloseFlushes(t *testing.T) {
	for _, n := range []int{1, 50, 2000} {
		path := filepath.Join(t.TempDir(), "store.db")
		s := openTest(t, path)
		var changes []rdfstore.Change
		for i := range n {
			name := testIRI(fmt.Sprintf("x:%d", i))
			changes = append(changes, rdfstore.Change{Put: &graph.Graph{Name: name, Triples: []rdf.Triple{{Subj: name, Pred: graph.Type, Obj: name}}}})
		}
		_, err := s.Apply(t.Context(), changes...)
		if err = errors.Join(err, s.Close()); err != nil {
			t.Fatal(err)
		}
		s = openTest(t, path)
		if m, entries := memtableOf(t, s); m.Len() > 0 || len(m.Runs()) > 0 || entries > 0 {
			t.Errorf("after %d changes, %d and %d entries are pending", n, m.Len(), entries)
		}
	}
}
