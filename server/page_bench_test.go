package server

import (
	"bytes"
	"context"
	"io/fs"
	"iter"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	ldcontext "vitrine/context"
	"vitrine/data"
	"vitrine/linkedart/generate"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/formats"
	"vitrine/serialize/jsonld"
	"vitrine/server/search"
)

const (
	// recordsVariable says how many records the large store of the benchmarks has.
	recordsVariable = "VITRINE_BENCH_RECORDS"
	// typical is a record of the sample collection with what many records have: names in
	// two languages, a picture, sizes, a maker, a place, and a history of six activities.
	typical = "/object/girl-with-a-pearl-earring"
)

// BenchmarkPage measures a record of the sample collection that is made anew for each
// request: as a page, and as JSON-LD with links. The rest is the front page and a list.
func BenchmarkPage(b *testing.B) {
	s := benchCollection(b, sampleGraphs(b.Context()), -1)
	for _, c := range []struct{ name, target, accept string }{
		{"html", typical, browser}, {"jsonld", typical, "*/*"},
		{"person", "/person/johannes-vermeer", browser}, {"place", "/place/delft", browser},
	} {
		b.Run(c.name, func(b *testing.B) { benchAccept(b, s, c.target, c.accept) })
	}
}

// BenchmarkCollection measures what is asked of a collection as a whole, of 300,000
// records in a full run: the first page of a search with its facets, in orders that each
// cost something else, the front page, a list, and the sitemaps.
func BenchmarkCollection(b *testing.B) {
	records := 3_000
	if n, err := strconv.Atoi(os.Getenv(recordsVariable)); err == nil {
		records = n
	}
	s := benchCollection(b, generatedGraphs(b.Context(), records), 0)
	for _, c := range []struct{ name, target, accept string }{
		{"facets/word", "/-/search?q=plate", browser},
		{"facets/class", "/-/search?class=HumanMadeObject", browser},
		{"facets/two-words", "/-/search?q=blue+silver", browser},
		{"overview", "/", browser}, {"list", "/object/", browser},
		{"sitemap/index", "/-/sitemap.xml", "*/*"}, {"sitemap/part", "/-/sitemap/1.xml", "*/*"},
	} {
		b.Run(c.name, func(b *testing.B) { benchAccept(b, s, c.target, c.accept) })
	}
}

func benchAccept(b *testing.B, s *Server, target, accept string) {
	b.Helper()
	if got := do(b, s, "GET", target, "Accept", accept); got.StatusCode != 200 {
		b.Fatalf("status %d: %s", got.StatusCode, body(b, got))
	}
	r := httptest.NewRequest("GET", target, nil)
	r.Header = http.Header{"Accept": {accept}, "Accept-Encoding": {"identity"}}
	w := &nullWriter{header: http.Header{}}
	b.ReportAllocs()
	for b.Loop() {
		clear(w.header)
		s.ServeHTTP(w, r)
	}
}

// benchCollection serves the graphs from a file, with links and search.
func benchCollection(b *testing.B, graphs iter.Seq2[*graph.Graph, error], cacheBytes int64) *Server {
	b.Helper()
	table, err := testLinks()
	if err != nil {
		b.Fatal(err)
	}
	file, derivation := filepath.Join(b.TempDir(), "museum.db"), table.Derivation()
	if _, err := boltstore.BulkLoad(b.Context(), file, graphs, boltstore.BulkOptions{Derivation: derivation}); err != nil {
		b.Fatal(err)
	}
	store, err := boltstore.Open(file, boltstore.Options{Derivation: derivation})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = store.Close() })
	index, err := search.Open(context.Background(), b.TempDir(), store, search.Options{Patience: time.Hour})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = index.Close() })
	contexts := ldcontext.New(nil)
	s, err := New(Config{
		Store: store, Formats: formats.All(jsonld.New(contexts)), Contexts: contexts, Compiler: ldcontext.NewCompiler(contexts),
		Links: table, Search: index, BaseURL: testBase, CacheBytes: cacheBytes, RenderTimeout: time.Hour,
	})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(s.close)
	return s
}

// sampleGraphs yields the graphs of the sample collection.
func sampleGraphs(ctx context.Context) iter.Seq2[*graph.Graph, error] {
	format := jsonld.New(ldcontext.New(nil)).LinkedArt()
	return func(yield func(*graph.Graph, error) bool) {
		_ = fs.WalkDir(data.FS, ".", func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			text, err := fs.ReadFile(data.FS, name)
			if err != nil {
				yield(nil, err)
				return fs.SkipAll
			}
			return decodeTo(ctx, format, text, yield)
		})
	}
}

// generatedGraphs yields the graphs of generated records.
func generatedGraphs(ctx context.Context, n int) iter.Seq2[*graph.Graph, error] {
	format := jsonld.New(ldcontext.New(nil)).LinkedArt()
	return func(yield func(*graph.Graph, error) bool) {
		for text := range generate.Records(generate.Options{Records: n, Seed: 1}) {
			if decodeTo(ctx, format, text, yield) != nil {
				return
			}
		}
	}
}

// decodeTo yields the graphs of a document, and returns SkipAll where no more are wanted.
func decodeTo(ctx context.Context, format *serialize.Format, text []byte, yield func(*graph.Graph, error) bool) error {
	for g, err := range format.Decode(ctx, bytes.NewReader(text), serialize.DecodeOptions{Base: testBase}) {
		if !yield(g, err) {
			return fs.SkipAll
		}
	}
	return nil
}
