package query

import "testing"

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
