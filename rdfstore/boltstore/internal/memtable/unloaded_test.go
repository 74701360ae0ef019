package memtable

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/postings"
	"vitrine/rdfstore/boltstore/internal/record"
	"vitrine/rdfstore/boltstore/internal/table"
	"vitrine/rdfstore/graph"
)

// history writes what commits write of changes: entries of the log and of the pending
// table.
type history struct {
	tx    *bbolt.Tx
	r     *rand.Rand
	last  uint64
	has   map[postings.Place]uint32
	names named
}

func (h *history) commit(t *testing.T, entries int) {
	t.Helper()
	for range entries {
		h.last++
		c := h.names.randomName(h.r)[0]
		name, err := graph.IRI(c.Name)
		kind := rdfstore.Created
		if c.Graph == 0 {
			kind = rdfstore.Deleted
		}
		if h.r.IntN(3) == 0 {
			name, err = graph.IRI("x:updated/" + c.Name)
			kind = rdfstore.Updated
		}
		entry := rdfstore.LogEntry{Seq: h.last, Name: name, Kind: kind, Time: time.Unix(0, 0)}
		changes := randomChanges(h.r, h.has, spread{3, 4, 1, 0.5}, 20)
		err = errors.Join(err,
			table.Log.Put(h.tx, table.NumberKey(h.last), record.AppendLogEntry(nil, entry, c.Graph)),
			table.Pending.Put(h.tx, table.NumberKey(h.last), AppendEntry(nil, 0, changes)))
		if err != nil {
			t.Fatal(err)
		}
	}
}

// flush freezes everything and flushes a part of it.
func (h *history) flush(t *testing.T) {
	t.Helper()
	m, err := Load(h.tx)
	if err != nil {
		t.Fatal(err)
	}
	before := m.Checkpoint
	m = m.Freeze(h.last)
	for range h.r.IntN(8) {
		frozen, err := MergeRuns(m.Frozen)
		f := &Flush{Frozen: frozen}
		if err = errors.Join(err, f.Prepare(h.tx, 1+h.r.IntN(20))); err == nil {
			err = f.Write(h.tx)
		}
		if err != nil {
			t.Fatal(err)
		}
		if m = m.Flushed(f); len(m.Frozen) == 0 {
			break
		}
	}
	if err := m.Checkpoint.Put(h.tx, before); err != nil {
		t.Fatal(err)
	}
}

// TestUnloaded asks a memtable that is not loaded for names and lists, and compares
// with one that is, at all stages of a flush.
func TestUnloaded(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 9))
		tx, err := newTables(t).Begin(true)
		if err != nil {
			t.Fatal(err)
		}
		h := &history{tx: tx, r: r, has: map[postings.Place]uint32{}, names: named{has: map[string]uint64{}}}
		h.commit(t, 1+r.IntN(60))
		h.flush(t)
		h.commit(t, r.IntN(30))
		loaded, err := Load(tx)
		if err != nil {
			t.Fatal(err)
		}
		unloaded, err := Open(tx)
		if err != nil {
			t.Fatal(err)
		}
		if unloaded.Unloaded == nil {
			t.Fatal("nothing is unloaded")
		}
		compareNames(t, tx, unloaded, loaded)
		comparePostings(t, tx, unloaded, loaded)
		if p := &unloaded.Unloaded.postings; p.loaded.Load() {
			t.Error("lists were asked for, and all is loaded")
		}
		if err := tx.Rollback(); err != nil {
			t.Fatal(err)
		}
		if t.Failed() {
			t.Fatalf("with seed %d", seed)
		}
	}
}

func compareNames(t *testing.T, tx *bbolt.Tx, unloaded, loaded *Memtable) {
	t.Helper()
	for i := range 100 {
		name := fmt.Sprint("x:", i)
		got, err := unloaded.GraphID(tx, name)
		want, failed := loaded.GraphID(tx, name)
		if got != want || err != nil || failed != nil {
			t.Errorf("%s has graph %d, %v; want %d, %v", name, got, err, want, failed)
		}
	}
	got, err := unloaded.Names().Iterator(tx, "x:3")
	want, failed := loaded.Names().Iterator(tx, "x:3")
	if err := errors.Join(err, failed); err != nil {
		t.Fatal(err)
	}
	for {
		name, graph, err := got.Next()
		wanted, number, failed := want.Next()
		if name != wanted || graph != number || err != nil || failed != nil {
			t.Errorf("%q with graph %d, %v; want %q with %d, %v", name, graph, err, wanted, number, failed)
		}
		if name == "" || wanted == "" {
			return
		}
	}
}

func comparePostings(t *testing.T, tx *bbolt.Tx, unloaded, loaded *Memtable) {
	t.Helper()
	for _, kind := range []postings.ListKind{postings.ByClass, postings.ByDescription, postings.ByObject, postings.ByPredicate, postings.ByRelation, postings.BySubject} {
		for hash := range uint64(4) {
			part := postings.Part{List: postings.List{Kind: kind, Hash: hash << 40}, AnyPredicate: true, AnyDescription: kind == postings.ByDescription}
			var of [2][]postings.Change
			for i, m := range []*Memtable{unloaded, loaded} {
				runs, err := m.PostingsOf(tx, part)
				if err != nil {
					t.Fatal(err)
				}
				var lists [][]postings.Change
				for _, run := range runs {
					lists = append(lists, slices.DeleteFunc(slices.Clone(run.Changes[run.Start:]), func(c postings.Change) bool { return !part.Has(c.Place) }))
				}
				if of[i], err = postings.MergeChanges(lists); err != nil {
					t.Fatal(err)
				}
			}
			if !slices.Equal(of[0], of[1]) {
				t.Errorf("%v has the changes %v, want %v", part, of[0], of[1])
			}
		}
	}
}

// TestLoadingStops stops loading, which can begin again.
func TestLoadingStops(t *testing.T) {
	tx, err := newTables(t).Begin(true)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback() }()
	h := &history{tx: tx, r: rand.New(rand.NewPCG(1, 1)), has: map[postings.Place]uint32{}, names: named{has: map[string]uint64{}}}
	h.commit(t, 30)
	m, err := Open(tx)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Unloaded.Load(tx, func() bool { return false }); !errors.Is(err, rdfstore.ErrClosed) {
		t.Errorf("loading was told to stop: %v", err)
	}
	if _, err := m.Loaded(); !errors.Is(err, rdfstore.ErrClosed) {
		t.Errorf("half loaded: %v", err)
	}
	if err := m.Unloaded.Load(tx, always); err != nil {
		t.Error(err)
	}
	if m, err = m.Loaded(); err != nil || m.Entries != 30 || m.Written == 0 {
		t.Errorf("%d entries of %d changes, %v; want 30", m.Entries, m.Written, err)
	}
}
