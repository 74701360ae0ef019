package query

import (
	"slices"

	"vitrine/rdfstore/boltstore/internal/postings"
	"vitrine/rdfstore/codec"
)

// ordered is a triple of a record, by its number there, with the hash that orders
// it.
type ordered struct {
	hash   codec.TripleHash
	triple uint32
}

// inOrder returns the triples that match of the record of a posting, in order.
func (q *query) inOrder(r *codec.Record, p postings.Place) ([]ordered, error) {
	q.numbers = q.find(q.numbers[:0], r, p)
	triples := make([]ordered, 0, len(q.numbers))
	for _, number := range q.numbers {
		t, err := r.Triple(number)
		if err != nil {
			return nil, err
		}
		o := ordered{triple: uint32(number)}
		o.hash, q.scratch = codec.HashTriple(t, q.scratch)
		triples = append(triples, o)
	}
	slices.SortFunc(triples, func(a, b ordered) int { return a.hash.Compare(b.hash) })
	return triples, nil
}

// find appends the numbers of the triples that match of the record of a posting. Where the
// index led to the record, they have the predicate of the posting.
func (q *query) find(numbers []int, r *codec.Record, p postings.Place) []int {
	if len(q.lists) > 0 {
		return r.FindPredicate(numbers, q.Pattern, int(p.Predicate))
	}
	return r.Find(numbers, q.Pattern)
}
