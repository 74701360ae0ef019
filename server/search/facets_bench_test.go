package search

import (
	"context"
	"iter"
	"path/filepath"
	"testing"
	"time"

	"bytes"

	ldcontext "vitrine/context"
	"vitrine/linkedart/generate"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/jsonld"
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

// BenchmarkFacets makes the first page of a search with its facets, of 300,000 records.
func BenchmarkFacets(b *testing.B) {
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
	if _, err := x.Find(b.Context(), Query{}, 0, 1); err != nil {
		b.Fatal(err)
	}
	b.Logf("the index of %d records took %s", facetRecords, time.Since(began).Round(time.Millisecond))
	for _, c := range []struct {
		name, text string
		query      Query
	}{
		{"everything", "", Query{}},
		{"everything-by-name", "", Query{Order: ByName}},
		{"everything-by-date", "", Query{Order: ByDate}},
		{"class", "", Query{Classes: []string{crm + "E22_Human-Made_Object"}}},
		{"class-century", "", Query{Classes: []string{crm + "E22_Human-Made_Object"}, Centuries: []string{"17"}}},
		{"rare-word", "200", Query{}},
		{"frequent-word", "blue", Query{}},
		{"maker", "person", Query{}},
		{"word-and-class", "blue", Query{Classes: []string{crm + "E22_Human-Made_Object"}}},
		{"word-by-name", "blue", Query{Order: ByName}},
	} {
		b.Run(c.name, func(b *testing.B) {
			q, err := ParseText(c.text)
			if err != nil {
				b.Fatal(err)
			}
			q.Classes, q.Centuries, q.Order = c.query.Classes, c.query.Centuries, c.query.Order
			q.Facets = []string{classField, classifiedField, makerField, placeField, materialField, centuryField, pictureField}
			var hits Hits
			for b.Loop() {
				if hits, err = x.Find(b.Context(), q, 0, 24); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(hits.Total), "hits")
		})
	}
}
