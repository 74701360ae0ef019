package boltstore

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore/boltstore/internal/boltfile"
	"vitrine/rdfstore/boltstore/internal/table"
	"vitrine/rdfstore/graph"
)

// TestFirstPages looks at where a bulk load of several transactions puts what is
// read whenever the store is opened.
func TestFirstPages(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	text := strings.Repeat("a", commitBytes/8)
	_, err := BulkLoad(t.Context(), path, func(yield func(*graph.Graph, error) bool) {
		for i := range 24 {
			g := labelled(fmt.Sprintf("https://museum.example/object/%d", i), text).Put
			if !yield(g, nil) {
				return
			}
		}
	}, BulkOptions{Derivation: toClasses})
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
	s := openTest(t, path)
	err = s.db.View(func(tx *bbolt.Tx) error {
		dictionary = int64(tx.Bucket([]byte(table.Dictionary.Name)).Root())
		if tx.Bucket(reserved) != nil {
			t.Error("the file still holds its first pages")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	// Before those reserved are the two meta pages and two of an empty file. A page
	// of 0 is a table in the page of the root.
	first := int64(4 + reservedBytes/head.PageSize)
	for what, page := range map[string]int64{"root": head.Root, "free pages": head.Freelist, "dictionary": dictionary} {
		if page > first {
			t.Errorf("%s: page %d of %d", what, page, head.Pages)
		}
	}
}
