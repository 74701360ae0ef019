package nquads_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"

	"vitrine/checks/formattest"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/nquads"
)

// corpus is 200 random graphs of at most 30 quads.
func corpus() (graphs []*graph.Graph, quads int) {
	for seed := range uint64(200) {
		g := formattest.Random(rand.New(rand.NewPCG(seed, 1)))
		g.Name = formattest.IRI(fmt.Sprint("https://museum.example/", seed))
		graphs = append(graphs, g)
		quads += len(g.Triples)
	}
	return graphs, quads
}

func BenchmarkEncode(b *testing.B) {
	graphs, quads := corpus()
	b.ReportAllocs()
	for b.Loop() {
		e := nquads.NQuads().NewEncoder(io.Discard)
		for _, g := range graphs {
			if err := e.Encode(g); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(quads*b.N)/b.Elapsed().Seconds(), "quads/s")
}

func BenchmarkDecode(b *testing.B) {
	graphs, quads := corpus()
	document, err := formattest.Write(nquads.NQuads(), graphs...)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	b.SetBytes(int64(len(document)))
	for b.Loop() {
		for _, err := range nquads.NQuads().Decode(context.Background(), bytes.NewReader(document), serialize.DecodeOptions{}) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(quads*b.N)/b.Elapsed().Seconds(), "quads/s")
}
