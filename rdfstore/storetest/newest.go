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

// testNewest asks a store that is a Tracker what it knows of its log.
func testNewest(t *testing.T, s rdfstore.Store) {
	tracker, ok := s.(rdfstore.Tracker)
	if !ok {
		return
	}
	newest := func(want uint64) {
		t.Helper()
		if seq, err := tracker.Newest(t.Context()); err != nil || seq != want {
			t.Errorf("Newest: %d, %v; want %d", seq, err, want)
		}
		if seq, err := tracker.Latest(t.Context()); err != nil || seq != want {
			t.Errorf("Latest: %d, %v; want %d", seq, err, want)
		}
	}
	newest(0)
	apply(t, s, put(newGraph("x:1", "E53_Place", "One")), put(newGraph("x:2", "E53_Place", "Two")))
	newest(2)
	apply(t, s, put(newGraph("x:2", "E53_Place", "Two")))
	newest(2)
	apply(t, s, remove("x:1"))
	newest(3)
	last, err := s.LastChange(t.Context())
	if err != nil || last.Seq != 3 {
		t.Errorf("LastChange: %+v, %v", last, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := tracker.Newest(t.Context()); err == nil {
		t.Error("Newest of a closed store succeeds")
	}
	if _, err := tracker.Latest(t.Context()); err == nil {
		t.Error("Latest of a closed store succeeds")
	}
}
