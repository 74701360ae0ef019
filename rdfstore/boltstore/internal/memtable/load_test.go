package memtable

import (
	"errors"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/boltfile"
	"vitrine/rdfstore/boltstore/internal/postings"
	"vitrine/rdfstore/boltstore/internal/record"
	"vitrine/rdfstore/boltstore/internal/table"
)

// newTables returns a file with empty tables.
func newTables(t *testing.T) *bbolt.DB {
	t.Helper()
	db, err := boltfile.Open(filepath.Join(t.TempDir(), "store.db"), boltfile.Options{
		Fill: func(tx *bbolt.Tx) error { return record.CreateTables(tx, rdfstore.Derivation{}, "") },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// history writes what commits write of changes: entries of the pending table.
type history struct {
	tx   *bbolt.Tx
	r    *rand.Rand
	last uint64
	has  map[postings.Place]uint32
}

func (h *history) commit(t *testing.T, entries int) {
	t.Helper()
	for range entries {
		h.last++
		changes := randomChanges(h.r, h.has, spread{3, 4, 1, 0.5}, 20)
		if err := table.Pending.Put(h.tx, table.NumberKey(h.last), AppendEntry(nil, 0, changes)); err != nil {
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

// TestLoad loads what a history left, at all stages of a flush: with the tables it comes to
// what the history made.
func TestLoad(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 9))
		tx, err := newTables(t).Begin(true)
		if err != nil {
			t.Fatal(err)
		}
		h := &history{tx: tx, r: r, has: map[postings.Place]uint32{}}
		h.commit(t, 1+r.IntN(60))
		h.flush(t)
		h.commit(t, r.IntN(30))
		m, err := Load(tx)
		if err := errors.Join(err, m.Damage); err != nil {
			t.Fatal(err)
		}
		h.compare(t, m)
		if err := tx.Rollback(); err != nil {
			t.Fatal(err)
		}
		if t.Failed() {
			t.Fatalf("with seed %d", seed)
		}
	}
}

// compare compares a memtable with what the history made.
func (h *history) compare(t *testing.T, m *Memtable) {
	t.Helper()
	found := map[postings.Place]uint32{}
	for p, err := range m.Postings(h.tx, func(c postings.Change, n uint32) error { return c.Expects(n) }) {
		if err != nil {
			t.Fatal(err)
		}
		found[p.Place] = p.N
	}
	maps.DeleteFunc(h.has, func(_ postings.Place, n uint32) bool { return n == 0 })
	if !maps.Equal(found, h.has) {
		t.Errorf("%d postings, want %d", len(found), len(h.has))
	}
}

// TestLoadDamaged loads a pending table that is damaged.
func TestLoadDamaged(t *testing.T) {
	tx, err := newTables(t).Begin(true)
	if err != nil {
		t.Fatal(err)
	}
	h := &history{tx: tx, r: rand.New(rand.NewPCG(1, 9)), has: map[postings.Place]uint32{}}
	h.commit(t, 20)
	if err := table.Pending.Put(tx, table.NumberKey(20), []byte("\x01s")); err != nil {
		t.Fatal(err)
	}
	m, err := Load(tx)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.PostingsOf(); !errors.Is(err, rdfstore.ErrCorrupt) {
		t.Errorf("postings: %v, want ErrCorrupt", err)
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
}
