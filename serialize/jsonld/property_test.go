package jsonld

import (
	"flag"
	"slices"
	"testing"

	"vitrine/rdfstore/graph"
)

var records = flag.Int("records", 25, "number of random records of each property test")

// TestRandomRecordsComeBack: JSON-LD to graph to JSON-LD is the identity.
func TestRandomRecordsComeBack(t *testing.T) {
	p := testProcessor()
	active := linkedArtContext(t, p)
	for seed := range uint64(*records) {
		m := newRecordMaker(t, active, seed)
		m.big = true
		text := m.record(t, active)
		g := mustRead(t, p, []byte(text))
		if g.Source.Layout == nil {
			t.Fatalf("seed %d: the record was not read by the fast reader:\n%s", seed, text)
		}
		if got := string(mustAppend(t, p, g)); got != text {
			t.Fatalf("seed %d:\n got %s\nwant %s", seed, got, text)
		}
	}
}

// TestRandomRecordsMatchOracle: the graph is the one json-gold finds.
func TestRandomRecordsMatchOracle(t *testing.T) {
	p := testProcessor()
	active := linkedArtContext(t, p)
	for seed := range uint64(*records) {
		text := []byte(newRecordMaker(t, active, seed).record(t, active))
		g := mustRead(t, p, text)
		sameAsOracle(t, p, "reading", g.Triples, text)
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// TestRandomGraphsAreFramed: a graph without a layout is written as a
// document that stands for the same graph, to us and to json-gold.
func TestRandomGraphsAreFramed(t *testing.T) {
	p := testProcessor()
	active := linkedArtContext(t, p)
	for seed := range uint64(*records) {
		text := []byte(newRecordMaker(t, active, seed).record(t, active))
		bare := &graph.Graph{Name: mustRead(t, p, text).Name, Triples: mustRead(t, p, text).Triples}
		framed := mustAppend(t, p, bare)
		sameGraph(t, "framed, read by Vitrine", mustRead(t, p, framed).Triples, bare.Triples, framed)
		sameAsOracle(t, p, "framed, read by json-gold", bare.Triples, framed)
		expanded, err := p.AppendExpanded(nil, bare)
		if err != nil {
			t.Fatal(err)
		}
		sameAsOracle(t, p, "expanded", bare.Triples, expanded)
		flattened, err := p.AppendFlattened(nil, bare)
		if err != nil {
			t.Fatal(err)
		}
		sameAsOracle(t, p, "flattened", bare.Triples, flattened)
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// TestNothingIsStatedTwice: no triple stands in a graph twice, however often a document says it;
// the store keeps it once, and the layout of the document counts triples.
func TestNothingIsStatedTwice(t *testing.T) {
	const p190, p2, named = `"http://www.cidoc-crm.org/cidoc-crm/P190_has_symbolic_content"`, `"http://www.cidoc-crm.org/cidoc-crm/P2_has_type"`, `{"id":"x:t","type":"Type"}`
	for _, name := range []string{
		`{"type":"Name","content":"a",` + p190 + `:"a"}`,
		`{"type":"Name",` + p190 + `:"a","content":"a"}`,
		`{"type":"Name",` + p190 + `:["a","a"]}`,
		`{"type":["Name","Name"],"content":"a"}`,
		`{"type":"Name","classified_as":[` + named + `,` + named + `]}`,
		`{"type":"Name","classified_as":[` + named + `],` + p2 + `:[` + named + `]}`,
		`{"type":"Name","classified_as":[` + named + `]},{"type":"Name","classified_as":[` + named + `]}`,
	} {
		text := []byte(`{"@context":"https://linked.art/ns/v1/linked-art.json","id":"x:o","type":"HumanMadeObject","identified_by":[` + name + `]}`)
		g := mustRead(t, testProcessor(), text)
		if once := graph.Dedup(slices.Clone(g.Triples)); len(once) != len(g.Triples) {
			t.Errorf("%s: %d triples, %d of them once", text, len(g.Triples), len(once))
		}
	}
}
