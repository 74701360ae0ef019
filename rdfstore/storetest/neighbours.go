package storetest

import (
	"errors"
	"testing"

	"vitrine/rdfstore"
)

// testNeighbours asks for an entity and the name after another at once.
func testNeighbours(t *testing.T, s rdfstore.Store) {
	apply(t, s, put(newGraph("x:1", "E53_Place", "One")), put(newGraph("x:1.2", "E53_Place", "Two")), put(newGraph("x:3", "E53_Place", "Three")))
	apply(t, s, remove("x:3"))
	for _, test := range []struct{ name, after, next string }{
		{"x:1", "x:1.", "x:1.2"}, {"x:1.2", "", "x:1"}, {"x:1", "x:1.2", ""},
	} {
		e, next, err := rdfstore.GetWithNext(t.Context(), s, iri(test.name), test.after)
		if err != nil || e.Graph.Name.String() != test.name || e.Version != get(t, s, test.name).Version || next.String() != test.next {
			t.Errorf("%s, and after %q: %v, %v, %v; want %q", test.name, test.after, e, next, err, test.next)
		}
	}
	for name, want := range map[string]error{"x:0": rdfstore.ErrNotFound, "x:3": rdfstore.ErrDeleted} {
		if _, _, err := rdfstore.GetWithNext(t.Context(), s, iri(name), "x:"); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", name, err, want)
		}
	}
}
