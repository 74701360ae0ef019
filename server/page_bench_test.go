package server

import (
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"vitrine/checks/pgstoretest"
	ldcontext "vitrine/context"
	"vitrine/data"
	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/pgstore"
	"vitrine/serialize/formats"
	"vitrine/serialize/jsonld"
)

// pageTargets are the records whose pages are measured. The typical one is in the middle of
// the sample collection, by the ratio of the two times; the object with the longest
// provenance and the concept that most records name are at the end.
var pageTargets = []struct{ name, target string }{
	{"typical", "/person/jacob-dissius"},
	{"provenance", "/object/girl-with-a-pearl-earring"},
	{"named", "/concept/english"},
}

// BenchmarkPage measures GETs of records of the sample collection as pages, and as JSON-LD
// with links; all of them in turn are 205. It leaves out the network.
//
// Cold are the page, its lists, its history and its links, and the JSON-LD with its links:
// they are made anew for each request. There is no cache for the JSON-LD, and something else
// in the store was written before each page. Warm is what a running server has from other
// requests and does not depend on the page: what the store keeps of records that lists led
// to, for both alike; of other records the names, dates and cards, and the records of a
// provenance; maps drawn before with the same marks; the navigation; the addresses of the
// record's representations.
//
// The first request after a start, for which nothing at all is warm, is measured by itself.
func BenchmarkPage(b *testing.B) {
	store := openSample(b, sampleFile(b))
	b.Cleanup(func() { closeStore(b, store) })
	var all []string
	for name, err := range store.Entities(b.Context(), "") {
		if err != nil {
			b.Fatal(err)
		}
		all = append(all, "/"+strings.TrimPrefix(name.String(), testBase))
	}
	measure := func(name string, targets ...string) {
		b.Run(name+"/jsonld", func(b *testing.B) {
			benchPages(b, linkedServer(b, store, 1), "application/ld+json", targets, func() {})
		})
		b.Run(name+"/page", func(b *testing.B) {
			written := &busyStore{Store: store}
			benchPages(b, linkedServer(b, written, 0), "text/html", targets, func() { written.seq++ })
		})
	}
	for _, t := range pageTargets {
		measure(t.name, t.target)
	}
	measure("all", all...)
	file := sampleFile(b) // the other store is open
	b.Run("first/jsonld", func(b *testing.B) { benchFirst(b, file, "application/ld+json", pageTargets[0].target) })
	b.Run("first/page", func(b *testing.B) { benchFirst(b, file, "text/html", pageTargets[0].target) })
}

// benchFirst opens the store and starts a server for each request.
func benchFirst(b *testing.B, file, accept, target string) {
	r := httptest.NewRequest("GET", target, nil)
	r.Header = http.Header{"Accept": {accept}, "Accept-Encoding": {"identity"}}
	w := &nullWriter{header: http.Header{}}
	for b.Loop() {
		b.StopTimer()
		clear(w.header)
		store := openSample(b, file)
		s := newLinkedServer(b, store, 0)
		b.StartTimer()
		s.ServeHTTP(w, r)
		b.StopTimer()
		s.close()
		closeStore(b, store)
		b.StartTimer()
	}
}

// benchPages requests the targets in turn; before is done before each.
func benchPages(b *testing.B, s *Server, accept string, targets []string, before func()) {
	var requests []*http.Request
	for _, target := range targets {
		r := httptest.NewRequest("GET", target, nil)
		r.Header = http.Header{"Accept": {accept}, "Accept-Encoding": {"identity"}}
		requests = append(requests, r)
		if got := do(b, s, "GET", target, "Accept", accept); got.StatusCode != 200 {
			b.Fatalf("%s: status %d: %s", target, got.StatusCode, body(b, got))
		}
	}
	w := &nullWriter{header: http.Header{}}
	b.ReportAllocs()
	started := processorTime(b)
	for b.Loop() {
		for _, r := range requests {
			before()
			clear(w.header)
			s.ServeHTTP(w, r)
		}
	}
	b.ReportMetric((processorTime(b)-started).Seconds()/float64(b.N), "cpu-sec/op")
}

