package server

import (
	"io/fs"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	ldcontext "vitrine/context"
	"vitrine/data"
	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/graph"
	"vitrine/serialize/formats"
	"vitrine/serialize/jsonld"
)

// BenchmarkPage measures a GET of a typical record of the sample collection as a page,
// and as JSON-LD with links. Both are made anew for each request, the page because
// something else in the store was written since; what is known of other records is kept.
// It leaves out the network.
func BenchmarkPage(b *testing.B) {
	store := sampleStore(b)
	const target = "/object/girl-with-a-pearl-earring"
	b.Run("jsonld", func(b *testing.B) {
		benchTarget(b, linkedServer(b, store, -1), target+".json", nil)
	})
	b.Run("page", func(b *testing.B) {
		written := &busyStore{Store: store}
		s := linkedServer(b, written, 0)
		r := httptest.NewRequest("GET", target, nil)
		r.Header = http.Header{"Accept": {"text/html"}, "Accept-Encoding": {"identity"}}
		if got := do(b, s, "GET", target, "Accept", "text/html"); got.StatusCode != 200 {
			b.Fatalf("status %d: %s", got.StatusCode, body(b, got))
		}
		w := &nullWriter{header: http.Header{}}
		b.ReportAllocs()
		for b.Loop() {
			written.seq++
			clear(w.header)
			s.ServeHTTP(w, r)
		}
	})
}

// sampleStore is a store on disk with the sample collection.
func sampleStore(b *testing.B) rdfstore.Store {
	b.Helper()
	table, err := testLinks()
	if err != nil {
		b.Fatal(err)
	}
	format := formats.All(jsonld.New(ldcontext.New(nil))).ByName("jsonld")
	var graphs []*graph.Graph
	err = fs.WalkDir(data.FS, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(data.FS, name)
		if err == nil {
			graphs = append(graphs, decodeOne(b, format, string(text)))
		}
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	derivation := table.Derivation()
	file := filepath.Join(b.TempDir(), "sample.db")
	all := func(yield func(*graph.Graph, error) bool) {
		for _, g := range graphs {
			if !yield(g, nil) {
				return
			}
		}
	}
	if _, err := boltstore.BulkLoad(b.Context(), file, all, boltstore.BulkOptions{Derivation: derivation}); err != nil {
		b.Fatal(err)
	}
	store, err := boltstore.Open(file, boltstore.Options{Derivation: derivation})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := store.Close(); err != nil {
			b.Error(err)
		}
	})
	if !strings.HasPrefix(data.Base, testBase) {
		b.Fatal("the sample collection has another base")
	}
	return store
}
