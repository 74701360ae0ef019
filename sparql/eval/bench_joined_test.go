package eval_test

import (
	"testing"

	"vitrine/linkedart/generate"
	"vitrine/rdfstore"
	"vitrine/sparql"
	"vitrine/sparql/dataset"
)

// joinedQueries have several patterns that few records match together and many apart.
var joinedQueries = []struct{ name, query string }{
	{"in a graph", `SELECT ?o { GRAPH ?g { ?o crm:P45_consists_of <concept/4> ; crm:P2_has_type <concept/11> ; crm:P52_has_current_owner <group/3> } }`},
	{"made by", `SELECT ?o { GRAPH ?g { ?o a crm:E22_Human-Made_Object ; crm:P45_consists_of <concept/4> ; crm:P108i_was_produced_by ?p . ?p crm:P14_carried_out_by <person/9> } }`},
	{"of a subject", `SELECT ?o { ?o crm:P45_consists_of <concept/4> ; crm:P2_has_type <concept/11> ; crm:P52_has_current_owner <group/3> }`},
}

// withoutJoins is a snapshot that offers records and no joins of their lists.
type withoutJoins struct {
	rdfstore.Snapshot
	rdfstore.Records
}

// BenchmarkJoined measures patterns that are joined by the lists of a store, beside the same
// where each record of the shortest list is read.
func BenchmarkJoined(b *testing.B) {
	store := benchStore(b)
	for _, bench := range joinedQueries {
		for _, joins := range []bool{true, false} {
			name := bench.name + "/lists"
			if !joins {
				name = bench.name + "/records"
			}
			b.Run(name, func(b *testing.B) {
				b.ReportAllocs()
				rows := 0
				for range b.N {
					rows = runJoined(b, store, joins, benchPrefixes+bench.query)
				}
				b.ReportMetric(float64(rows), "rows")
			})
		}
	}
}

func runJoined(b *testing.B, store rdfstore.Store, joins bool, text string) int {
	b.Helper()
	snapshot, err := store.Snapshot(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	defer snapshot.Close()
	records, ok := snapshot.(rdfstore.Records)
	if !ok {
		b.Fatal("the store offers no records")
	}
	var reader dataset.Reader = snapshot
	if !joins {
		reader = withoutJoins{snapshot, records}
	}
	q, err := sparql.Prepare(text, sparql.Options{})
	if err != nil {
		b.Fatal(err)
	}
	d := dataset.NewRecords(reader, dataset.Options{Labels: dataset.Labels{Base: generate.DefaultBase}})
	lines, err := answer(b.Context(), q, d, sparql.Limits{})
	if err != nil {
		b.Fatal(err)
	}
	return len(lines)
}
