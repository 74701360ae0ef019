package search

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/blevesearch/bleve/v2/index/scorch"
	index "github.com/blevesearch/bleve_index_api"

	"vitrine/rdfstore/memstore"
	"vitrine/server/data/search/internal/columns"
	"vitrine/server/data/search/query"
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

// frequent are words of which the first are the most frequent in a text at random.
var frequent = []string{"amber", "coral", "pearl", "opal", "girl", "NG 1", "NG 2", "jet"}

func randomText(r *rand.Rand) string {
	var all []string
	for range 1 + r.IntN(4) {
		all = append(all, frequent[min(r.IntN(len(frequent)), r.IntN(len(frequent)))])
	}
	return strings.Join(all, " ")
}

// randomIndex is an index of records at random in several parts, of which some were
// replaced.
func randomIndex(t *testing.T, r *rand.Rand) *Index {
	store := memstore.New()
	x := opened(t, t.TempDir(), store, Options{Patience: time.Minute})
	for _, size := range []int{2 * window, 300, 40, 5} {
		var records []*builder
		for range size {
			b := newRecord(fmt.Sprint(r.IntN(2*window+window/2)), "E22_Human-Made_Object")
			for _, add := range []func(string) *builder{b.label, b.name, b.statement, b.identifier} {
				if r.IntN(2) == 0 {
					add(randomText(r))
				}
			}
			records = append(records, b)
		}
		put(t, store, records...)
		if _, err := x.Find(t.Context(), query.Query{}, 0, 1); err != nil { // a part of its own
			t.Fatal(err)
		}
	}
	return x
}

// TestTally compares the scores of words, bit by bit, with those of the library's
// searchers, wherever the documents are divided.
func TestTally(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	x := randomIndex(t, r)
	texts := []string{"amber", "jet", "coral jet", "amber coral", "NG 1", "2 ng", "amber nothing", "nothing", "nothing else", "pearl pearl"}
	for range 20 {
		texts = append(texts, randomText(r))
	}
	err := x.engine.read(func(reader index.IndexReader) error {
		parts, docs := columns.Parts(reader.(*scorch.IndexSnapshot))
		m := matches{finder: finder{t.Context(), reader, x.engine.columns, x.engine.memos}, parts: parts, docs: docs}
		for _, text := range texts {
			if err := compareScores(t, &m, text); err != nil {
				return fmt.Errorf("%s: %w", text, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func compareScores(t *testing.T, m *matches, text string) error {
	q, err := query.ParseText(text)
	if err != nil {
		return err
	}
	if !isPlain(q) {
		t.Errorf("%q has more than words", text)
	}
	want, err := m.scoreSearcher(q)
	if err != nil {
		return err
	}
	counted, err := m.tally(q)
	if err != nil {
		return err
	}
	for _, middle := range []uint64{0, 1, m.docs / 3, m.docs / 2, m.docs} {
		got, err := counted.scan(m.ctx, 0, middle)
		if err != nil {
			return err
		}
		rest, err := counted.scan(m.ctx, middle, m.docs)
		if err != nil {
			return err
		}
		if got = append(got, rest...); !slices.Equal(got, want) {
			t.Errorf("%q, divided at %d: %v, want %v", text, middle, got[:min(len(got), 5)], want[:min(len(want), 5)])
		}
	}
	return nil
}
