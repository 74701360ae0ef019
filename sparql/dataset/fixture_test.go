package dataset_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/checks/memstore"
	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/graph"
	"vitrine/sparql/dataset"
)

const base = "https://museum.example/"

func iri(t testing.TB, text string) rdf.IRI {
	t.Helper()
	out, err := graph.IRI(text)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func blank(t testing.TB, label string) rdf.Blank {
	t.Helper()
	b, err := graph.Blank(label)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// options are the names of the datasets of records in these tests.
func options(t testing.TB) dataset.Options {
	return dataset.Options{
		Labels:  dataset.Labels{Base: base},
		Default: iri(t, base+"-/graphs/default"),
		Union:   iri(t, base+"-/graphs/union"),
	}
}

// randomGraphs are graphs of few terms, so that they repeat much of each other: they
// speak of themselves, of each other, of things without a record, and of blank nodes
// with the same labels.
func randomGraphs(t testing.TB, seed uint64, n int) []*graph.Graph {
	r := rand.New(rand.NewPCG(seed, 1))
	records := make([]rdf.IRI, n)
	for i := range records {
		records[i] = iri(t, fmt.Sprintf("%sobject/%d", base, i))
	}
	records[n-1] = iri(t, "https://elsewhere.example/o_1")
	nodes := []rdf.Term{iri(t, "http://vocab.example/1"), iri(t, "http://vocab.example/2"), blank(t, "b0"), blank(t, "b.1-é")}
	for _, name := range records {
		nodes = append(nodes, name)
	}
	values := append([]rdf.Term{graph.String("1"), graph.Typed("1", graph.XSDInteger)}, nodes...)
	predicates := []rdf.IRI{graph.Type, graph.Label, iri(t, "http://vocab.example/p")}
	graphs := make([]*graph.Graph, n)
	for i, name := range records {
		g := &graph.Graph{Name: name}
		for range 3 + r.IntN(25) {
			g.Triples = append(g.Triples, rdf.Triple{
				Subj: nodes[r.IntN(len(nodes))].(rdf.Subject),
				Pred: predicates[r.IntN(len(predicates))],
				Obj:  values[r.IntN(len(values))].(rdf.Object),
			})
		}
		g.Triples = graph.Dedup(g.Triples)
		graphs[i] = g
	}
	return graphs
}

// fill returns a store of the graphs and a snapshot of it.
func fill(t testing.TB, graphs []*graph.Graph) rdfstore.Snapshot {
	t.Helper()
	return fillStore(t, memstore.New(), graphs)
}

// fillBolt returns a snapshot that offers rdfstore.Records.
func fillBolt(t testing.TB, graphs []*graph.Graph) rdfstore.Snapshot {
	t.Helper()
	s, err := boltstore.Open(filepath.Join(t.TempDir(), "store.db"), boltstore.Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	snapshot := fillStore(t, s, graphs)
	t.Cleanup(func() { _ = snapshot.Close() })
	if _, ok := snapshot.(rdfstore.Records); !ok {
		t.Fatal("the snapshot offers no records")
	}
	return snapshot
}

func fillStore(t testing.TB, s rdfstore.Store, graphs []*graph.Graph) rdfstore.Snapshot {
	t.Helper()
	for _, g := range graphs {
		if _, err := s.Apply(t.Context(), rdfstore.Change{Put: g}); err != nil {
			t.Fatal(err)
		}
	}
	snapshot, err := s.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return snapshot
}

// asDefined returns the dataset of records as its definition says, from their graphs:
// the default graph, the named graphs and the union.
func asDefined(t testing.TB, graphs []*graph.Graph) (defaultTriples []rdf.Triple, named map[rdf.IRI][]rdf.Triple, union []rdf.Triple) {
	t.Helper()
	named = map[rdf.IRI][]rdf.Triple{}
	for _, g := range graphs {
		named[g.Name] = nil
	}
	for _, g := range graphs {
		for _, stated := range g.Triples {
			triple := stated
			triple.Subj = scoped(stated.Subj, g.Name).(rdf.Subject)
			triple.Obj = scoped(stated.Obj, g.Name).(rdf.Object)
			named[g.Name] = append(named[g.Name], triple)
			union = append(union, triple)
			about, isIRI := triple.Subj.(rdf.IRI)
			if _, isRecord := named[about]; !isIRI || !isRecord || about == g.Name {
				defaultTriples = append(defaultTriples, triple)
			}
		}
	}
	return graph.Dedup(defaultTriples), named, graph.Dedup(union)
}

func scoped(term rdf.Term, name rdf.IRI) rdf.Term {
	if b, ok := term.(rdf.Blank); ok {
		return dataset.Labels{Base: base}.Scoped(b, name)
	}
	return term
}
