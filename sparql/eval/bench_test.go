package eval_test

import (
	"bytes"
	"context"
	"iter"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"vitrine/checks/generate"
	ldcontext "vitrine/context"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/jsonld"
	"vitrine/sparql"
	"vitrine/sparql/dataset"
)

// recordsVariable says over how many generated records the benchmarks run.
const (
	recordsVariable = "VITRINE_BENCH_RECORDS"
	defaultRecords  = 3_000
)

// records yields the graphs of generated records.
func records(ctx context.Context, n int) iter.Seq2[*graph.Graph, error] {
	format := jsonld.New(ldcontext.New(nil)).LinkedArt()
	return func(yield func(*graph.Graph, error) bool) {
		for text := range generate.Records(generate.Options{Records: n, Seed: 1}) {
			for g, err := range format.Decode(ctx, bytes.NewReader(text), serialize.DecodeOptions{}) {
				if !yield(g, err) {
					return
				}
			}
		}
	}
}

// benchStore returns a store of generated records.
func benchStore(b *testing.B) *boltstore.Store {
	b.Helper()
	n := defaultRecords
	if given, err := strconv.Atoi(os.Getenv(recordsVariable)); err == nil {
		n = given
	}
	path := filepath.Join(b.TempDir(), "store.db")
	if _, err := boltstore.BulkLoad(b.Context(), path, records(b.Context(), n), boltstore.BulkOptions{}); err != nil {
		b.Fatal(err)
	}
	store, err := boltstore.Open(path, boltstore.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = store.Close() })
	return store
}

// benchQueries are questions that a museum is asked.
var benchQueries = []struct{ name, query string }{
	{"born at a place", `SELECT ?p ?name { ?p crm:P98i_was_born ?b . ?b crm:P7_took_place_at <place/7> . ?p crm:P1_is_identified_by ?n . ?n crm:P190_has_symbolic_content ?name }`},
	{"works of an artist", `SELECT ?o ?l ?d { ?o a crm:E22_Human-Made_Object ; rdfs:label ?l ; crm:P108i_was_produced_by ?p . ?p crm:P14_carried_out_by <person/9> OPTIONAL { ?p crm:P4_has_time-span ?t . ?t crm:P82a_begin_of_the_begin ?d } } ORDER BY ?d`},
	{"provenance", `SELECT ?a ?d ?to ?l { ?a crm:P9_consists_of ?part . ?part crm:P24_transferred_title_of <object/20> ; crm:P22_transferred_title_to ?to . ?to rdfs:label ?l . ?a crm:P4_has_time-span ?t . ?t crm:P82a_begin_of_the_begin ?d } ORDER BY ?d`},
	{"names of an entity", `SELECT ?name ?kind { <person/9> crm:P1_is_identified_by ?n . ?n crm:P190_has_symbolic_content ?name OPTIONAL { ?n crm:P2_has_type ?kind } }`},
	{"three hops", `SELECT ?l { <object/20> crm:P108i_was_produced_by ?p . ?p crm:P14_carried_out_by ?artist . ?artist crm:P98i_was_born ?b . ?b crm:P4_has_time-span ?t . ?t crm:P82a_begin_of_the_begin ?l }`},
	{"ask", `ASK { ?o crm:P108i_was_produced_by ?p . ?p crm:P14_carried_out_by <person/9> }`},
	{"construct an entity", `CONSTRUCT { ?s ?p ?o } { GRAPH <object/20> { ?s ?p ?o } }`},
	{"graphs that name an entity", `SELECT DISTINCT ?g { GRAPH ?g { ?s ?p <person/9> } }`},
	{"objects of a material", `SELECT ?o ?l { ?o crm:P45_consists_of <concept/4> ; rdfs:label ?l }`},
	{"classes with counts", `SELECT ?c (COUNT(*) AS ?n) { ?s a ?c } GROUP BY ?c ORDER BY DESC(?n)`},
	{"label of a popular type", `SELECT DISTINCT ?l { <concept/7> rdfs:label ?l }`},
	{"label of a type without a record", `SELECT DISTINCT ?l { aat:300404670 rdfs:label ?l }`},
	{"types", `SELECT ?s { ?s a crm:E55_Type }`},
	{"places within", `SELECT ?p { ?p crm:P89_falls_within+ <place/1> }`},
	{"narrower concepts", `SELECT ?c { ?c <http://www.w3.org/2004/02/skos/core#broader>+ <concept/9> }`},
	{"first of all", `SELECT * { ?s ?p ?o } LIMIT 1`},
}

const benchPrefixes = `PREFIX crm: <http://www.cidoc-crm.org/cidoc-crm/>
PREFIX la: <https://linked.art/ns/terms/>
PREFIX aat: <http://vocab.getty.edu/aat/>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
BASE <https://data.museum.example/>
`

// BenchmarkQuery measures the whole of a query: reading, planning, and all solutions,
// over a snapshot of its own.
func BenchmarkQuery(b *testing.B) {
	store := benchStore(b)
	for _, bench := range benchQueries {
		b.Run(bench.name, func(b *testing.B) {
			b.ReportAllocs()
			rows := 0
			for range b.N {
				rows = runQuery(b, store, benchPrefixes+bench.query)
			}
			b.ReportMetric(float64(rows), "rows")
		})
	}
}

func runQuery(b *testing.B, store *boltstore.Store, text string) int {
	snapshot, err := store.Snapshot(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	defer snapshot.Close()
	d := dataset.NewRecords(snapshot, dataset.Options{Labels: dataset.Labels{Base: generate.DefaultBase}})
	q, err := sparql.Prepare(text, sparql.Options{})
	if err != nil {
		b.Fatal(err)
	}
	lines, err := answer(b.Context(), q, d, sparql.Limits{})
	if err != nil {
		b.Fatal(err)
	}
	return len(lines)
}
