//go:build unix

package search

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/knakk/rdf"

	"vitrine/checks/generate"
	ldcontext "vitrine/context"
	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/jsonld"
	"vitrine/server/data/search/query"
)

// benchRecords is how many generated records the benchmarks work on.
const benchRecords = 20_000

// generated yields the graphs of so many generated records.
func generated(ctx context.Context, records int) iter.Seq2[*graph.Graph, error] {
	format := jsonld.New(ldcontext.New(nil)).LinkedArt()
	return func(yield func(*graph.Graph, error) bool) {
		for text := range generate.Records(generate.Options{Records: records, Seed: 1}) {
			for g, err := range format.Decode(ctx, bytes.NewReader(text), serialize.DecodeOptions{}) {
				if !yield(g, err) {
					return
				}
			}
		}
	}
}

// benchStore loads the records into a new store, in a folder of its own.
func benchStore(b *testing.B) (*boltstore.Store, string) {
	b.Helper()
	dir := b.TempDir()
	path := filepath.Join(dir, "store.db")
	if _, err := boltstore.BulkLoad(b.Context(), path, generated(b.Context(), benchRecords), boltstore.BulkOptions{}); err != nil {
		b.Fatal(err)
	}
	store, err := boltstore.Open(path, boltstore.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = store.Close() })
	return store, dir
}

// BenchmarkBuild builds the index of a store from nothing. Its yardstick is
// BenchmarkReadAll, which reads the same records from the store.
func BenchmarkBuild(b *testing.B) {
	store, beside := benchStore(b)
	runtime.GC()
	peak, stop := watchMemory()
	var dir string
	before := processorTime(b)
	for b.Loop() {
		dir = b.TempDir()
		x, err := Open(b.Context(), dir, store, Options{MaxWait: time.Hour})
		if err == nil {
			_, err = x.Find(b.Context(), query.Query{}, 0, 1)
		}
		if err != nil {
			b.Fatal(err)
		}
		if err := x.Close(); err != nil {
			b.Fatal(err)
		}
	}
	stop()
	b.ReportMetric((processorTime(b)-before).Seconds()/(float64(b.N)*benchRecords), "cpu-sec/record")
	b.ReportMetric(float64(b.N)*benchRecords/b.Elapsed().Seconds(), "records/s")
	b.ReportMetric(float64(size(b, dir))/benchRecords, "B/record")
	b.ReportMetric(float64(size(b, dir))/float64(size(b, beside)), "of-store")
	b.ReportMetric(float64(*peak), "peak-B")
}

// watchMemory notes the largest heap until stop is called.
func watchMemory() (peak *uint64, stop func()) {
	peak = new(uint64)
	end, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		var m runtime.MemStats
		for {
			runtime.ReadMemStats(&m)
			*peak = max(*peak, m.HeapInuse)
			select {
			case <-end:
				return
			case <-time.After(20 * time.Millisecond):
			}
		}
	}()
	return peak, func() { close(end); <-ended }
}

// size is that of all files in a folder.
func size(b *testing.B, dir string) int64 {
	b.Helper()
	var n int64
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := os.Stat(path)
		if err == nil {
			n += info.Size()
		}
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	return n
}

// BenchmarkReadAll reads every record of the log from the store, as the index
// does.
func BenchmarkReadAll(b *testing.B) {
	store, _ := benchStore(b)
	for b.Loop() {
		for e, err := range store.Changes(b.Context(), 0) {
			if err == nil {
				_, err = store.Get(b.Context(), e.Name)
			}
			if err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(b.N)*benchRecords/b.Elapsed().Seconds(), "records/s")
}

// BenchmarkFind searches the records for a first page of 100. Its yardstick is a
// scan of the store for a word.
func BenchmarkFind(b *testing.B) {
	store, _ := benchStore(b)
	x := opened(b, b.TempDir(), store, Options{MaxWait: time.Hour})
	if _, err := x.Find(b.Context(), query.Query{}, 0, 1); err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		name, text, class string
		skip              int
	}{
		{"rare-word", "200", "", 0},
		{"frequent-word", "blue", "", 0},
		{"two-words", "blue round", "", 0},
		{"phrase", `"blue round"`, "", 0},
		{"identifier", "1950.*", "", 0},
		{"prefix", "s*", "", 0},
		{"prefixes", "a* b* c* d*", "", 0},
		{"class", "", crm + "E22_Human-Made_Object", 0},
		{"everything", "", "", 0},
		{"deep-page", "", "", 9900},
	} {
		b.Run(c.name, func(b *testing.B) {
			q, err := query.ParseText(c.text)
			if err != nil {
				b.Fatal(err)
			}
			if c.class != "" {
				q.Values = map[string][]string{"class": {c.class}}
			}
			var hits Hits
			for b.Loop() {
				if hits, err = x.Find(b.Context(), q, c.skip, 100); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(hits.Total), "hits")
		})
	}
	b.Run("scan", func(b *testing.B) {
		for b.Loop() {
			if n := len(scanFor(b, store, "blue")); n == 0 {
				b.Fatal("nothing is found")
			}
		}
	})
}

// scanFor returns the names of the entities whose literals hold a text.
func scanFor(b *testing.B, store rdfstore.Store, text string) []string {
	var names []string
	for e, err := range store.Graphs(b.Context(), "") {
		if err != nil {
			b.Fatal(err)
		}
		for _, triple := range e.Graph.Triples {
			if literal, ok := triple.Obj.(rdf.Literal); ok && strings.Contains(literal.String(), text) {
				names = append(names, e.Graph.Name.String())
				break
			}
		}
	}
	return names
}

// BenchmarkWriteAndFind writes a record and finds it. Its yardstick is the write
// alone.
func BenchmarkWriteAndFind(b *testing.B) {
	store, _ := benchStore(b)
	x := opened(b, b.TempDir(), store, Options{MaxWait: time.Hour, Interval: time.Hour})
	q, err := query.ParseText("amber")
	if err != nil {
		b.Fatal(err)
	}
	if _, err := x.Find(b.Context(), q, 0, 1); err != nil {
		b.Fatal(err)
	}
	n := 0
	write := func(b *testing.B) {
		n++
		put(b, store, newRecord(fmt.Sprint("bench/", n%100), "E21_Person").label(fmt.Sprint("amber ", n)))
	}
	b.Run("write", func(b *testing.B) {
		for b.Loop() {
			write(b)
		}
	})
	b.Run("write-and-find", func(b *testing.B) {
		for b.Loop() {
			write(b)
			if hits, err := x.Find(b.Context(), q, 0, 10); err != nil || hits.Total == 0 {
				b.Fatal(hits, err)
			}
		}
	})
}
