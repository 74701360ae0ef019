package eval_test

import (
	"flag"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/memstore"
	"vitrine/sparql/algebra"
	"vitrine/sparql/dataset"
	"vitrine/sparql/eval"
	"vitrine/sparql/plan"
	"vitrine/sparql/reference"
	"vitrine/sparql/sparqltest"
)

var overRecords = flag.Int("records.queries", 1000, "how many queries at random are evaluated over records")

// graphsOf returns the records of a store: the named graphs, with the triples of the
// default graph about each of its IRIs. Records then state something of each other, and
// of IRIs without a record.
func graphsOf(d reference.Dataset) map[rdf.IRI]*graph.Graph {
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
	return graphs
}

// recordsOf returns the dataset of a store of records, in place of those that it has.
func recordsOf(t *testing.T, s rdfstore.Store, d reference.Dataset) *dataset.Records {
	t.Helper()
	graphs := graphsOf(d)
	var changes []rdfstore.Change
	for name, err := range s.Entities(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		if graphs[name] == nil {
			changes = append(changes, rdfstore.Change{Delete: name})
		}
	}
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
// dataset of records holds: of a store that is asked for quads, and of one that is asked
// for whole records.
func TestRandomQueriesOverRecords(t *testing.T) {
	file, err := boltstore.Open(filepath.Join(t.TempDir(), "store.db"), boltstore.Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	t.Run("quads", func(t *testing.T) { runOverRecords(t, memstore.New()) })
	t.Run("records", func(t *testing.T) { runOverRecords(t, file) })
}

func runOverRecords(t *testing.T, s rdfstore.Store) {
	evaluate := func(t *testing.T, q *algebra.Query, d reference.Dataset) (r reference.Result) {
		data, err := dataset.Restrict(t.Context(), recordsOf(t, s, d), q.From, q.FromNamed)
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
		r, err := reference.Evaluate(q, gathered(t, recordsOf(t, memstore.New(), d)), time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	sparqltest.RunRandom(t, 1, *overRecords, evaluate, expect)
}
