package record

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"testing"

	"vitrine/rdfstore"
	"vitrine/rdfstore/codec"
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

func TestSeal(t *testing.T) {
	s := NewSealer()
	encoding := codec.NumberTerms(testGraph(t)).EncodeAlone()
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
	s := NewSealer()
	stored, err := os.ReadFile("testdata/sealed-1")
	if err != nil {
		t.Fatal(err)
	}
	opened, err := s.Open([]byte("key"), stored)
	if err != nil {
		t.Fatal(err)
	}
	g := testGraph(t)
	if got, err := s.Graph(g.Name, opened); err != nil || !got.Equal(g) {
		t.Errorf("%v, %v; want %v", got, err, g)
	}
}

// TestFullDictionary reads records with more predicates than a dictionary keeps. What was read
// before stays what it is.
func TestFullDictionary(t *testing.T) {
	s := NewSealer()
	g := testGraph(t)
	encoding := codec.NumberTerms(g).EncodeAlone()
	before, err := s.Record(g.Name, encoding)
	if err != nil {
		t.Fatal(err)
	}
	full := s.dictionary()
	for i := range codec.MaxShared {
		full.Share(codec.IRI, fmt.Sprint("x:filler", i), codec.MaxPredicates)
	}
	if s.dictionary() == full {
		t.Error("the dictionary grows without end")
	}
	after, err := s.Record(g.Name, encoding)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range g.Triples {
		for _, r := range []*codec.Record{before, after} {
			if got, err := r.Triple(i); err != nil || got != want {
				t.Errorf("triple %d is %v, %v; want %v", i, got, err, want)
			}
		}
	}
}
