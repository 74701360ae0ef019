package search

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/blevesearch/bleve/v2/index/scorch"
	index "github.com/blevesearch/bleve_index_api"

	"vitrine/rdfstore/memstore"
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

// TestTally compares the scores of words, bit by bit, with those of the library's searchers,
// for records at random in several parts, of which some were replaced.
func TestTally(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	vocabulary := []string{"amber", "coral", "pearl", "opal", "girl", "NG 1", "NG 2", "jet"}
	text := func() string {
		// The first words are the most frequent.
		var all []string
		for range 1 + r.IntN(4) {
			all = append(all, vocabulary[min(r.IntN(len(vocabulary)), r.IntN(len(vocabulary)))])
		}
		return strings.Join(all, " ")
	}
	store, x := memstore.New(), (*Index)(nil)
	for part := range 4 {
		var records []*builder
		for range []int{2 * window, 300, 40, 5}[part] {
			b := newRecord(fmt.Sprint(r.IntN(2*window+window/2)), "E22_Human-Made_Object")
			for _, add := range []func(string) *builder{b.label, b.name, b.statement, b.identifier} {
				if r.IntN(2) == 0 {
					add(text())
				}
			}
			records = append(records, b)
		}
		put(t, store, records...)
		if x == nil {
			x = opened(t, t.TempDir(), store, Options{})
		}
		if _, err := x.Find(t.Context(), query.Query{}, 0, 1); err != nil {
			t.Fatal(err)
		}
	}
	err := x.engine.read(func(reader index.IndexReader) error {
		parts, docs := columns.Parts(reader.(*scorch.IndexSnapshot))
		m := matches{finder: finder{t.Context(), reader, x.engine.columns, x.engine.memos}, parts: parts, docs: docs}
		texts := []string{"amber", "jet", "coral jet", "amber coral", "NG 1", "2 ng", "amber nothing", "nothing", "nothing else", "pearl pearl"}
		for range 20 {
			texts = append(texts, text())
		}
		for _, text := range texts {
			q, err := query.ParseText(text)
			if err != nil {
				return err
			}
			if !isPlain(q) {
				t.Fatalf("%q has more than words", text)
			}
			want, err := m.scoreSearcher(q)
			if err != nil {
				return err
			}
			counted, err := m.tally(q)
			if err != nil {
				return err
			}
			for _, middle := range []uint64{0, 1, docs / 3, docs / 2, docs} {
				got, err := counted.scan(m.ctx, 0, middle)
				if err != nil {
					return err
				}
				rest, err := counted.scan(m.ctx, middle, docs)
				if err != nil {
					return err
				}
				if got = append(got, rest...); !slices.Equal(got, want) {
					t.Fatalf("%q, divided at %d: %d scores, want %d: %v, want %v", text, middle, len(got), len(want), first(got), first(want))
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// first are the first few scores.
func first(all []score) []score { return all[:min(len(all), 5)] }
