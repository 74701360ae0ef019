package record

import (
	"fmt"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// TestTermsOfOneText numbers literals that differ in nothing but their datatype or
// language tag. Each is found at once, however many there are.
func TestTermsOfOneText(t *testing.T) {
	const many = 4096
	name := iri("x:1")
	g := &graph.Graph{Name: name}
	for i := range many {
		tagged, err := graph.Tagged("text", fmt.Sprintf("de-x-%d", i))
		if err != nil {
			t.Fatal(err)
		}
		g.Triples = append(g.Triples,
			rdf.Triple{Subj: name, Pred: graph.Label, Obj: graph.Typed("text", iri(fmt.Sprintf("x:%d", i)))},
			rdf.Triple{Subj: name, Pred: graph.Label, Obj: tagged})
	}
	n := NumberTerms(g)
	if len(n.Terms) != 1+2*many {
		t.Errorf("%d terms, want %d", len(n.Terms), 1+2*many)
	}
	longest, run := 0, 0
	for _, slot := range n.slots {
		if run++; slot == 0 {
			run = 0
		}
		longest = max(longest, run)
	}
	if longest > many/8 {
		t.Errorf("%d slots in a row are taken: the terms have the same hashes", longest)
	}
}

func iri(s string) rdf.IRI {
	i, err := graph.IRI(s)
	if err != nil {
		panic(err)
	}
	return i
}
