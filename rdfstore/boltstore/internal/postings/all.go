package postings

import (
	"iter"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore/boltstore/internal/table"
)

// All yields all postings of the index without the changes of a memtable,
// in order.
func All(tx *bbolt.Tx) iter.Seq2[Posting, error] {
	return func(yield func(Posting, error) bool) {
		s, err := table.Index.Scan(tx)
		if err != nil {
			yield(Posting{}, err)
			return
		}
		var ps []Posting
		k, payload, err := s.First()
		for ; k != nil && err == nil; k, payload, err = s.Next() {
			if ps, err = DecodeBlock(ps[:0], k, payload); err != nil {
				break
			}
			for _, p := range ps {
				if !yield(p, nil) {
					return
				}
			}
		}
		if err != nil {
			yield(Posting{}, err)
		}
	}
}
