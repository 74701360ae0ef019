package eval_test

import (
	"context"
	"flag"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/knakk/rdf"

	"vitrine/checks/memstore"
	"vitrine/checks/pgstoretest"
	"vitrine/checks/reference"
	"vitrine/checks/sparqltest"
	"vitrine/checks/thorough"
	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/pgstore"
	"vitrine/sparql/algebra"
	"vitrine/sparql/dataset"
	"vitrine/sparql/eval"
	"vitrine/sparql/plan"
)

var overRecords = flag.Int("records.queries", thorough.Rounds(200, 1000), "how many queries at random are evaluated over records")

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
func recordsOf(t *testing.T, s rdfstore.Store, d reference.Dataset, ahead bool) (records *dataset.Records, closeIt func() error) {
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
	reader := dataset.Reader(snapshot)
	if _, ok := s.(*boltstore.Store); ok && ahead {
		reader = aheadReader{reader, snapshot.(rdfstore.Records)}
	}
	return dataset.NewRecords(reader, dataset.Options{Labels: dataset.Labels{Base: "http://museum.example/"}}), snapshot.Close
}

// aheadReader has rows wait for what would be read ahead, and reads nothing.
type aheadReader struct {
	dataset.Reader
	rdfstore.Records
}

func (aheadReader) Ahead(context.Context, rdfstore.Questions) error { return nil }

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
// dataset of records holds: of a store that is asked for quads, of one that is asked for
// whole records, and of one that reads ahead.
func TestRandomQueriesOverRecords(t *testing.T) {
	file, err := boltstore.Open(filepath.Join(t.TempDir(), "store.db"), boltstore.Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	t.Run("quads", func(t *testing.T) { runOverRecords(t, memstore.New(), false) })
	t.Run("records", func(t *testing.T) { runOverRecords(t, file, false) })
	t.Run("ahead", func(t *testing.T) { runOverRecords(t, file, true) })
	t.Run("postgres", func(t *testing.T) {
		s, _ := pgstoretest.New(t, pgstore.Options{})
		runOverRecords(t, s, true)
	})
}

func runOverRecords(t *testing.T, s rdfstore.Store, ahead bool) {
	evaluate := func(t *testing.T, q *algebra.Query, d reference.Dataset) (r reference.Result) {
		records, closeIt := recordsOf(t, s, d, ahead)
		defer closeIt()
		data, err := dataset.Restrict(t.Context(), records, q.From, q.FromNamed)
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
		records, closeIt := recordsOf(t, memstore.New(), d, false)
		defer closeIt()
		r, err := reference.Evaluate(q, gathered(t, records), time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	sparqltest.RunRandom(t, 1, *overRecords, evaluate, expect)
}
