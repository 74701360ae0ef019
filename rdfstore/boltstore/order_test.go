package boltstore

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// largeGraph returns a graph of so many triples.
func largeGraph(name string, triples int) *graph.Graph {
	g := &graph.Graph{Name: testIRI(name)}
	for i := range triples {
		g.Triples = append(g.Triples, rdf.Triple{Subj: g.Name, Pred: graph.Label, Obj: graph.String(fmt.Sprint("label ", i))})
	}
	return g
}

// TestPagesOfLargeGraph reads a large graph page by page, each by a cursor: its
// triples are hashed once, not once a page, and once more when it has changed.
func TestPagesOfLargeGraph(t *testing.T) {
	const triples, page = 3000, 100
	s := openTest(t, filepath.Join(t.TempDir(), "store.db"))
	g := largeGraph("x:1", triples)
	for _, pattern := range []rdfstore.Pattern{{}, {Graph: g.Name}, {Subject: g.Name}, {Predicate: graph.Label}} {
		g.Triples[0].Obj = graph.String(fmt.Sprint(pattern))
		if _, err := s.Apply(t.Context(), rdfstore.Change{Put: g}); err != nil {
			t.Fatal(err)
		}
		before := s.orders.hashed
		seen := map[rdf.Triple]bool{}
		after := rdfstore.Cursor("")
		for len(seen) < triples {
			n := 0
			for m, err := range s.Match(t.Context(), pattern, after) {
				if err != nil {
					t.Fatal(err)
				}
				seen[m.Quad.Triple], after = true, m.Cursor
				if n++; n == page {
					break
				}
			}
			if n < page {
				t.Fatalf("%v: a page of %d quads after %d", pattern, n, len(seen))
			}
		}
		for m, err := range s.Match(t.Context(), pattern, after) {
			t.Errorf("%v: %v, %v after the last", pattern, m, err)
		}
		if hashed := s.orders.hashed - before; hashed != triples {
			t.Errorf("%v: %d triples were hashed, want %d", pattern, hashed, triples)
		}
	}
	if n := len(s.orders.kept); n > maxOrders || s.orders.triples > maxOrdersKept {
		t.Errorf("%d orders of %d triples are kept", n, s.orders.triples)
	}
}

// TestOrdersAreBounded keeps more orders than there is room for.
func TestOrdersAreBounded(t *testing.T) {
	var o orders
	for i := range uint64(3 * maxOrders) {
		o.put(orderKey{version: i}, make([]ordered, leastOrderKept))
	}
	if len(o.kept) != maxOrders || o.triples != maxOrders*leastOrderKept {
		t.Errorf("%d orders of %d triples are kept, want %d", len(o.kept), o.triples, maxOrders)
	}
	for i := range uint64(3) {
		o.put(orderKey{version: 1000 + i}, make([]ordered, maxOrdersKept/2))
	}
	if len(o.kept) != 2 || o.triples > maxOrdersKept {
		t.Errorf("%d orders of %d triples are kept, want 2", len(o.kept), o.triples)
	}
	if _, ok := o.get(orderKey{version: 1002}); !ok {
		t.Error("the newest is not kept")
	}
	if _, ok := o.get(orderKey{version: 1}); ok {
		t.Error("the oldest is kept")
	}
}
