package memtable

import (
	"iter"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore/boltstore/internal/postings"
)

// Postings yields all postings of the index as the changes of the memtable make them, in
// order. What expects says of a change, and how many triples the index counts
// in its place, ends them where it is an error.
func (p *Memtable) Postings(tx *bbolt.Tx, expects func(c postings.Change, n uint32) error) iter.Seq2[postings.Posting, error] {
	return func(yield func(postings.Posting, error) bool) {
		changes, err := MergeRuns(p.Runs())
		if err != nil {
			yield(postings.Posting{}, err)
			return
		}
		// put yields what a change makes of n triples, and tells whether to go on.
		put := func(c postings.Change, n uint32) bool {
			if err := expects(c, n); err != nil {
				yield(postings.Posting{}, err)
				return false
			}
			return c.To == 0 || yield(postings.Posting{Place: c.Place, N: c.To}, nil)
		}
		for stored, err := range postings.All(tx) {
			for err == nil && len(changes) > 0 && changes[0].Compare(&stored.Place) < 0 {
				if !put(changes[0], 0) {
					return
				}
				changes = changes[1:]
			}
			if err == nil && len(changes) > 0 && changes[0].Place == stored.Place {
				if !put(changes[0], stored.N) {
					return
				}
				changes = changes[1:]
				continue
			}
			if !yield(stored, err) || err != nil {
				return
			}
		}
		for _, c := range changes {
			if !put(c, 0) {
				return
			}
		}
	}
}
