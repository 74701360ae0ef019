package pgstore_test

import (
	"errors"
	"testing"

	"vitrine/checks/pgstoretest"
	"vitrine/rdfstore/pgstore"
)

// TestLock has two stores over one database, as two processes have, ask for one lock.
func TestLock(t *testing.T) {
	a, address := pgstoretest.New(t, pgstore.Options{})
	b := pgstoretest.Open(t, address, pgstore.Options{})
	lock := func(s *pgstore.Store, name string, want error) func() {
		t.Helper()
		unlock, err := s.Lock(t.Context(), name)
		if !errors.Is(err, want) {
			t.Fatalf("Lock: %v, want %v", err, want)
		}
		return unlock
	}
	unlock := lock(a, "one", nil)
	lock(a, "one", pgstore.ErrLocked)
	lock(b, "one", pgstore.ErrLocked)
	lock(b, "two", nil)()
	unlock()
	unlock()
	defer lock(b, "one", nil)()
	lock(a, "one", pgstore.ErrLocked)
	// Whoever dies leaves the lock to others.
	p, through := newProxy(t, address)
	dying := pgstoretest.Open(t, through, impatient)
	defer lock(dying, "three", nil)()
	lock(a, "three", pgstore.ErrLocked)
	p.set(true)
	for {
		unlock, err := a.Lock(t.Context(), "three")
		if err == nil {
			unlock()
			break
		}
		if !errors.Is(err, pgstore.ErrLocked) {
			t.Fatal(err)
		}
	}
}
