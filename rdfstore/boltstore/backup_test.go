package boltstore

import (
	"testing"
)

// healthWriter looks at a store while a backup of it is written.
type healthWriter struct {
	store *Store
	// counted tells that each piece found a reader open.
	counted bool
}

func (w *healthWriter) Write(b []byte) (int, error) {
	w.counted = w.counted && w.store.Health().OldestReader > 0
	return len(b), nil
}

// TestBackupIsAReader has a backup count in the age of the oldest reader, since it
// holds back free pages as a snapshot does.
func TestBackupIsAReader(t *testing.T) {
	s := openTest(t, small(t))
	w := &healthWriter{store: s, counted: true}
	if n, err := s.Backup(t.Context(), w); n == 0 || err != nil {
		t.Fatal(n, err)
	}
	if !w.counted {
		t.Error("the backup does not count as a reader")
	}
	if age := s.Health().OldestReader; age != 0 {
		t.Errorf("a reader is open for %v after the backup", age)
	}
}
