package record

import (
	"bytes"
	"errors"
	"os"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// testGraph is a graph with a term of each kind.
func testGraph(t testing.TB) *graph.Graph {
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

func TestEncode(t *testing.T) {
	g := testGraph(t)
	encoding := Encode(g)
	got, err := Decode(g.Name, encoding)
	if err != nil || !got.Equal(g) {
		t.Fatalf("%v, %v; want %v", got, err, g)
	}
	if again := Encode(got); !bytes.Equal(again, encoding) {
		t.Error("the same graph has another encoding")
	}
	empty := &graph.Graph{Name: g.Name}
	if got, err := Decode(g.Name, Encode(empty)); err != nil || !got.Equal(empty) {
		t.Errorf("the empty graph: %v, %v", got, err)
	}
}

// TestEncodingTellsGraphsApart changes a graph in each way that makes it another.
func TestEncodingTellsGraphsApart(t *testing.T) {
	for about, change := range map[string]func(g *graph.Graph){
		"order":      func(g *graph.Graph) { g.Triples[0], g.Triples[1] = g.Triples[1], g.Triples[0] },
		"one less":   func(g *graph.Graph) { g.Triples = g.Triples[:len(g.Triples)-1] },
		"label":      func(g *graph.Graph) { g.Triples[2].Obj, _ = graph.Blank("b1") },
		"datatype":   func(g *graph.Graph) { g.Triples[5].Obj = graph.String("7") },
		"media type": func(g *graph.Graph) { g.Source.MediaType = "" },
		"context":    func(g *graph.Graph) { g.Source.Context = nil },
		"layout":     func(g *graph.Graph) { g.Source.Layout = []byte{0} },
	} {
		g := testGraph(t)
		before := Encode(g)
		if change(g); bytes.Equal(Encode(g), before) {
			t.Errorf("%s: the encoding is the same", about)
		}
	}
}

func TestSeal(t *testing.T) {
	s, err := NewSealer()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	encoding := Encode(testGraph(t))
	sealed := s.Seal([]byte("key"), encoding)
	if opened, err := s.Open([]byte("key"), sealed); err != nil || !bytes.Equal(opened, encoding) {
		t.Fatalf("%q, %v; want %q", opened, err, encoding)
	}
	if _, err := s.Open([]byte("kez"), sealed); !errors.Is(err, rdfstore.ErrCorrupt) {
		t.Errorf("under another key: %v, want ErrCorrupt", err)
	}
	for i := range sealed {
		damaged := bytes.Clone(sealed)
		damaged[i] ^= 4
		if _, err := s.Open([]byte("key"), damaged); !errors.Is(err, rdfstore.ErrCorrupt) {
			t.Errorf("byte %d changed: %v, want ErrCorrupt", i, err)
		}
		if _, err := s.Open([]byte("key"), sealed[:i]); !errors.Is(err, rdfstore.ErrCorrupt) {
			t.Errorf("cut after %d bytes: %v, want ErrCorrupt", i, err)
		}
	}
}

// TestSealedBytes keeps what is stored readable: a change of the dictionary or the form
// has to get another number.
func TestSealedBytes(t *testing.T) {
	s, err := NewSealer()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	stored, err := os.ReadFile("testdata/sealed-1")
	if err != nil {
		t.Fatal(err)
	}
	opened, err := s.Open([]byte("key"), stored)
	if err != nil {
		t.Fatal(err)
	}
	g := testGraph(t)
	if got, err := Decode(g.Name, opened); err != nil || !got.Equal(g) {
		t.Errorf("%v, %v; want %v", got, err, g)
	}
}

// FuzzDecode reads whatever bytes without a panic; what is read is written again as a
// graph that is equal.
func FuzzDecode(f *testing.F) {
	g := testGraph(f)
	f.Add(Encode(g))
	f.Add([]byte{0, 0, 0, 0, 0, 0})
	f.Add([]byte{1, 9, 1, 'x'})
	f.Fuzz(func(t *testing.T, encoding []byte) {
		got, err := Decode(g.Name, encoding)
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
		if again, err := Decode(g.Name, Encode(got)); err != nil || !again.Equal(got) {
			t.Errorf("%v, %v; want %v", again, err, got)
		}
	})
}
