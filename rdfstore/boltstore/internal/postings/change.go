package postings

import (
	"fmt"

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
func Diff(from, to []Posting) []Change {
	changes := make([]Change, 0, max(len(from), len(to)))
	for len(from) > 0 || len(to) > 0 {
		switch {
		case len(to) == 0 || len(from) > 0 && from[0].Compare(&to[0].Place) < 0:
			changes = append(changes, Change{from[0].Place, from[0].N, 0})
			from = from[1:]
		case len(from) == 0 || to[0].Compare(&from[0].Place) < 0:
			changes = append(changes, Change{to[0].Place, 0, to[0].N})
			to = to[1:]
		default:
			if from[0].N != to[0].N {
				changes = append(changes, Change{from[0].Place, from[0].N, to[0].N})
			}
			from, to = from[1:], to[1:]
		}
	}
	return changes
}

// Changes returns how the postings of a graph change from one state of its
// entity to another, either of which may be nil.
func (x Indexer) Changes(before *rdfstore.Entity, after *codec.Numbered, id uint64) ([]Change, error) {
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
