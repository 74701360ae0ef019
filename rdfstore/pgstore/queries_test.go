package pgstore_test

import (
	"bytes"
	"path/filepath"
	"testing"

	"vitrine/checks/generate"
	"vitrine/checks/pgstoretest"
	"vitrine/checks/sparqltest"
	ldcontext "vitrine/context"
	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/pgstore"
	"vitrine/serialize"
	"vitrine/serialize/jsonld"
	"vitrine/sparql/algebra"
	"vitrine/sparql/dataset"
	"vitrine/sparql/eval"
	"vitrine/sparql/plan"
)

const prologue = `PREFIX crm: <http://www.cidoc-crm.org/cidoc-crm/> PREFIX la: <https://linked.art/ns/terms/> PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#> `

// fiveQueries are those of docs/scale.md.
var fiveQueries = []struct{ name, text string }{
	{"the members of a class", `SELECT (COUNT(*) AS ?n) { ?object a crm:E22_Human-Made_Object }`},
	{"the classes", `SELECT ?class (COUNT(*) AS ?n) { ?s a ?class } GROUP BY ?class ORDER BY ?class`},
	{"makers and their names", `SELECT ?object ?name { ?object crm:P108i_was_produced_by/crm:P14_carried_out_by ?maker . ?maker rdfs:label ?name } LIMIT 1000`},
	{"works without a size", `SELECT ?object ?label { ?object a crm:E22_Human-Made_Object ; rdfs:label ?label OPTIONAL { ?object crm:P43_has_dimension ?size } FILTER(!BOUND(?size)) }`},
	{"what is of one kind", `SELECT ?other { ?object crm:P2_has_type ?kind . ?other crm:P2_has_type ?kind } LIMIT 1000`},
}

// generated are graphs of generated records, as changes.
func generated(t testing.TB, n int) (changes []rdfstore.Change) {
	t.Helper()
	format := jsonld.New(ldcontext.New(nil)).LinkedArt()
	for text := range generate.Records(generate.Options{Records: n, Seed: 1, Base: "https://data.museum.example/"}) {
		for g, err := range format.Decode(t.Context(), bytes.NewReader(text), serialize.DecodeOptions{}) {
			if err != nil {
				t.Fatal(err)
			}
			changes = append(changes, rdfstore.Change{Put: g})
		}
	}
	return changes
}

func put(t testing.TB, s rdfstore.Store, changes []rdfstore.Change) {
	t.Helper()
	if _, err := s.Apply(t.Context(), changes...); err != nil {
		t.Fatal(err)
	}
}

// measured evaluates a query over what a store is now, and returns the plan and the measures.
func measured(t testing.TB, s rdfstore.Store, q *algebra.Query) (*plan.Plan, []plan.Measure) {
	t.Helper()
	snapshot, err := s.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer snapshot.Close()
	data := dataset.NewRecords(snapshot, dataset.Options{Labels: dataset.Labels{Base: "https://data.museum.example/"}})
	p, err := plan.Of(t.Context(), q, data)
	if err != nil {
		t.Fatal(err)
	}
	measures, err := eval.Measure(t.Context(), p, data, eval.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return p, measures
}

// scans calls fn with the number of each pattern that a plan matches.
func scans(step plan.Step, fn func(number int)) {
	switch step := step.(type) {
	case *plan.Scan, *plan.Path:
		fn(step.About().Number)
	case *plan.Sequence:
		for _, one := range step.Steps {
			scans(one, fn)
		}
	case *plan.LeftJoin:
		scans(step.Right, fn)
	case *plan.Group:
		scans(step.Inner, fn)
	case *plan.Sort:
		scans(step.Inner, fn)
	case *plan.Slice:
		scans(step.Inner, fn)
	}
}

// TestStatementsOfQueries counts the statements that queries take: rows are read, and what
// depends on them is looked up, many at once.
func TestStatementsOfQueries(t *testing.T) {
	s, address := pgstoretest.New(t, pgstore.Options{})
	put(t, s, generated(t, 4000))
	asked := &trips{}
	traced, err := pgstore.OpenTraced(t.Context(), address, pgstore.Options{}, asked)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = traced.Close() })
	for _, query := range fiveQueries {
		q := sparqltest.Translate(t, prologue+query.text)
		before := asked.n.Load()
		p, measures := measured(t, traced, q)
		// The transaction takes three: its beginning, the position of the log and its end.
		n, most, rows := asked.n.Load()-before, int64(3), int64(0)
		scans(p.Root, func(number int) {
			rows += int64(measures[number].Rows)
			most += int64(measures[number].Rows)/500 + 12
		})
		t.Logf("%s: %d statements for %d rows of patterns", query.name, n, rows)
		if n > most || rows == 0 {
			t.Errorf("%s: %d statements for %d rows of patterns, want %d at most", query.name, n, rows, most)
		}
	}
}

// BenchmarkQueries measures the queries beside a store file.
func BenchmarkQueries(b *testing.B) {
	file, err := boltstore.Open(filepath.Join(b.TempDir(), "museum.db"), boltstore.Options{Create: true})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { file.Close() })
	database, _ := pgstoretest.New(b, pgstore.Options{})
	changes := generated(b, 20000)
	put(b, file, changes)
	put(b, database, changes)
	for _, query := range fiveQueries {
		q := sparqltest.Translate(b, prologue+query.text)
		for name, s := range map[string]rdfstore.Store{"file": file, "database": database} {
			b.Run(query.name+"/"+name, func(b *testing.B) {
				for b.Loop() {
					measured(b, s, q)
				}
			})
		}
	}
}
