package search

import (
	"slices"
	"testing"

	"github.com/blevesearch/bleve/v2/index/scorch"
	index "github.com/blevesearch/bleve_index_api"

	"vitrine/server/search/internal/columns"
	"vitrine/server/search/query"
)

// TestScan checks that two halves of the documents are the whole, wherever it is divided.
func TestScan(t *testing.T) {
	x := sample(t)
	if _, err := x.Find(t.Context(), query.Query{}, 0, 1); err != nil {
		t.Fatal(err)
	}
	err := x.engine.read(func(reader index.IndexReader) error {
		parts, docs := columns.Parts(reader.(*scorch.IndexSnapshot))
		m := matches{finder: finder{t.Context(), reader, x.engine.columns, x.engine.memos}, parts: parts, docs: docs}
		scan := func(q query.Query, first, end uint64) []score {
			s, err := m.text(q)
			if err != nil {
				t.Fatal(err)
			}
			out, err := m.scan(s, first, end, s.Count())
			if err != nil {
				t.Fatal(err)
			}
			return out
		}
		for _, text := range []string{"girl", "pearl", `"with a pearl"`, "g*", "girl pearl", "MH 670", "SK-C-*", "nothing"} {
			q, err := query.ParseText(text)
			if err != nil {
				return err
			}
			all := scan(q, 0, docs)
			for middle := range docs + 1 {
				if halves := append(scan(q, 0, middle), scan(q, middle, docs)...); !slices.Equal(halves, all) {
					t.Errorf("%s, divided at %d: %v, want %v", text, middle, halves, all)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
