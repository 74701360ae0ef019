package search

import (
	"bytes"
	"context"
	"fmt"
	"iter"
	"path/filepath"
	"testing"
	"time"

	ldcontext "vitrine/context"
	"vitrine/linkedart/generate"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/jsonld"
	"vitrine/server/search/internal/fields"
	"vitrine/server/search/query"
)

// facetRecords is how many generated records the benchmark of facets works on.
const facetRecords = 300_000

// manyGenerated yields the graphs of so many generated records.
func manyGenerated(ctx context.Context, n int) iter.Seq2[*graph.Graph, error] {
	format := jsonld.New(ldcontext.New(nil)).LinkedArt()
	return func(yield func(*graph.Graph, error) bool) {
		for text := range generate.Records(generate.Options{Records: n, Seed: 1}) {
			for g, err := range format.Decode(ctx, bytes.NewReader(text), serialize.DecodeOptions{}) {
				if !yield(g, err) {
					return
				}
			}
		}
	}
}

// facetStore returns an index beside a store of 300,000 records.
func facetStore(b *testing.B) (*Index, *boltstore.Store) {
	b.Helper()
	path := filepath.Join(b.TempDir(), "store.db")
	if _, err := boltstore.BulkLoad(b.Context(), path, manyGenerated(b.Context(), facetRecords), boltstore.BulkOptions{}); err != nil {
		b.Fatal(err)
	}
	store, err := boltstore.Open(path, boltstore.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = store.Close() })
	began := time.Now()
	x := opened(b, b.TempDir(), store, Options{Patience: time.Hour})
	if _, err := x.Find(b.Context(), query.Query{}, 0, 1); err != nil {
		b.Fatal(err)
	}
	b.Logf("the index of %d records took %s", facetRecords, time.Since(began).Round(time.Millisecond))
	if err := x.engine.warm(); err != nil {
		b.Fatal(err)
	}
	return x, store
}

func facetIndex(b *testing.B) *Index {
	b.Helper()
	x, _ := facetStore(b)
	return x
}

// BenchmarkFacets makes the first page of a search with its facets, of 300,000 records.
func BenchmarkFacets(b *testing.B) {
	x := facetIndex(b)
	for _, c := range []struct {
		name, text string
		filters    query.Query
	}{
		{"everything", "", query.Query{}},
		{"everything-by-name", "", query.Query{Order: query.ByName}},
		{"everything-by-date", "", query.Query{Order: query.ByDate}},
		{"class", "", query.Query{Classes: []string{crm + "E22_Human-Made_Object"}}},
		{"class-century", "", query.Query{Classes: []string{crm + "E22_Human-Made_Object"}, Centuries: []string{"17"}}},
		{"rare-word", "200", query.Query{}},
		{"frequent-word", "blue", query.Query{}},
		{"maker", "person", query.Query{}},
		{"word-and-class", "blue", query.Query{Classes: []string{crm + "E22_Human-Made_Object"}}},
		{"word-by-name", "blue", query.Query{Order: query.ByName}},
	} {
		b.Run(c.name, func(b *testing.B) {
			q, err := query.ParseText(c.text)
			if err != nil {
				b.Fatal(err)
			}
			q.Classes, q.Centuries, q.Order = c.filters.Classes, c.filters.Centuries, c.filters.Order
			q.Facets = []string{fields.Class, fields.ClassifiedAs, fields.Maker, fields.Place, fields.Material, fields.Century, fields.Picture}
			var hits Hits
			for b.Loop() {
				x.engine.memos.facets.kept = nil // as after a change
				if hits, err = x.Find(b.Context(), q, 0, 24); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(hits.Total), "hits")
		})
	}
}

// BenchmarkFacetsAgain makes a page whose facets were counted before.
func BenchmarkFacetsAgain(b *testing.B) {
	x := facetIndex(b)
	q := query.Query{Facets: []string{fields.Class, fields.ClassifiedAs, fields.Maker, fields.Place, fields.Material, fields.Century, fields.Picture}}
	for b.Loop() {
		if _, err := x.Find(b.Context(), q, 0, 24); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkOverview works out what the front page shows, of 300,000 records.
func BenchmarkOverview(b *testing.B) {
	x := facetIndex(b)
	for b.Loop() {
		if found, err := x.Overview(b.Context(), 1, 24); err != nil || found.Total != facetRecords {
			b.Fatal(found.Total, err)
		}
	}
}

// BenchmarkSuggest looks for names, of 300,000 records.
func BenchmarkSuggest(b *testing.B) {
	x := facetIndex(b)
	for _, beginning := range []string{"p", "person 12", "plate 1234"} {
		b.Run(beginning, func(b *testing.B) {
			for b.Loop() {
				if found, err := x.Suggest(b.Context(), beginning, 10); err != nil || len(found) == 0 {
					b.Fatal(found, err)
				}
			}
		})
	}
}

// BenchmarkRename gives another name to an entity to which a third of 300,000 records
// refer, until all are found by it. A search meanwhile waits for one batch at most.
func BenchmarkRename(b *testing.B) {
	x, store := facetStore(b)
	n := 0
	var longest time.Duration
	for b.Loop() {
		n++
		put(b, store, newRecord("bench", "E55_Type").name(fmt.Sprint("bench ", n)))
		put(b, store, renamed(b, store, "https://data.museum.example/concept/6", fmt.Sprint("Renamed ", n)))
		for {
			began := time.Now()
			q, _ := query.ParseText("blue")
			if _, err := x.Find(b.Context(), q, 0, 10); err != nil {
				b.Fatal(err)
			}
			longest = max(longest, time.Since(began))
			if x.Untold() == 0 {
				break
			}
		}
	}
	q, _ := query.ParseText(fmt.Sprint(`"Renamed `, n, `"`))
	hits, err := x.Find(b.Context(), q, 0, 1)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(hits.Total), "records")
	b.ReportMetric(float64(longest.Milliseconds()), "longest-search-ms")
}

// renamed is the record of an entity with one more name.
func renamed(b *testing.B, store *boltstore.Store, name, other string) *builder {
	b.Helper()
	id, err := graph.IRI(name)
	if err != nil {
		b.Fatal(err)
	}
	e, err := store.Get(b.Context(), id)
	if err != nil {
		b.Fatal(err)
	}
	out := &builder{g: &graph.Graph{Name: id, Triples: e.Graph.Triples}, n: 1000}
	return out.name(other)
}
