//go:build unix

package search

import (
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/graph"
	"vitrine/server/data/search/internal/fields"
	"vitrine/server/data/search/query"
)

// largeRecords is how many generated records the benchmarks of a large collection work on,
// where VITRINE_BENCH_RECORDS does not say.
const largeRecords = 30_000

// largeStore returns a store of many records and an index beside it, in folders of their
// own or in those of VITRINE_BENCH_KEPT, where a later run finds them again.
func largeStore(b *testing.B) (x *Index, store *boltstore.Store) {
	b.Helper()
	records := uint64(largeRecords)
	if text := os.Getenv("VITRINE_BENCH_RECORDS"); text != "" {
		n, err := strconv.ParseUint(text, 10, 32)
		if err != nil {
			b.Fatalf("VITRINE_BENCH_RECORDS: %v", err)
		}
		records = n
	}
	dir := os.Getenv("VITRINE_BENCH_KEPT")
	if dir == "" {
		dir = b.TempDir()
	}
	path := filepath.Join(dir, "store.db")
	if _, err := os.Stat(path); err != nil {
		if _, err := boltstore.BulkLoad(b.Context(), path, illustrated(generated(b.Context(), int(records))), boltstore.BulkOptions{}); err != nil {
			b.Fatal(err)
		}
	}
	store, err := boltstore.Open(path, boltstore.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = store.Close() })
	began := time.Now()
	x = opened(b, filepath.Join(dir, "store.db.search"), store, Options{MaxWait: time.Hour})
	if _, err := x.Find(b.Context(), query.Query{}, 0, 1); err != nil {
		b.Fatal(err)
	}
	b.Logf("the index of %d records took %s", records, time.Since(began).Round(time.Millisecond))
	if err := x.engine.warm(); err != nil {
		b.Fatal(err)
	}
	return x, store
}

// illustrated gives every second record a picture, which generated ones do not have.
func illustrated(records iter.Seq2[*graph.Graph, error]) iter.Seq2[*graph.Graph, error] {
	return func(yield func(*graph.Graph, error) bool) {
		picture := false
		for g, err := range records {
			if picture = !picture; picture && err == nil {
				g.Triples = append(g.Triples, rdf.Triple{Subj: g.Name, Pred: iri(crm + "P138i_has_representation"), Obj: iri(base + "picture")})
			}
			if !yield(g, err) {
				return
			}
		}
	}
}

// BenchmarkLarge asks the index of many records for what the pages for people show. The
// index is made once for all of it, and the last part changes it.
func BenchmarkLarge(b *testing.B) {
	x, store := largeStore(b)
	b.Run("facets", func(b *testing.B) { benchFacets(b, x) })
	b.Run("facets-again", func(b *testing.B) { benchFacetsAgain(b, x) })
	b.Run("pictured", func(b *testing.B) {
		benchTime(b, func() {
			if found, err := x.Pictured(b.Context(), 1, 24); err != nil || len(found) != 24 {
				b.Fatal(len(found), err)
			}
		})
	})
	b.Run("suggest", func(b *testing.B) { benchSuggest(b, x) })
	b.Run("rename", func(b *testing.B) { benchRename(b, x, store) })
}

// benchTime measures what do takes, on average and at the 99th percentile, and the processor time of
// it, which says more where other programs run.
func benchTime(b *testing.B, do func()) {
	before := processorTime(b)
	var took []time.Duration
	for b.Loop() {
		began := time.Now()
		do()
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
	b.ReportMetric((processorTime(b)-before).Seconds()/float64(b.N), "cpu-sec/op")
}

// processorTime is what this process has used.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// pageFacets are those that a page of results has.
var pageFacets = []string{fields.Class, fields.ClassifiedAs, fields.Maker, fields.Place, fields.Material, fields.Century, fields.Picture}

// benchFacets makes the first page of a search with its facets, of which nothing is kept.
func benchFacets(b *testing.B, x *Index) {
	objects := []string{crm + "E22_Human-Made_Object"}
	for _, c := range []struct {
		name, text string
		filters    query.Query
	}{
		{"everything", "", query.Query{}},
		{"everything-by-name", "", query.Query{Order: query.ByName}},
		{"everything-by-date", "", query.Query{Order: query.ByDate}},
		{"class", "", query.Query{Values: map[string][]string{fields.Class: objects}}},
		{"class-century", "", query.Query{Values: map[string][]string{fields.Class: objects, fields.Century: {"17"}}}},
		{"rare-word", "200", query.Query{}},
		{"frequent-word", "blue", query.Query{}},
		{"most-frequent-word", "person", query.Query{}},
		{"word-and-class", "blue", query.Query{Values: map[string][]string{fields.Class: objects}}},
		{"misspelt", "bleu vasse", query.Query{}},
		{"question", "which paintings were made in the 17th century", query.Query{}},
		{"part-of-word", "erson", query.Query{}},
		{"word-by-name", "blue", query.Query{Order: query.ByName}},
	} {
		b.Run(c.name, func(b *testing.B) {
			q, err := query.ParseText(c.text)
			if err != nil {
				b.Fatal(err)
			}
			q.Values, q.Order, q.Facets, q.Most = c.filters.Values, c.filters.Order, pageFacets, true
			var hits Hits
			benchTime(b, func() {
				x.engine.memos.facets.Clear() // as at first
				if hits, err = x.Find(b.Context(), q, 0, 24); err != nil {
					b.Fatal(err)
				}
			})
			b.ReportMetric(float64(hits.Total), "hits")
		})
	}
}

// benchFacetsAgain makes a page of which the facets were counted before.
func benchFacetsAgain(b *testing.B, x *Index) {
	benchTime(b, func() {
		if _, err := x.Find(b.Context(), query.Query{Facets: pageFacets}, 0, 24); err != nil {
			b.Fatal(err)
		}
	})
}

// benchSuggest looks for names.
func benchSuggest(b *testing.B, x *Index) {
	for _, beginning := range []string{"p", "person 12", "plate 12"} {
		b.Run(beginning, func(b *testing.B) {
			benchTime(b, func() {
				if found, err := x.Suggest(b.Context(), beginning, 10); err != nil || len(found) == 0 {
					b.Fatal(found, err)
				}
			})
		})
	}
}

// benchRename gives another name to the entity that most records refer to, until all are
// found by it. A search meanwhile, of which there are ten a second, waits for one batch at
// most.
func benchRename(b *testing.B, x *Index, store *boltstore.Store) {
	n := 0
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	var longest time.Duration
	q, err := query.ParseText("blue")
	if err != nil {
		b.Fatal(err)
	}
	benchTime(b, func() {
		n++
		put(b, store, called(fmt.Sprint("Renamed ", n)))
		for done := false; !done; done = x.StaleNames() == 0 {
			<-tick.C
			began := time.Now()
			if _, err := x.Find(b.Context(), q, 0, 10); err != nil {
				b.Fatal(err)
			}
			longest = max(longest, time.Since(began))
		}
	})
	if q, err = query.ParseText(fmt.Sprint(`"Renamed `, n, `"`)); err != nil {
		b.Fatal(err)
	}
	hits, err := x.Find(b.Context(), q, 0, 1)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(hits.Total), "records")
	b.ReportMetric(longest.Seconds(), "longest-search-sec")
}

// classification is the entity that most of the generated records refer to: one in five. No
// generated record is of itself.
const classification = "http://vocab.getty.edu/aat/300055863"

// called is a record of the classification with a name.
func called(name string) *builder {
	id := iri(classification)
	b := &builder{g: &graph.Graph{Name: id}}
	return b.add(id, graph.Type.String(), iri(crm+"E55_Type")).name(name)
}
