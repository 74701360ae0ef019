package storetest

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"vitrine/rdfstore"
)

// testSnapshot looks at a snapshot while the store changes.
func testSnapshot(t *testing.T, s rdfstore.Store) {
	const n = 50
	for i := range n {
		apply(t, s, put(newGraph(fmt.Sprintf("x:%03d", i), "E53_Place", "before")))
	}
	last, err := s.LastChange(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	snapshot, err := s.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	apply(t, s, put(newGraph("x:900", "E53_Place", "new")), remove("x:040"), put(newGraph("x:041", "E21_Person", "after")))
	if at := snapshot.At(); at != last {
		t.Errorf("At is %+v, want %+v", at, last)
	}
	for range 2 {
		if names := collect(t, snapshot.Entities(t.Context(), "")); len(names) != n {
			t.Errorf("%d names, want %d", len(names), n)
		}
		entities := collect(t, snapshot.Graphs(t.Context(), "x:009"))
		if len(entities) != n-10 {
			t.Errorf("%d entities after x:009, want %d", len(entities), n-10)
		}
		for _, e := range entities {
			if label := e.Graph.Triples[1].Obj.String(); label != "before" {
				t.Errorf("%s is %q: not as it was", e.Graph.Name, label)
			}
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := firstError(t, snapshot.Graphs(ctx, "")); !errors.Is(err, context.Canceled) {
		t.Errorf("Graphs with a context that has ended: %v", err)
	}
	for range 2 {
		if err := snapshot.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	}
	if err := firstError(t, snapshot.Graphs(t.Context(), "")); !errors.Is(err, rdfstore.ErrClosed) {
		t.Errorf("Graphs after Close: %v, want ErrClosed", err)
	}
	if err := firstError(t, snapshot.Entities(t.Context(), "")); !errors.Is(err, rdfstore.ErrClosed) {
		t.Errorf("Entities after Close: %v, want ErrClosed", err)
	}
}
