package dataset_test

import (
	"fmt"
	"iter"
	"maps"
	"path/filepath"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/graph"
	"vitrine/sparql/dataset"
)

// popular returns a graph with a few values that many others have, of its own, of another
// record, of an IRI without record and of a blank node, and now and then a value of its own.
func popular(t testing.TB, i int) *graph.Graph {
	g := &graph.Graph{Name: iri(t, fmt.Sprintf("%sobject/%d", base, i))}
	add := func(s rdf.Subject, value string) {
		g.Triples = append(g.Triples, rdf.Triple{Subj: s, Pred: graph.Label, Obj: graph.String(value)})
	}
	add(g.Name, fmt.Sprintf("own %d", i%3))
	add(iri(t, fmt.Sprintf("%sobject/%d", base, (i+1)%900)), "said by others alone")
	add(iri(t, "http://vocab.example/1"), fmt.Sprintf("of a type %d", i%2))
	add(blank(t, "b"), fmt.Sprintf("of a part %d", i%200))
	if i%7 == 0 {
		add(g.Name, fmt.Sprintf("rare %d", i))
		g.Triples = append(g.Triples, rdf.Triple{Subj: g.Name, Pred: graph.Label, Obj: blank(t, "b")})
	}
	return g
}

// TestObjects compares the objects that are found where each is enough once with those of all
// triples, in a store whose index has the lengths of lists and changes over it.
func TestObjects(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	graphs := iter.Seq2[*graph.Graph, error](func(yield func(*graph.Graph, error) bool) {
		for i := range 900 {
			if !yield(popular(t, i), nil) {
				return
			}
		}
	})
	if _, err := boltstore.BulkLoad(t.Context(), path, graphs, boltstore.BulkOptions{}); err != nil {
		t.Fatal(err)
	}
	s, err := boltstore.Open(path, boltstore.Options{})
	if err != nil {
		t.Fatal(err)
	}
	compareObjects(t, s)
	// One popular value is lost, one is stated by a dangling reference alone, others are new.
	var changes []rdfstore.Change
	for i := range 900 {
		g := popular(t, i)
		switch {
		case i%3 == 1:
			changes = append(changes, rdfstore.Change{Delete: g.Name})
		case i%5 == 0:
			g.Triples[0].Obj = graph.String("new")
			changes = append(changes, rdfstore.Change{Put: g})
		}
	}
	if _, err := s.Apply(t.Context(), changes...); err != nil {
		t.Fatal(err)
	}
	compareObjects(t, s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if s, err = boltstore.Open(path, boltstore.Options{}); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	compareObjects(t, s)
}

func compareObjects(t *testing.T, s rdfstore.Store) {
	t.Helper()
	snapshot, err := s.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer snapshot.Close()
	if popular, err := snapshot.(rdfstore.Objects).Popular(t.Context(), graph.Label); err != nil || len(popular) < 5 {
		t.Errorf("popular objects: %v, %v", popular, err)
	}
	d := dataset.NewRecords(snapshot, options(t))
	for _, scope := range []dataset.Scope{dataset.Default(), dataset.Union()} {
		all, once := map[rdf.Term]bool{}, map[rdf.Term]bool{}
		p := dataset.Pattern{Predicate: graph.Label, Omit: dataset.Ends{Subject: true}}
		for _, q := range collect(t, d.Match(t.Context(), scope, p)) {
			all[q.Obj] = true
		}
		p.Set = true
		for _, q := range collect(t, d.Match(t.Context(), scope, p)) {
			once[q.Obj] = true
		}
		if !maps.Equal(once, all) {
			t.Errorf("%s: %d objects, want %d", scope, len(once), len(all))
		}
	}
}
