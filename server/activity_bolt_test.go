package server

import (
	"fmt"
	"iter"
	"path/filepath"
	"testing"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/graph"
	"vitrine/server/data/dataset"
)

// people yields the graphs of people, numbered from first on, with a label.
func people(t testing.TB, first, n int, label string) iter.Seq2[*graph.Graph, error] {
	return func(yield func(*graph.Graph, error) bool) {
		for i := range n {
			if !yield(person(t, fmt.Sprintf("%sperson/%d", testBase, first+i), label), nil) {
				return
			}
		}
	}
}

// openBolt opens the store in a file and a server of it. The returned function
// closes both.
func openBolt(t testing.TB, path string) (*Server, *boltstore.Store, func()) {
	t.Helper()
	store, err := boltstore.Open(path, boltstore.Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(Config{Store: store, Formats: testFormats(), BaseURL: testBase, Maps: testMaps(t)})
	if err != nil {
		t.Fatal(err)
	}
	return s, store, func() {
		s.close()
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	}
}

func bulkLoad(t testing.TB, path string, graphs iter.Seq2[*graph.Graph, error]) {
	t.Helper()
	if _, err := boltstore.BulkLoad(t.Context(), path, graphs, boltstore.BulkOptions{}); err != nil {
		t.Fatal(err)
	}
}

// TestFeedOfAFile follows one store through a bulk load, single writes, another
// load of which some records are not new, and reopening: the feed goes on, and
// the pages that were kept are the same to the byte.
func TestFeedOfAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "museum.db")
	bulkLoad(t, path, people(t, 0, 150, "Ada"))
	kept := map[string]string{}
	visit := func(s *Server, want int) []dataset.ActivityPage {
		t.Helper()
		pages, total := harvest(t, s), 0
		for _, p := range pages {
			total += len(p.OrderedItems)
			fetchKept(t, s, p.ID, kept)
		}
		if total != want {
			t.Fatalf("%d activities, want %d", total, want)
		}
		return pages
	}

	s, store, end := openBolt(t, path)
	if first := visit(s, 150)[0].OrderedItems[0]; first.Type != "Create" || first.Object.ID != testBase+"person/0" || first.Object.Type != "Person" {
		t.Errorf("the first activity is %+v", first)
	}
	for g, err := range people(t, 0, 60, "Bea") {
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // the second changes nothing
			if _, err := store.Apply(t.Context(), rdfstore.Change{Put: g}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, err := store.Apply(t.Context(), rdfstore.Change{Delete: mustIRI(t, testBase+"person/7")}); err != nil {
		t.Fatal(err)
	}
	pages := visit(s, 211)
	if last := pages[2].OrderedItems[10]; last.Type != "Delete" || last.Object.ID != testBase+"person/7" || last.Object.Type != "Person" {
		t.Errorf("the last activity is %+v", last)
	}
	end()

	bulkLoad(t, path, people(t, 100, 100, "Ada")) // 50 of them are there
	for range 2 {
		s, _, end = openBolt(t, path)
		visit(s, 261)
		end()
	}
	if len(kept) != 2 {
		t.Errorf("%d pages were kept", len(kept))
	}
}
