package dataset_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/checks/sparqltest"
	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/graph"
	"vitrine/sparql/dataset"
)

// unevenGraphs are many graphs with a label and some names, the first of which alone have a
// maker: a few makers of whom one has made half of all.
func unevenGraphs(t *testing.T, n int) []*graph.Graph {
	var graphs []*graph.Graph
	add := func(g *graph.Graph, s rdf.Subject, predicate string, o rdf.Object) {
		g.Triples = append(g.Triples, rdf.Triple{Subj: s, Pred: iri(t, "http://vocab.example/"+predicate), Obj: o})
	}
	for i := range n {
		g := &graph.Graph{Name: iri(t, fmt.Sprintf("%sobject/%d", base, i))}
		add(g, g.Name, "label", graph.String(fmt.Sprint("Object ", i)))
		for j := range i % 4 {
			name := blank(t, fmt.Sprint("n", j))
			add(g, g.Name, "name", name)
			add(g, name, "content", graph.String(fmt.Sprint("Name ", j)))
		}
		if i < n/10 {
			maker := i % 40 * (i % 2)
			add(g, g.Name, "maker", iri(t, fmt.Sprintf("%sobject/%d", base, n-1-maker)))
			add(g, iri(t, fmt.Sprintf("%sobject/%d", base, n-1-maker)), "label", graph.String(fmt.Sprint("Object ", n-1-maker)))
		}
		if i%9 == 0 {
			add(g, iri(t, "http://vocab.example/painting"), "label", graph.String("painting"))
		}
		graphs = append(graphs, g)
	}
	return graphs
}

// snapshotOf returns a snapshot of a store with cursors that lead into lists.
func snapshotOf(t *testing.T, graphs []*graph.Graph) rdfstore.Snapshot {
	s, err := boltstore.Open(filepath.Join(t.TempDir(), "store.db"), boltstore.Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	var changes []rdfstore.Change
	for _, g := range graphs {
		changes = append(changes, rdfstore.Change{Put: g})
	}
	if _, err := s.Apply(t.Context(), changes...); err != nil {
		t.Fatal(err)
	}
	snapshot, err := s.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = snapshot.Close() })
	return snapshot
}

// TestStatistics compares what samples tell with what all quads do.
func TestStatistics(t *testing.T) {
	graphs := unevenGraphs(t, 4000)
	samples := options(t)
	samples.Samples = dataset.NewSamples()
	d := dataset.NewRecords(snapshotOf(t, graphs), samples)
	for _, scope := range []dataset.Scope{dataset.Default(), dataset.Each(), dataset.Union()} {
		for _, predicate := range []string{"label", "name", "content", "maker"} {
			p := dataset.Pattern{Predicate: iri(t, "http://vocab.example/"+predicate)}
			got, err := d.Statistics(t.Context(), scope, p)
			if err != nil {
				t.Fatal(err)
			}
			want, err := sparqltest.CountStatistics(d.Match(t.Context(), scope, p))
			if err != nil {
				t.Fatal(err)
			}
			const factor = 2
			for what, pair := range map[string][2]float64{
				"quads": {got.Quads, want.Quads}, "subjects": {got.Subjects, want.Subjects}, "objects": {got.Objects, want.Objects}, "popular": {got.Popular, want.Popular},
			} {
				if pair[0] > factor*pair[1] || pair[0]*factor < pair[1] {
					t.Errorf("%s in the %s: %.0f %s, which are %.0f", predicate, scope, pair[0], what, pair[1])
				}
			}
		}
	}
}

// TestStatisticsOfFew are right for what there are few of, and for none.
func TestStatisticsOfFew(t *testing.T) {
	d := dataset.NewRecords(fill(t, unevenGraphs(t, 4)), options(t))
	for _, p := range []dataset.Pattern{
		{Predicate: iri(t, "http://vocab.example/label"), Object: graph.String("Object 3")},
		{Subject: iri(t, base+"object/3"), Predicate: iri(t, "http://vocab.example/name")},
		{Predicate: iri(t, "http://vocab.example/none")},
		{},
	} {
		got, err := d.Statistics(t.Context(), dataset.Each(), p)
		if err != nil {
			t.Fatal(err)
		}
		want, err := sparqltest.CountStatistics(d.Match(t.Context(), dataset.Each(), p))
		if err != nil || got.Quads != want.Quads || got.Subjects > want.Quads {
			t.Errorf("%v: %v, want %v, %v", p, got, want, err)
		}
	}
}
