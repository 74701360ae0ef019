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
	"vitrine/rdfstore/private"
	"vitrine/sparql/dataset"
)

const manyRecords = 3000

// repeating returns a graph that states a class of its entity, or now and then only of a blank node,
// an IRI without a record, or nothing else, and repeats it of another record.
func repeating(t testing.TB, i int, class rdf.Object) *graph.Graph {
	g := &graph.Graph{Name: iri(t, fmt.Sprintf("%sobject/%d", base, i))}
	add := func(s rdf.Subject) {
		g.Triples = append(g.Triples, rdf.Triple{Subj: s, Pred: graph.Type, Obj: class})
	}
	add(iri(t, fmt.Sprintf("%sobject/%d", base, (i+7)%manyRecords)))
	switch i % 8 {
	case 0, 1:
		add(g.Name)
	case 2:
		add(iri(t, fmt.Sprintf("http://vocab.example/%d", i%50)))
	case 3:
		add(blank(t, "b"))
	}
	return g
}

// TestOwn compares the things of a class with those that are found quad by quad, in a store whose
// index has changes over it.
func TestOwn(t *testing.T) {
	path, class := filepath.Join(t.TempDir(), "store.db"), iri(t, "http://vocab.example/class")
	graphs := iter.Seq2[*graph.Graph, error](func(yield func(*graph.Graph, error) bool) {
		for i := range manyRecords {
			if !yield(repeating(t, i, class), nil) {
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
	compareOwn(t, s, class)
	rules := private.Rules{Prefixes: []string{base + "object/29"}} // 111 records
	public, err := private.Open(t.Context(), s, rules, private.Options{Journal: filepath.Join(t.TempDir(), "journal")})
	if err != nil {
		t.Fatal(err)
	}
	compareOwn(t, public, class)
	apply := func(changes ...rdfstore.Change) {
		t.Helper()
		if _, err := s.Apply(t.Context(), changes...); err != nil {
			t.Fatal(err)
		}
		compareOwn(t, s, class)
		compareOwn(t, public, class)
	}
	var lose, gain []rdfstore.Change
	for i := range manyRecords {
		g := repeating(t, i, class)
		switch {
		case i%11 == 1:
			lose = append(lose, rdfstore.Change{Delete: g.Name})
			gain = append(gain, rdfstore.Change{Put: g})
		case i%5 == 0:
			lose = append(lose, rdfstore.Change{Put: repeating(t, i, graph.String("another"))})
		}
	}
	apply(lose...)
	apply(gain...)
	apply(lose[:len(lose)/2]...)
	if err := public.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if s, err = boltstore.Open(path, boltstore.Options{}); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	compareOwn(t, s, class)
}

func compareOwn(t *testing.T, s rdfstore.Store, class rdf.Object) {
	t.Helper()
	snapshot, err := s.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer snapshot.Close()
	p := dataset.Pattern{Predicate: graph.Type, Object: class}
	byQuad := dataset.NewRecords(struct{ dataset.Reader }{snapshot}, options(t))
	want, got := map[rdf.Quad]bool{}, map[rdf.Quad]bool{}
	for _, q := range collect(t, byQuad.Match(t.Context(), dataset.Default(), p)) {
		want[q] = true
	}
	found := collect(t, dataset.NewRecords(snapshot, options(t)).Match(t.Context(), dataset.Default(), p))
	for _, q := range found {
		got[q] = true
	}
	if len(found) != len(want) || !maps.Equal(got, want) {
		t.Errorf("%d quads, %d different ones, want %d", len(found), len(got), len(want))
	}
	read := 0
	for _, err := range snapshot.(rdfstore.Objects).Own(t.Context(), class) {
		if err != nil {
			t.Fatal(err)
		}
		read++
	}
	if read > manyRecords*5/6 {
		t.Errorf("%d graphs are read", read)
	}
}
