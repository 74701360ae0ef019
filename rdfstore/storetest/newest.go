package storetest

import (
	"testing"

	"vitrine/rdfstore"
)

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
}
