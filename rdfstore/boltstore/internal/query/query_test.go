package query_test

import (
	"context"
	"testing"

	"github.com/knakk/rdf"
	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/boltstore/internal/boltfile"
	"vitrine/rdfstore/boltstore/internal/memtable"
	"vitrine/rdfstore/boltstore/internal/query"
	"vitrine/rdfstore/boltstore/internal/record"
	"vitrine/rdfstore/codec"
	"vitrine/rdfstore/graph"
)

// file is a store's file that nobody writes to.
type file struct{ *bbolt.DB }

func (f file) View(_ context.Context, fn func(tx *bbolt.Tx, m *memtable.Memtable) error) error {
	return f.DB.View(func(tx *bbolt.Tx) error {
		m, err := memtable.Load(tx)
		if err != nil {
			return err
		}
		return fn(tx, m)
	})
}

func (f file) Proceed(ctx context.Context) error { return ctx.Err() }

// put puts graphs into the store in a file.
func put(t testing.TB, path string, graphs ...*graph.Graph) {
	t.Helper()
	s, err := boltstore.Open(path, boltstore.Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range graphs {
		if _, err := s.Apply(t.Context(), rdfstore.Change{Put: g}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// open returns an engine that reads the store in a file.
func open(t testing.TB, path string) *query.Engine {
	t.Helper()
	db, err := boltfile.Open(path, boltfile.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	var dict *codec.Dictionary
	err = db.View(func(tx *bbolt.Tx) (err error) {
		dict, err = record.LoadDictionary(tx)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return query.New(file{db}, dict, rdfstore.Derivation{})
}

func iri(t testing.TB, name string) rdf.IRI {
	t.Helper()
	iri, err := graph.IRI(name)
	if err != nil {
		t.Fatal(err)
	}
	return iri
}
