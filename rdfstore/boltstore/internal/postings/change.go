package postings

import (
	"fmt"
	"iter"

	"vitrine/rdfstore"
	"vitrine/rdfstore/codec"
)

// Change is how one posting changes: from n to another n, where 0 stands for
// no posting.
type Change struct {
	Place
	From, To uint32
}

// Expects tells whether a change can be one of a posting of n triples. If not,
// the index and the graphs disagree.
func (c Change) Expects(n uint32) error {
	if n != c.From {
		return fmt.Errorf("%w: the index counts %d triples where the graph has %d", rdfstore.ErrCorrupt, n, c.From)
	}
	return nil
}

// Diff returns the changes that lead from the postings of one state of a graph
// to those of another. All are in order.
func Diff(from, to []Posting) iter.Seq[Change] {
	return func(yield func(Change) bool) {
		for from, to := from, to; len(from) > 0 || len(to) > 0; {
			var c Change
			switch {
			case len(to) == 0 || len(from) > 0 && from[0].Compare(&to[0].Place) < 0:
				c, from = Change{from[0].Place, from[0].N, 0}, from[1:]
			case len(from) == 0 || to[0].Compare(&from[0].Place) < 0:
				c, to = Change{to[0].Place, 0, to[0].N}, to[1:]
			default:
				c = Change{from[0].Place, from[0].N, to[0].N}
				from, to = from[1:], to[1:]
			}
			if c.From != c.To && !yield(c) {
				return
			}
		}
	}
}

// Changes returns how the postings of a graph change from one state of its
// entity to another, either of which may be nil.
func (x Indexer) Changes(before *rdfstore.Entity, after *codec.Numbered, id uint64) (iter.Seq[Change], error) {
	var from, to []Posting
	var err error
	if before != nil {
		if from, err = x.Postings(codec.NumberTerms(before.Graph), id); err != nil {
			return nil, err
		}
	}
	if after != nil {
		if to, err = x.Postings(after, id); err != nil {
			return nil, err
		}
	}
	return Diff(from, to), nil
}
