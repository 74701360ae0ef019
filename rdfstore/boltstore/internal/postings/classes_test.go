package postings

import (
	"fmt"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

func iri(s string) rdf.IRI {
	iri, err := graph.IRI(s)
	if err != nil {
		panic(err)
	}
	return iri
}

// TestManyClasses replaces all classes of an entity that is of a hundred thousand.
// Comparing each with each would take minutes.
func TestManyClasses(t *testing.T) {
	state := func(prefix string, n int) (*rdfstore.Entity, []rdf.IRI) {
		g := &graph.Graph{Name: iri("x:1")}
		for i := range n {
			g.Triples = append(g.Triples, rdf.Triple{Subj: g.Name, Pred: graph.Type, Obj: iri(fmt.Sprint(prefix, i))})
		}
		return &rdfstore.Entity{Graph: g}, g.Classes()
	}
	const n = 100_000
	before, from := state("x:from/", n)
	after, to := state("x:to/", n)
	after.Graph.Triples[0].Obj, to[0] = from[0], from[0]
	removed, added := classChanges(before, after)
	if len(removed) != n-1 || len(added) != n-1 || removed[0] != from[1] || added[0] != to[1] {
		t.Errorf("%d classes are removed and %d added, want %d each", len(removed), len(added), n-1)
	}
	few, _ := state("x:from/", 2)
	if removed, added := classChanges(few, nil); len(removed) != 2 || len(added) != 0 {
		t.Errorf("removed %v, added %v", removed, added)
	}
}
