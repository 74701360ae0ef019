package record

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// TestLean finds each triple of a small graph, whose terms are kept, and of a large one by
// all its terms, and by some of them.
func TestLean(t *testing.T) {
	for _, n := range []int{3, largeGraph + 50} {
		g := leanGraph(t, n)
		d := &Dictionary{}
		payload, err := d.Encode(&rdfstore.Entity{Graph: g})
		if err != nil {
			t.Fatal(err)
		}
		l, err := ReadLean(payload, d)
		if err != nil {
			t.Fatal(err)
		}
		if l.Len() != len(g.Triples) || l.Name() != g.Name || l.Size() < len(payload) {
			t.Fatalf("%s has %d triples, %d bytes", l.Name(), l.Len(), l.Size())
		}
		if n == 3 {
			size := l.Size()
			if l.KeepTerms(); l.Size() <= size {
				t.Errorf("with its terms it has %d bytes, without %d", l.Size(), size)
			}
		}
		for i, want := range g.Triples {
			if got, err := leanTriple(l, i); err != nil || got != want {
				t.Errorf("triple %d is %v, %v; want %v", i, got, err, want)
			}
			for shape := range 8 {
				findLean(t, l, g, leanPattern(want, shape))
			}
		}
		for _, p := range []rdfstore.Pattern{
			{Predicate: graph.Rest}, {Subject: graph.Rest}, {Object: graph.Rest}, {Object: graph.Typed("v1", graph.XSDInteger)},
		} {
			findLean(t, l, g, p)
		}
	}
}

// TestLeanOfDamage cuts a record short at each byte: it is read whole, or refused.
func TestLeanOfDamage(t *testing.T) {
	d := &Dictionary{}
	payload, err := d.Encode(&rdfstore.Entity{Graph: leanGraph(t, 3)})
	if err != nil {
		t.Fatal(err)
	}
	refused := 0
	for n := range payload {
		l, err := ReadLean(payload[:n], d)
		if err != nil {
			refused++
			if !errors.Is(err, rdfstore.ErrCorrupt) {
				t.Errorf("%d bytes: %v", n, err)
			}
			continue
		}
		for i := range l.Len() {
			if _, err := leanTriple(l, i); err != nil {
				t.Errorf("%d bytes, triple %d: %v", n, i, err)
			}
		}
	}
	if refused == 0 {
		t.Error("none is refused")
	}
}

// leanTriple makes a triple of a record.
func leanTriple(l *Lean, i int) (rdf.Triple, error) {
	subject, object := l.Ends(i)
	s, err := l.Term(subject)
	if err != nil {
		return rdf.Triple{}, err
	}
	o, err := l.Term(object)
	if err != nil {
		return rdf.Triple{}, err
	}
	p, err := l.Predicate(i)
	return rdf.Triple{Subj: s.(rdf.Subject), Pred: p, Obj: o}, err
}

// leanGraph is a graph of n triples about few subjects.
func leanGraph(t *testing.T, n int) *graph.Graph {
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

// leanPattern is the pattern of the terms of a triple that the bits of the shape say.
func leanPattern(t rdf.Triple, shape int) (p rdfstore.Pattern) {
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

func findLean(t *testing.T, l *Lean, g *graph.Graph, p rdfstore.Pattern) {
	t.Helper()
	var want []int
	for i, x := range g.Triples {
		if (p.Subject == nil || p.Subject == x.Subj) && (p.Predicate == nil || p.Predicate == x.Pred) && (p.Object == nil || p.Object == x.Obj) {
			want = append(want, i)
		}
	}
	if got := l.Find(nil, p); !slices.Equal(got, want) {
		t.Errorf("%v is in %v, want %v", p, got, want)
	}
}
