package codec

import (
	"bytes"
	"errors"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// everyKind is a graph with a term of each kind.
func everyKind(t testing.TB) *graph.Graph {
	t.Helper()
	b := graph.Builder{}
	name, node := b.IRI("https://museum.example/1"), b.Blank("b0")
	b.Add(name, graph.Type.String(), b.IRI("http://www.cidoc-crm.org/cidoc-crm/E53_Place"))
	b.Add(name, "x:p", b.IRI("https://museum.example/1/part"))
	b.Add(name, "x:p", node)
	b.Add(node, "x:p", name)
	b.Text(node, "x:q", "Delft\x00\u00e9")
	b.Number(node, "x:q", 7)
	tagged, err := graph.Tagged("Delft", "nl-Latn-NL")
	if err != nil || b.Err != nil {
		t.Fatal(err, b.Err)
	}
	b.Add(b.IRI("x:other"), "x:q", tagged)
	return &graph.Graph{Name: name, Triples: b.Triples, Source: graph.Source{MediaType: "text/turtle", Context: []byte(`{"a":1}`), Layout: []byte{0, 1, 255}}}
}

func encodeAlone(g *graph.Graph) []byte { return NumberTerms(g).EncodeAlone() }

func TestEncodeAlone(t *testing.T) {
	g := everyKind(t)
	encoding := encodeAlone(g)
	got, err := DecodeAlone(g.Name, encoding, &Dictionary{})
	if err != nil || !got.Equal(g) {
		t.Fatalf("%v, %v; want %v", got, err, g)
	}
	if again := encodeAlone(got); !bytes.Equal(again, encoding) {
		t.Error("the same graph has another encoding")
	}
	empty := &graph.Graph{Name: g.Name}
	if got, err := DecodeAlone(g.Name, encodeAlone(empty), &Dictionary{}); err != nil || !got.Equal(empty) {
		t.Errorf("the empty graph: %v, %v", got, err)
	}
}

// TestAloneTellsGraphsApart changes a graph in each way that makes it another.
func TestAloneTellsGraphsApart(t *testing.T) {
	for about, change := range map[string]func(g *graph.Graph){
		"order":      func(g *graph.Graph) { g.Triples[0], g.Triples[1] = g.Triples[1], g.Triples[0] },
		"one less":   func(g *graph.Graph) { g.Triples = g.Triples[:len(g.Triples)-1] },
		"label":      func(g *graph.Graph) { g.Triples[2].Obj, _ = graph.Blank("b1") },
		"datatype":   func(g *graph.Graph) { g.Triples[5].Obj = graph.String("7") },
		"media type": func(g *graph.Graph) { g.Source.MediaType = "" },
		"context":    func(g *graph.Graph) { g.Source.Context = nil },
		"layout":     func(g *graph.Graph) { g.Source.Layout = []byte{0} },
	} {
		g := everyKind(t)
		before := encodeAlone(g)
		if change(g); bytes.Equal(encodeAlone(g), before) {
			t.Errorf("%s: the encoding is the same", about)
		}
	}
}

// TestReadAlone reads the same record as a graph and term by term, with a dictionary that has
// other predicates.
func TestReadAlone(t *testing.T) {
	g, d := everyKind(t), &Dictionary{}
	d.Share(IRI, graph.Rest.String(), MaxPredicates)
	payload := encodeAlone(g)
	r, err := ReadAlone(g.Name, payload, d)
	if err != nil || r.Len() != len(g.Triples) {
		t.Fatalf("%v, %v", r, err)
	}
	for i, want := range g.Triples {
		if got, err := r.Triple(i); err != nil || got != want {
			t.Errorf("triple %d is %v, %v; want %v", i, got, err, want)
		}
		for shape := range 8 {
			find(t, r, g, testPattern(want, shape))
		}
	}
	for n := range payload {
		if _, err := DecodeAlone(g.Name, payload[:n], d); !errors.Is(err, rdfstore.ErrCorrupt) {
			t.Errorf("cut after %d bytes: %v, want ErrCorrupt", n, err)
		}
	}
}

// FuzzDecodeAlone reads whatever bytes without a panic; what is read is written again as a
// graph that is equal.
func FuzzDecodeAlone(f *testing.F) {
	g := everyKind(f)
	f.Add(encodeAlone(g))
	f.Add([]byte{0, 0, 0, 0, 0, 0})
	f.Add([]byte{1, 9, 1, 'x'})
	f.Fuzz(func(t *testing.T, encoding []byte) {
		d := &Dictionary{}
		got, err := DecodeAlone(g.Name, encoding, d)
		if err != nil {
			if !errors.Is(err, rdfstore.ErrCorrupt) {
				t.Errorf("%v, want ErrCorrupt", err)
			}
			return
		}
		for _, triple := range got.Triples {
			if _, ok := triple.Obj.(rdf.Term); !ok {
				t.Errorf("a triple lacks a term")
			}
		}
		if again, err := DecodeAlone(g.Name, encodeAlone(got), d); err != nil || !again.Equal(got) {
			t.Errorf("%v, %v; want %v", again, err, got)
		}
	})
}
