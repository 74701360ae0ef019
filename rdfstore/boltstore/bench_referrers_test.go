package boltstore

import (
	"fmt"
	"iter"
	"path/filepath"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// fewReferrers and manyReferrers are how many entities refer to the two hubs of
// BenchmarkReferrers; a page is as long as the shorter list.
const (
	fewReferrers  = 10
	manyReferrers = 100_000
	pageLength    = fewReferrers
)

func hub(referrers int) rdf.IRI {
	return testIRI(fmt.Sprintf("https://museum.example/hub/%d", referrers))
}

// toLabels derives relation 1 to the label of an entity.
var toLabels = rdfstore.Derivation{Version: "labels", Of: func(g *graph.Graph) []rdfstore.Related {
	var all []rdfstore.Related
	for _, t := range g.Triples {
		if to, ok := t.Obj.(rdf.IRI); ok && t.Pred == rdf.Predicate(graph.Label) {
			all = append(all, rdfstore.Related{To: to, By: 1})
		}
	}
	return all
}}

// referrers yields graphs that refer to the hubs by their labels.
func referrers(yield func(*graph.Graph, error) bool) {
	for _, n := range []int{fewReferrers, manyReferrers} {
		for i := range n {
			name := renamed(hub(n), int64(i))
			g := &graph.Graph{Name: name, Triples: []rdf.Triple{
				{Subj: name, Pred: graph.Type, Obj: graph.XSDString},
				{Subj: name, Pred: graph.Label, Obj: hub(n)},
			}}
			if !yield(g, nil) {
				return
			}
		}
	}
}

// BenchmarkReferrers asks for the entities that refer to one, by pattern and by
// derived relation: their number and the first page of them, where there are
// few and where there are many.
func BenchmarkReferrers(b *testing.B) {
	path := filepath.Join(b.TempDir(), "store.db")
	if _, err := BulkLoad(b.Context(), path, referrers, BulkOptions{Derivation: toLabels}); err != nil {
		b.Fatal(err)
	}
	s, err := Open(path, Options{Create: true, Derivation: toLabels})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	for _, n := range []int{fewReferrers, manyReferrers} {
		to := hub(n)
		p := rdfstore.Pattern{Predicate: graph.Label, Object: to}
		run := func(name string, do func(b *testing.B)) {
			b.Run(fmt.Sprintf("%s/referrers=%d", name, n), func(b *testing.B) {
				for b.Loop() {
					do(b)
				}
			})
		}
		run("count", func(b *testing.B) {
			if got, err := s.Count(b.Context(), p); err != nil || got != uint64(n) {
				b.Fatal(got, err)
			}
		})
		run("page", func(b *testing.B) { readPage(b, s.Match(b.Context(), p, "")) })
		run("relations", func(b *testing.B) {
			if got, err := s.Relations(b.Context(), to); err != nil || len(got) != 1 || got[0].Count != uint64(n) {
				b.Fatal(got, err)
			}
		})
		run("related", func(b *testing.B) { readPage(b, s.Related(b.Context(), to, 1, 0)) })
	}
	b.Run("last-page", func(b *testing.B) {
		for b.Loop() {
			readPage(b, s.Related(b.Context(), hub(manyReferrers), 1, manyReferrers-pageLength))
		}
	})
	b.Run("last-names", func(b *testing.B) {
		for b.Loop() {
			readPage(b, s.Names(b.Context(), hub(manyReferrers).String(), manyReferrers-pageLength))
		}
	})
}

// readPage reads a page from the start of a walk.
func readPage[T any](b *testing.B, walk iter.Seq2[T, error]) {
	left := pageLength
	for _, err := range walk {
		if err != nil {
			b.Fatal(err)
		}
		if left--; left == 0 {
			return
		}
	}
	b.Fatalf("the walk ends %d before the end of the page", left)
}
