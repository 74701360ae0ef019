package boltstore_test

import (
	"path/filepath"
	"testing"

	"vitrine/checks/memstore"
	"vitrine/checks/storetest"
	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
)

func TestStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T, d rdfstore.Derivation) rdfstore.Store {
		return openWith(t, newPath(t), boltstore.Options{Derivation: d})
	})
}

func TestStoreThatMerges(t *testing.T) {
	storetest.Run(t, func(t *testing.T, d rdfstore.Derivation) rdfstore.Store {
		return openWith(t, newPath(t), boltstore.FlushOften(boltstore.Options{Derivation: d}))
	})
}

func newPath(t testing.TB) string { return filepath.Join(t.TempDir(), "store.db") }

// derivation is that of the suite.
var derivation = storetest.Derivation()

// open opens a store that the test may close itself. It merges changes of the
// index all the time.
func open(t testing.TB, path string) *boltstore.Store {
	t.Helper()
	return openWith(t, path, boltstore.FlushOften(boltstore.Options{Derivation: derivation}))
}

func openWith(t testing.TB, path string, o boltstore.Options) *boltstore.Store {
	t.Helper()
	o.Create, o.Base = true, memstore.Base
	s, err := boltstore.Open(path, o)
	if err != nil {
		t.Fatalf("Open: %v", err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}
