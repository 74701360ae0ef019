package memtable

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/boltfile"
	"vitrine/rdfstore/boltstore/internal/record"
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

// TestNames compares what the names table and the changes over it come to with a map,
// all the while they are added, compacted, frozen and flushed.
func TestNames(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	m := &Memtable{}
	names := named{has: map[string]uint64{}}
	flushes := 0
	err := newTables(t).Update(func(tx *bbolt.Tx) error {
		for step := range 600 {
			switch {
			case len(m.Frozen) > 0 && r.IntN(2) == 0:
				frozen, err := MergeRuns(m.Frozen)
				if err != nil {
					return err
				}
				f := &Flush{Frozen: frozen}
				if err := errors.Join(f.Prepare(tx, 1+r.IntN(len(frozen.Names))), f.Write(tx)); err != nil {
					return err
				}
				m, flushes = m.Flushed(f), flushes+1
			case m.Checkpoint.Index.UpTo > 0 && len(m.Frozen) == 0:
				m = m.EntriesDropped(true)
			case m.CanFreeze() && m.Entries > 60:
				m = m.Freeze(uint64(step))
			case r.IntN(4) == 0:
				m = m.ApplyCompaction(m.Compact())
			default:
				m = m.Add([]Run{{Names: names.randomName(r)}}, 1)
			}
			if err := sameNames(tx, m, names.has, fmt.Sprint("x:", r.IntN(120))); err != nil {
				return fmt.Errorf("step %d: %w", step, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	if m.Checkpoint.Names.Merged == 0 || flushes < 10 {
		t.Errorf("names were flushed %d times, up to entry %d", flushes, m.Checkpoint.Names.Merged)
	}
}

// sameNames compares all names and those after one with a map.
func sameNames(tx *bbolt.Tx, m *Memtable, want map[string]uint64, after string) error {
	for i := range 100 {
		name := fmt.Sprint("x:", i)
		if id, err := m.GraphID(tx, name); err != nil || id != want[name] {
			return fmt.Errorf("%s has graph %d, %w; want %d", name, id, err, want[name])
		}
	}
	for _, after := range []string{"", after} {
		w, err := m.Names().Iterator(tx, after)
		if err != nil {
			return err
		}
		for _, expected := range slices.Sorted(maps.Keys(want)) {
			if expected <= after || want[expected] == 0 {
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

// FuzzNameCheckpoint reads arbitrary bytes as a checkpoint; what it reads must be written
// and read again alike.
func FuzzNameCheckpoint(f *testing.F) {
	f.Add(NameCheckpoint{Merged: 3, Frozen: 300, Name: "x:1"}.Encode())
	f.Add([]byte{0x80})
	f.Fuzz(func(t *testing.T, payload []byte) {
		m, err := DecodeNameCheckpoint(payload)
		if err != nil {
			if !errors.Is(err, rdfstore.ErrCorrupt) {
				t.Errorf("%v, want ErrCorrupt", err)
			}
			return
		}
		if again, err := DecodeNameCheckpoint(m.Encode()); err != nil || again != m {
			t.Errorf("%v became %v, %v", m, again, err)
		}
	})
}