// processorTime is what the process has used so far, the collector of garbage included.
// Other programs on the computer change it less than the time on the clock.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// sampleFile is the file of a store with the sample collection.
func sampleFile(b *testing.B) string {
	b.Helper()
	table, err := testLinks()
	if err != nil {
		b.Fatal(err)
	}
	format := formats.All(jsonld.New(ldcontext.New(nil))).ByName("jsonld")
	var graphs []*graph.Graph
	err = fs.WalkDir(data.FS, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(data.FS, name)
		if err == nil {
			graphs = append(graphs, decodeOne(b, format, string(text)))
		}
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	derivation := table.Derivation()
	file := filepath.Join(b.TempDir(), "sample.db")
	all := func(yield func(*graph.Graph, error) bool) {
		for _, g := range graphs {
			if !yield(g, nil) {
				return
			}
		}
	}
	if _, err := boltstore.BulkLoad(b.Context(), file, all, boltstore.BulkOptions{Derivation: derivation}); err != nil {
		b.Fatal(err)
	}
	if !strings.HasPrefix(data.Base, testBase) {
		b.Fatal("the sample collection has another base")
	}
	return file
}

// openSample opens the store in a file.
func openSample(b *testing.B, file string) rdfstore.Store {
	b.Helper()
	table, err := testLinks()
	if err != nil {
		b.Fatal(err)
	}
	store, err := boltstore.Open(file, boltstore.Options{Derivation: table.Derivation()})
	if err != nil {
		b.Fatal(err)
	}
	return store
}

func closeStore(b *testing.B, store rdfstore.Store) {
	b.Helper()
	if err := store.Close(); err != nil {
		b.Error(err)
	}
}

// BenchmarkHistory measures the page of the largest record of the sample collection, with one version
// and with seven, each of which changed one literal, in a file and in a database.
func BenchmarkHistory(b *testing.B) {
	table, err := testLinks()
	if err != nil {
		b.Fatal(err)
	}
	stores := map[string]func(*testing.B) rdfstore.Store{
		"file": func(b *testing.B) rdfstore.Store {
			s := openSample(b, sampleFile(b))
			b.Cleanup(func() { closeStore(b, s) })
			return s
		},
		"database": func(b *testing.B) rdfstore.Store {
			if pgstoretest.Server() == "" {
				b.Skipf("%s names no database", pgstoretest.Variable)
			}
			s, _ := pgstoretest.New(b, pgstore.Options{Derivation: table.Derivation()})
			from := openSample(b, sampleFile(b))
			defer closeStore(b, from)
			for e, err := range from.Graphs(b.Context(), "") {
				if err == nil {
					_, err = s.Apply(b.Context(), rdfstore.Change{Put: e.Graph})
				}
				if err != nil {
					b.Fatal(err)
				}
			}
			return s
		},
	}
	const largest = "object/the-night-watch"
	text, err := fs.ReadFile(data.FS, largest+".json")
	if err != nil {
		b.Fatal(err)
	}
	format := formats.All(jsonld.New(ldcontext.New(nil))).ByName("jsonld")
	for _, kind := range []string{"file", "database"} {
		b.Run(kind, func(b *testing.B) {
			store := stores[kind](b)
			for _, versions := range []int{1, 7} {
				for i := 1; i < versions; i++ {
					label := fmt.Sprintf(`"_label": "The Night Watch %d"`, i)
					g := decodeOne(b, format, strings.Replace(string(text), `"_label": "The Night Watch"`, label, 1))
					if _, err := store.Apply(b.Context(), rdfstore.Change{Put: g}); err != nil {
						b.Fatal(err)
					}
				}
				b.Run(strconv.Itoa(versions), func(b *testing.B) {
					written := &busyStore{Store: store}
					benchPages(b, linkedServer(b, written, 0), "text/html", []string{"/" + largest}, func() { written.seq++ })
				})
			}
		})
	}
}
