package bulk_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/knakk/rdf"
	"go.etcd.io/bbolt"

	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/boltstore/internal/boltfile"
	"vitrine/rdfstore/boltstore/internal/bulk"
	"vitrine/rdfstore/boltstore/internal/table"
	"vitrine/rdfstore/graph"
)

// TestFirstPages looks at where a bulk load of several transactions puts what is
// read whenever the store is opened.
func TestFirstPages(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	text := strings.Repeat("a", bulk.CommitBytes/8)
	_, err := boltstore.BulkLoad(t.Context(), path, func(yield func(*graph.Graph, error) bool) {
		for i := range 24 {
			name, err := graph.IRI(fmt.Sprintf("https://museum.example/object/%d", i))
			if err != nil {
				t.Fatal(err)
			}
			g := &graph.Graph{Name: name, Triples: []rdf.Triple{
				{Subj: name, Pred: graph.Type, Obj: name},
				{Subj: name, Pred: graph.Label, Obj: graph.String(text)},
			}}
			if !yield(g, nil) {
				return
			}
		}
	}, boltstore.BulkOptions{})
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	head, err := boltfile.ReadHeader(f, info.Size())
	if err != nil {
		t.Fatal(err)
	}
	var dictionary int64
	db, err := boltfile.Open(path, boltfile.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = db.View(func(tx *bbolt.Tx) error {
		dictionary = int64(tx.Bucket([]byte(table.Dictionary.Name)).Root())
		if tx.Bucket(bulk.Reserved) != nil {
			t.Error("the file still holds its first pages")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	// Before those reserved are the two meta pages and two of an empty file. A page
	// of 0 is a table in the page of the root.
	first := int64(4 + bulk.ReservedBytes/head.PageSize)
	for what, page := range map[string]int64{"root": head.Root, "free pages": head.Freelist, "dictionary": dictionary} {
		if page > first {
			t.Errorf("%s: page %d of %d", what, page, head.Pages)
		}
	}
}
