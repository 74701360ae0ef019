package eval_test

import (
	"slices"
	"testing"
	"time"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/memstore"
	"vitrine/sparql/algebra"
	"vitrine/sparql/dataset"
	"vitrine/sparql/eval"
	"vitrine/sparql/plan"
	"vitrine/sparql/reference"
	"vitrine/sparql/sparqltest"
)

// recordsOf returns the dataset of a store whose records are the named graphs, and
// the triples of the default graph about each of its IRIs. Records then state
// something of each other, and of IRIs without a record.
func recordsOf(t *testing.T, d reference.Dataset) *dataset.Records {
	t.Helper()
	graphs := map[rdf.IRI]*graph.Graph{}
	put := func(name rdf.IRI, triples ...rdf.Triple) {
		if graphs[name] == nil {
			graphs[name] = &graph.Graph{Name: name}
		}
		graphs[name].Triples = graph.Dedup(append(graphs[name].Triples, triples...))
	}
	for name, triples := range d.Named {
		put(name, triples...)
	}
	for _, triple := range d.Default {
		if name, ok := triple.Subj.(rdf.IRI); ok && name.String() != "http://museum.example/e" {
			put(name, triple)
		}
	}
	s := memstore.New()
	for _, g := range graphs {
		if _, err := s.Apply(t.Context(), rdfstore.Change{Put: g}); err != nil {
			t.Fatal(err)
		}
	}
	snapshot, err := s.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { snapshot.Close() })
	return dataset.NewRecords(snapshot, dataset.Options{Labels: dataset.Labels{Base: "http://museum.example/"}})
}

// gathered are all quads of a dataset.
func gathered(t *testing.T, d dataset.Dataset) reference.Dataset {
	t.Helper()
	out := reference.Dataset{Named: map[rdf.IRI][]rdf.Triple{}}
	for q, err := range d.Match(t.Context(), dataset.Default(), dataset.Pattern{}) {
		if err != nil {
			t.Fatal(err)
		}
		out.Default = append(out.Default, q.Triple)
	}
	for name, err := range d.Graphs(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		out.Named[name] = nil
	}
	for q, err := range d.Match(t.Context(), dataset.Each(), dataset.Pattern{}) {
		if err != nil {
			t.Fatal(err)
		}
		name, ok := q.Ctx.(rdf.IRI)
		if !ok {
			t.Fatalf("the graph %v is no IRI", q.Ctx)
		}
		out.Named[name] = append(out.Named[name], q.Triple)
	}
	return out
}

// TestRandomQueriesOverRecords compares with the reference evaluator over all that a
// dataset of records holds.
func TestRandomQueriesOverRecords(t *testing.T) {
	evaluate := func(t *testing.T, q *algebra.Query, d reference.Dataset) (r reference.Result) {
		data, err := dataset.Restrict(t.Context(), recordsOf(t, d), q.From, q.FromNamed)
		if err != nil {
			t.Fatal(err)
		}
		p, err := plan.Of(t.Context(), q, data)
		if err != nil {
			t.Fatal(err)
		}
		for row, err := range eval.Solutions(t.Context(), p, data, eval.Limits{}) {
			if err != nil {
				t.Fatal(err)
			}
			r.Solutions = append(r.Solutions, slices.Clone(row))
		}
		return r
	}
	expect := func(t *testing.T, q *algebra.Query, d reference.Dataset) reference.Result {
		r, err := reference.Evaluate(q, gathered(t, recordsOf(t, d)), time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	sparqltest.RunRandom(t, 1, 1000, evaluate, expect)
}
