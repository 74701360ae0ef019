package codec

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// TestRead finds each triple of a small graph and of a large one by all its terms, and by some
// of them.
func TestRead(t *testing.T) {
	for _, n := range []int{3, largeGraph + 50} {
		g := testGraph(t, n)
		d := &Dictionary{}
		payload, err := d.Encode(&rdfstore.Entity{Graph: g}, 1, NumberTerms(g))
		if err != nil {
			t.Fatal(err)
		}
		r, err := Read(payload, d)
		if err != nil {
			t.Fatal(err)
		}
		if r.Len() != len(g.Triples) || r.Name() != g.Name || r.Size() < len(payload) {
			t.Fatalf("%s has %d triples, %d bytes", r.Name(), r.Len(), r.Size())
		}
		for i, want := range g.Triples {
			if got, err := r.Triple(i); err != nil || got != want {
				t.Errorf("triple %d is %v, %v; want %v", i, got, err, want)
			}
			for shape := range 8 {
				find(t, r, g, testPattern(want, shape))
			}
		}
		for _, p := range []rdfstore.Pattern{
			{Predicate: graph.Rest}, {Subject: graph.Rest}, {Object: graph.Rest}, {Object: graph.Typed("v1", graph.XSDInteger)},
		} {
			find(t, r, g, p)
		}
	}
}

// TestReadDamage cuts a record short at each byte: it is read whole, or refused.
func TestReadDamage(t *testing.T) {
	d := &Dictionary{}
	g := testGraph(t, 3)
	payload, err := d.Encode(&rdfstore.Entity{Graph: g}, 1, NumberTerms(g))
	if err != nil {
		t.Fatal(err)
	}
	refused := 0
	for n := range payload {
		r, err := Read(payload[:n], d)
		if err != nil {
			refused++
			if !errors.Is(err, rdfstore.ErrCorrupt) {
				t.Errorf("%d bytes: %v", n, err)
			}
			continue
		}
		for i := range r.Len() {
			if _, err := r.Triple(i); err != nil {
				t.Errorf("%d bytes, triple %d: %v", n, i, err)
			}
		}
	}
	if refused == 0 {
		t.Error("none is refused")
	}
}

// testGraph is a graph of n triples about few subjects.
func testGraph(t *testing.T, n int) *graph.Graph {
	t.Helper()
	name, err := graph.IRI("http://museum.example/1")
	if err != nil {
		t.Fatal(err)
	}
	g := &graph.Graph{Name: name}
	for i := range n {
		node, err := graph.Blank(fmt.Sprintf("b%d", i%7))
		if err != nil {
			t.Fatal(err)
		}
		triple := rdf.Triple{Subj: node, Pred: graph.Label, Obj: graph.String(fmt.Sprintf("v%d", i))}
		if i%2 == 0 {
			triple = rdf.Triple{Subj: name, Pred: graph.First, Obj: graph.Typed(fmt.Sprintf("v%d", i+1), graph.XSDInteger)}
		}
		g.Triples = append(g.Triples, triple)
	}
	return g
}

// testPattern is the pattern of the terms of a triple that the bits of the shape say.
func testPattern(t rdf.Triple, shape int) (p rdfstore.Pattern) {
	if shape&4 != 0 {
		p.Subject = t.Subj
	}
	if shape&2 != 0 {
		p.Predicate = t.Pred
	}
	if shape&1 != 0 {
		p.Object = t.Obj
	}
	return p
}

func find(t *testing.T, r *Record, g *graph.Graph, p rdfstore.Pattern) {
	t.Helper()
	var want []int
	for i, x := range g.Triples {
		if (p.Subject == nil || p.Subject == x.Subj) && (p.Predicate == nil || p.Predicate == x.Pred) && (p.Object == nil || p.Object == x.Obj) {
			want = append(want, i)
		}
	}
	if got := r.Find(nil, p); !slices.Equal(got, want) {
		t.Errorf("%v is in %v, want %v", p, got, want)
	}
}
