package links

import (
	"context"
	"io/fs"
	"strconv"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/checks/generate"
	"vitrine/data"
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
	g, err := r.processor.Read(context.Background(), text, serialize.DecodeOptions{Base: data.Base})
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
	b.Run("vitrine", func(b *testing.B) {
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			of(graphs[i%len(graphs)])
		}
		b.ReportMetric(float64(triples)/float64(len(graphs)), "triples/record")
		b.ReportMetric(float64(relations)/float64(len(graphs)), "relations/record")
	})
	b.Run("map", func(b *testing.B) {
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

// TestDeriveOnlyWhatIsNeeded counts the relations of records: one for each link
// and IRI, a link that goes on in another record has one for that, and a path
// that can end at once has none.
func TestDeriveOnlyWhatIsNeeded(t *testing.T) {
	tests := []struct {
		record string
		want   int
	}{
		{`"type": "Person", "born": {"type": "Birth", "took_place_at": [{"id": "place/a"}]}`, 2}, // and agentBornOrFormedAtPlace
		{`"type": "HumanMadeObject", "member_of": [{"id": "set/a"}]`, 2},                         // and entityMemberOfSet
		{`"type": "Activity", "carried_out_by": [{"id": "person/a"}]`, 1},
		{`"type": "Activity", "carried_out_by": [{"id": "person/a"}], "classified_as": [{"id": "http://vocab.getty.edu/aat/300054277"}]`, 3},
		{`"type": "Event", "carried_out_by": [{"id": "person/a"}]`, 0},
		{`"type": "LinguisticObject", "used_for": [{"id": "event/a"}]`, 1},
	}
	for _, test := range tests {
		g := newReader().read(t, []byte(`{"@context": "https://linked.art/ns/v1/linked-art.json", "id": "x/1", `+test.record+`}`))
		if got := newTable(t).Derivation().Of(g); len(got) != test.want {
			t.Errorf("%s: %v, want %d", test.record, got, test.want)
		}
		for _, r := range strangeTable(t).Derivation().Of(g) {
			if r.To == g.Name {
				t.Errorf("%s: %v without a step", test.record, r)
			}
		}
	}
}

// hostileRecord returns an object whose production has n parts, each a part of
// each other, all carried out by one person.
func hostileRecord(t testing.TB, n int) *graph.Graph {
	t.Helper()
	g := &graph.Graph{Name: iri(t, "https://museum.example/object/1")}
	person := iri(t, "https://museum.example/person/1")
	part := func(i int) rdf.Blank {
		b, err := graph.Blank("b" + strconv.Itoa(i))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	add := func(s rdf.Subject, property rdf.IRI, o rdf.Object) {
		g.Triples = append(g.Triples, rdf.Triple{Subj: s, Pred: property, Obj: o})
	}
	partOf, by := iri(t, crm+"P9_consists_of"), iri(t, crm+"P14_carried_out_by")
	add(g.Name, graph.Type, iri(t, crm+"E22_Human-Made_Object"))
	add(g.Name, iri(t, crm+"P108i_was_produced_by"), part(0))
	for i := range n {
		add(part(i), by, person)
		for j := range n {
			add(part(i), partOf, part(j))
		}
	}
	return g
}

func TestDeriveEndsOnCycles(t *testing.T) {
	table := newTable(t)
	found := table.Derivation().Of(hostileRecord(t, 200))
	produced, _ := table.Link("objectProducedByAgent")
	if len(found) != 1 || int(found[0].By) != produced.route.whole {
		t.Errorf("%v", found)
	}
}

// BenchmarkDeriveHostile derives the relations of a record of a million triples
// that lead in circles.
func BenchmarkDeriveHostile(b *testing.B) {
	of := newTable(b).Derivation().Of
	g := hostileRecord(b, 1023)
	b.ReportMetric(float64(len(g.Triples)), "triples")
	for b.Loop() {
		of(g)
	}
}
