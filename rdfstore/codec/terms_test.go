package codec

import (
	"fmt"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// TestTermsOfOneText numbers literals that differ in nothing but their datatype or
// language tag.
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
}

func iri(s string) rdf.IRI {
	i, err := graph.IRI(s)
	if err != nil {
		panic(err)
	}
	return i
}
