package links

import (
	"io/fs"
	"strings"
	"testing"

	"vitrine/data"
	"vitrine/linkedart/generate"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/jsonld"

	ldcontext "vitrine/context"
)

// reader reads records as graphs.
type reader struct{ processor *jsonld.Processor }

func newReader() reader { return reader{jsonld.New(ldcontext.New(nil))} }

func (r reader) read(t testing.TB, text []byte) *graph.Graph {
	t.Helper()
	g, err := r.processor.Read(text, serialize.DecodeOptions{Base: data.Base})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// sampleRecords returns the sample collection.
func sampleRecords(t testing.TB) []*graph.Graph {
	t.Helper()
	r := newReader()
	var graphs []*graph.Graph
	err := fs.WalkDir(data.FS, ".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".json") {
			return err
		}
		text, err := fs.ReadFile(data.FS, name)
		if err == nil {
			graphs = append(graphs, r.read(t, text))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return graphs
}

// generatedRecords returns the first n records of a generated collection.
func generatedRecords(t testing.TB, seed uint64, n int) []*graph.Graph {
	t.Helper()
	r := newReader()
	var graphs []*graph.Graph
	for text := range generate.Records(generate.Options{Records: n, Seed: seed}) {
		graphs = append(graphs, r.read(t, text))
	}
	return graphs
}

// BenchmarkDerive derives the relations of generated records, a record each
// time. Beside it stands the walk over the triples that reads every IRI once.
func BenchmarkDerive(b *testing.B) {
	graphs := generatedRecords(b, 1, 2000)
	of := newTable(b).Derivation().Of
	triples, relations := 0, 0
	for _, g := range graphs {
		triples += len(g.Triples)
		relations += len(of(g))
	}
	b.Run("derive", func(b *testing.B) {
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			of(graphs[i%len(graphs)])
		}
		b.ReportMetric(float64(triples)/float64(len(graphs)), "triples/record")
		b.ReportMetric(float64(relations)/float64(len(graphs)), "relations/record")
	})
	b.Run("yardstick", func(b *testing.B) {
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			seen := map[string]int{}
			for _, t := range graphs[i%len(graphs)].Triples {
				seen[t.Subj.String()]++
				seen[t.Pred.String()]++
			}
		}
	})
}

func TestDeriveFindsTheBirthplace(t *testing.T) {
	table := newTable(t)
	born, _ := table.Link("personBornAtPlace")
	found := map[string]string{}
	for _, g := range sampleRecords(t) {
		for _, r := range table.Derivation().Of(g) {
			if int(r.By) == born.route.whole {
				found[g.Name.String()] = r.To.String()
			}
		}
	}
	if got, want := found[data.Base+"person/johannes-vermeer"], data.Base+"place/delft"; got != want {
		t.Errorf("born at %q, want %q", got, want)
	}
}
