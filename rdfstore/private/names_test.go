package private_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/checks/memstore"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/private"
)

// TestNamesAfterPrivateOnes skips so many of a list of names of which some are private: one
// by one, in runs, at the beginning and at the end.
func TestNamesAfterPrivateOnes(t *testing.T) {
	isPrivate := func(i int) bool { return i < 3 || i%7 == 0 || i >= 40 && i < 70 || i >= 97 }
	store, public := memstore.New(), []string{}
	for i := range 100 {
		g := &graph.Graph{Name: iri(fmt.Sprintf("%sperson/%03d", base, i))}
		g.Triples = []rdf.Triple{{Subj: g.Name, Pred: graph.Type, Obj: iri("http://www.cidoc-crm.org/cidoc-crm/E21_Person")}}
		if isPrivate(i) {
			g.Triples = append(g.Triples, rdf.Triple{Subj: g.Name, Pred: draft.Predicate, Obj: draft.Object})
		} else {
			public = append(public, g.Name.String())
		}
		if _, err := store.Apply(t.Context(), rdfstore.Change{Put: g}); err != nil {
			t.Fatal(err)
		}
	}
	view, err := private.Open(t.Context(), store, rules(), private.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer view.Close()
	for skip := range len(public) + 3 {
		var got []string
		for name, err := range view.Names(t.Context(), base+"person/", uint64(skip)) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, name.String())
		}
		if want := public[min(skip, len(public)):]; !slices.Equal(got, want) {
			t.Errorf("after %d names: %d names, the first %v, want %d", skip, len(got), got[:min(1, len(got))], len(want))
		}
	}
}
