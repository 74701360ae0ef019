package query

import (
	"bytes"
	"slices"
	"sync"

	"vitrine/rdfstore/boltstore/internal/record"
)

// ordered is a triple of a record, by its number there, with the hash that orders
// it.
type ordered struct {
	hash   tripleHash
	triple uint32
}

// orderKey tells orders from each other. No two states of any entities have the
// same version.
type orderKey struct {
	version uint64
	filter
}

// orders are the orders of the matching triples of large graphs that were asked
// for last. Hashing all triples of a graph takes long beside reading a page of
// them.
type orders struct {
	mu sync.Mutex
	// kept are the orders, the one that was used last at the end, and triples how
	// many triples they have together.
	kept    []keptOrder
	triples int
	// hashed counts the triples of large graphs that were hashed.
	hashed int
}

type keptOrder struct {
	key     orderKey
	triples []ordered
}

const (
	// leastOrderKept is how many triples a graph has whose orders are kept.
	leastOrderKept = 1 << 10
	// maxOrdersKept bounds the triples of the orders that are kept, of which one
	// takes 20 bytes, and maxOrders the orders.
	maxOrdersKept = 1 << 21
	maxOrders     = 64
)

// get returns an order that is kept.
func (o *orders) get(key orderKey) ([]ordered, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	i := slices.IndexFunc(o.kept, func(k keptOrder) bool { return k.key == key })
	if i < 0 {
		return nil, false
	}
	found := o.kept[i]
	o.kept = append(slices.Delete(o.kept, i, i+1), found)
	return found.triples, true
}

// put keeps an order in place of those that
// have not been used for the longest time.
func (o *orders) put(key orderKey, triples []ordered) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.hashed += len(triples)
	if slices.ContainsFunc(o.kept, func(k keptOrder) bool { return k.key == key }) {
		return
	}
	o.kept = append(o.kept, keptOrder{key, triples})
	o.triples += len(triples)
	gone := 0
	for ; (o.triples > maxOrdersKept || len(o.kept)-gone > maxOrders) && gone+1 < len(o.kept); gone++ {
		o.triples -= len(o.kept[gone].triples)
	}
	o.kept = slices.Delete(o.kept, 0, gone)
}

// inOrder returns the triples of a record that match, in order.
func (q *query) inOrder(r *record.Record, f filter) ([]ordered, error) {
	large := len(r.Triples)/3 >= leastOrderKept
	key := orderKey{r.Version(), f}
	if large {
		if triples, ok := q.engine.orders.get(key); ok {
			return triples, nil
		}
	}
	var triples []ordered
	for i := range f.of(r) {
		t, err := r.TripleAt(i)
		if err != nil {
			return nil, err
		}
		o := ordered{triple: uint32(i)}
		o.hash, q.scratch = hashTriple(t, q.scratch)
		triples = append(triples, o)
	}
	slices.SortFunc(triples, func(a, b ordered) int { return bytes.Compare(a.hash[:], b.hash[:]) })
	if large {
		q.engine.orders.put(key, triples)
	}
	return triples, nil
}
