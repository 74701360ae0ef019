package boltstore_test

import (
	"path/filepath"
	"testing"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/storetest"
)

func TestStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T) rdfstore.Store { return open(t, newPath(t)) })
}

func newPath(t testing.TB) string { return filepath.Join(t.TempDir(), "store.db") }

// open opens a store that the test may close itself.
func open(t testing.TB, path string) *boltstore.Store {
	t.Helper()
	s, err := boltstore.Open(path, boltstore.Options{})
	if err != nil {
		t.Fatalf("Open: %v", err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}
