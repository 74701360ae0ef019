package function

import (
	"fmt"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

func TestSeen(t *testing.T) {
	a, err := graph.IRI("http://museum.example/a")
	if err != nil {
		t.Fatal(err)
	}
	blank, err := graph.Blank("http://museum.example/a")
	if err != nil {
		t.Fatal(err)
	}
	terms := []rdf.Term{nil, a, blank, graph.String("http://museum.example/a"), graph.Typed("1", graph.XSDInteger), graph.String("1")}
	for i := range 1000 {
		terms = append(terms, graph.String(fmt.Sprint("text ", i)))
	}
	s := Seen{}
	for _, first := range terms {
		for _, second := range terms[:8] {
			if !s.Add(DigestOf(first, second)) {
				t.Errorf("%v %v came before", first, second)
			}
		}
	}
	for _, first := range terms {
		if s.Add(DigestOf(first, terms[3])) {
			t.Errorf("%v did not come before", first)
		}
	}
}
