package server

import (
	"context"
	"fmt"
	"iter"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"github.com/knakk/rdf"

	ldcontext "vitrine/context"
	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/graph"
	"vitrine/serialize/formats"
	"vitrine/serialize/jsonld"
	"vitrine/server/data/listing"
)

// hotReferrers is how many records refer to the place that many refer to.
const hotReferrers = 100_000

// BenchmarkLinks measures a GET of a place where 100,000 people were born, and
// of one that nothing refers to, with links and without: cold, where the record
// is made anew for each request; stale, where something else in the store was
// written since, so that links are read again; and warm. It leaves out the
// network.
func BenchmarkLinks(b *testing.B) {
	store := hotStore(b)
	for _, place := range []string{"hot", "lonely"} {
		for _, query := range []string{"links", "bare"} {
			target := "/place/" + place
			if query == "bare" {
				target += "?links=none"
			}
			b.Run("cold/"+place+"/"+query, func(b *testing.B) { benchTarget(b, linkedServer(b, store, 1), target, nil) })
			b.Run("warm/"+place+"/"+query, func(b *testing.B) { benchTarget(b, linkedServer(b, store, 0), target, nil) })
			b.Run("stale/"+place+"/"+query, func(b *testing.B) {
				written := &busyStore{Store: store}
				benchTarget(b, linkedServer(b, written, 0), target, func() { written.seq++ })
			})
		}
	}
}

// busyStore is a store in whose log something else is noted whenever seq grows.
type busyStore struct {
	rdfstore.Store
	seq uint64
}

func (s *busyStore) LastChange(context.Context) (rdfstore.LogEntry, error) {
	return rdfstore.LogEntry{Seq: s.seq}, nil
}

func (s *busyStore) Changes(context.Context, uint64) iter.Seq2[rdfstore.LogEntry, error] {
	return func(yield func(rdfstore.LogEntry, error) bool) {
		yield(rdfstore.LogEntry{Seq: s.seq, Kind: rdfstore.Updated}, nil)
	}
}

// BenchmarkLists measures pages of 100 items: the first and the last of 100,000
// people under /person/, and of those who were born at a place.
func BenchmarkLists(b *testing.B) {
	s := linkedServer(b, hotStore(b), 0)
	of := "/-/links/personBornAtPlace?of=" + testBase + "place/hot&page="
	for _, c := range []struct{ name, target string }{
		{"prefix/first", "/person/?page=1"}, {"prefix/last", fmt.Sprint("/person/?page=", hotReferrers/listing.PageSize)},
		{"link/first", of + "1"}, {"link/last", fmt.Sprint(of, hotReferrers/listing.PageSize)},
	} {
		b.Run(c.name, func(b *testing.B) { benchTarget(b, s, c.target, nil) })
	}
}

// benchTarget sends the same request again and again; before is done before each.
func benchTarget(b *testing.B, s *Server, target string, before func()) {
	r := httptest.NewRequest("GET", target, nil)
	r.Header = http.Header{"Accept": {"*/*"}, "Accept-Encoding": {"identity"}}
	if got := do(b, s, "GET", target); got.StatusCode != 200 {
		b.Fatalf("status %d: %s", got.StatusCode, body(b, got))
	}
	w := &nullWriter{header: http.Header{}}
	b.ReportAllocs()
	for b.Loop() {
		if before != nil {
			before()
		}
		clear(w.header)
		s.ServeHTTP(w, r)
	}
}

func linkedServer(b *testing.B, store rdfstore.Store, cacheBytes int64) *Server {
	b.Helper()
	s := newLinkedServer(b, store, cacheBytes)
	b.Cleanup(s.close)
	return s
}

// newLinkedServer is one that the caller closes.
func newLinkedServer(b *testing.B, store rdfstore.Store, cacheBytes int64) *Server {
	b.Helper()
	table, err := testLinks()
	if err != nil {
		b.Fatal(err)
	}
	contexts := ldcontext.New(nil)
	s, err := New(Config{Store: store, Formats: formats.All(jsonld.New(contexts)), Contexts: contexts, Links: table, BaseURL: testBase, CacheBytes: cacheBytes, Maps: testMaps(b)})
	if err != nil {
		b.Fatal(err)
	}
	return s
}

// hotStore is a store with two places and the people who were born at one of
// them.
func hotStore(b *testing.B) rdfstore.Store {
	b.Helper()
	table, err := testLinks()
	if err != nil {
		b.Fatal(err)
	}
	derivation := table.Derivation()
	file := filepath.Join(b.TempDir(), "hot.db")
	if _, err := boltstore.BulkLoad(b.Context(), file, hotGraphs(b), boltstore.BulkOptions{Derivation: derivation}); err != nil {
		b.Fatal(err)
	}
	store, err := boltstore.Open(file, boltstore.Options{Derivation: derivation})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := store.Close(); err != nil {
			b.Error(err)
		}
	})
	return store
}

func hotGraphs(b *testing.B) iter.Seq2[*graph.Graph, error] {
	crm := func(local string) rdf.IRI { return mustIRI(b, "http://www.cidoc-crm.org/cidoc-crm/"+local) }
	birth, err := graph.Blank("b1")
	if err != nil {
		b.Fatal(err)
	}
	born, at := crm("P98i_was_born"), crm("P7_took_place_at")
	return func(yield func(*graph.Graph, error) bool) {
		for _, place := range []string{"hot", "lonely"} {
			f := formats.All(jsonld.New(ldcontext.New(nil))).ByName("jsonld")
			if !yield(decodeOne(b, f, placeRecord(testBase+"place/"+place, place)), nil) {
				return
			}
		}
		for i := range hotReferrers {
			g := person(b, fmt.Sprintf("%sperson/%06d", testBase, i), fmt.Sprint("Person ", i))
			g.Triples = append(g.Triples, rdf.Triple{Subj: g.Name, Pred: born, Obj: birth},
				rdf.Triple{Subj: birth, Pred: graph.Type, Obj: crm("E67_Birth")},
				rdf.Triple{Subj: birth, Pred: at, Obj: mustIRI(b, testBase+"place/hot")})
			if !yield(g, nil) {
				return
			}
		}
	}
}
