package eval_test

import (
	"testing"

	"vitrine/checks/generate"
	"vitrine/rdfstore/boltstore"
	"vitrine/serialize/nquads"
	"vitrine/sparql"
	"vitrine/sparql/dataset"
)

// BenchmarkConstruct measures what the row of `make bench` about CONSTRUCT of an entity
// does: a snapshot, reading the query, planning, and writing
// all triples to memory.
func BenchmarkConstruct(b *testing.B) {
	store := benchStore(b)
	b.ReportAllocs()
	var lines []byte
	for b.Loop() {
		q, err := sparql.Prepare(benchPrefixes+`CONSTRUCT { ?s ?p ?o } { GRAPH <object/20> { ?s ?p ?o } }`, sparql.Options{})
		if err != nil {
			b.Fatal(err)
		}
		lines = writeGraph(b, store, q, lines[:0])
	}
	b.ReportMetric(float64(len(lines)), "bytes")
}

// writeGraph appends the answer of a query as N-Triples.
func writeGraph(b *testing.B, store *boltstore.Store, q *sparql.Query, lines []byte) []byte {
	snapshot, err := store.Snapshot(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	defer snapshot.Close()
	d := dataset.NewRecords(snapshot, dataset.Options{Labels: dataset.Labels{Base: generate.DefaultBase}})
	a, err := q.Run(b.Context(), d, sparql.Limits{})
	if err != nil {
		b.Fatal(err)
	}
	for t, err := range a.Triples {
		if err != nil {
			b.Fatal(err)
		}
		lines = nquads.AppendTriple(lines, t)
	}
	return lines
}
