package boltstore

import (
	"fmt"
	"path/filepath"
	"testing"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/table"
)

// unflushed returns how many entries of the pending table are read when the store is
// opened.
func unflushed(t *testing.T, s *Store) (changes int) {
	t.Helper()
	err := s.view(t.Context(), func(tx *bbolt.Tx) error {
		changes = tx.Bucket([]byte(table.Pending.Name)).Stats().KeyN - 1
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return changes
}

// TestUpdatesAreFlushed changes a literal of few graphs and changes it back, again
// and again: what has to be read after that stays bounded, though the changes
// cancel each other out and no name changes.
func TestUpdatesAreFlushed(t *testing.T) {
	for _, perApply := range []int{1, 10} {
		t.Run(fmt.Sprint(perApply), func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "store.db")
			s := flushingStore(t, path, Options{})
			for i := range 600 / perApply {
				var changes []rdfstore.Change
				for n := range perApply {
					changes = append(changes, labelled(fmt.Sprint("x:", n), fmt.Sprint(i%2)))
				}
				if _, err := s.Apply(t.Context(), changes...); err != nil {
					t.Fatal(err)
				}
				if changes := unflushed(t, s); changes > 200 {
					t.Fatalf("after %d puts, %d entries of changes are to be read", (i+1)*perApply, changes)
				}
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			if faults, err := faultsOf(t, path); err != nil {
				t.Fatalf("%v, %v", faults, err)
			}
		})
	}
}
