package query

import (
	"bytes"
	"slices"

	"vitrine/rdfstore/boltstore/internal/postings"
	"vitrine/rdfstore/boltstore/internal/record"
)

// ordered is a triple of a record, by its number there, with the hash that orders
// it.
type ordered struct {
	hash   tripleHash
	triple uint32
}

// orderKey stands for a state of an entity and a pattern.
type orderKey struct {
	version uint64
	fingerprint
	predicate uint32
}

const (
	// leastOrderKept is how many triples a graph has whose orders are kept.
	leastOrderKept = 1 << 10
	// maxOrderedTriples bounds the triples of the orders that are kept, of which one
	// takes 20 bytes.
	maxOrderedTriples = 1 << 21
)

// inOrder returns the triples that match of the record of a posting, in order.
func (q *query) inOrder(r *record.Record, version uint64, p postings.Place) ([]ordered, error) {
	large := r.Len() >= leastOrderKept
	key := orderKey{version, q.fingerprint, p.Predicate}
	if large {
		if triples, ok := q.engine.caches.orders.GetIfPresent(key); ok {
			return triples, nil
		}
	}
	q.numbers = q.find(q.numbers[:0], r, p)
	triples := make([]ordered, 0, len(q.numbers))
	for _, number := range q.numbers {
		t, err := r.Triple(number)
		if err != nil {
			return nil, err
		}
		o := ordered{triple: uint32(number)}
		o.hash, q.scratch = hashTriple(t, q.scratch)
		triples = append(triples, o)
	}
	slices.SortFunc(triples, func(a, b ordered) int { return bytes.Compare(a.hash[:], b.hash[:]) })
	if large {
		q.engine.caches.orders.Set(key, triples)
	}
	return triples, nil
}

// find appends the numbers of the triples that match of the record of a posting. Where the
// index led to the record, they have the predicate of the posting.
func (q *query) find(numbers []int, r *record.Record, p postings.Place) []int {
	if len(q.lists) > 0 {
		return r.FindPredicate(numbers, q.Pattern, int(p.Predicate))
	}
	return r.Find(numbers, q.Pattern)
}
