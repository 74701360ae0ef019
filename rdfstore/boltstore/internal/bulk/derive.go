package bulk

import (
	"context"
	"iter"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/postings"
	"vitrine/rdfstore/boltstore/internal/table"
	"vitrine/rdfstore/codec"
)

// derived is the version of the derivation that the relations in the new file
// come from.
func (l *Job) derived() string {
	if l.Derive {
		return l.Derivation.Version
	}
	return l.Derived
}

// deriveAll takes up the relations of all graphs.
func (l *Job) deriveAll(ctx context.Context) error {
	return l.eachGraph(ctx, func(e *rdfstore.Entity, id uint64) error {
		return l.addChanges(postings.Diff(nil, l.indexer().Relations(e.Graph, id)))
	})
}

// eachGraph takes up the graphs of the old file one by one, each with its number.
func (l *Job) eachGraph(ctx context.Context, take func(e *rdfstore.Entity, id uint64) error) error {
	s, err := table.Graphs.Scan(l.tx)
	if err != nil {
		return err
	}
	k, payload, err := s.First()
	for ; k != nil && err == nil; k, payload, err = s.Next() {
		id, err := table.KeyNumber(table.Graphs, k)
		if err != nil {
			return err
		}
		e, err := codec.Decode(payload, l.Dict)
		if err != nil {
			return err
		}
		if err := take(e, id); err != nil {
			return err
		}
		if err := l.took(ctx, e.Graph); err != nil {
			return err
		}
	}
	return err
}

// kept yields the postings of the old file that the new one begins with.
func (l *Job) kept() iter.Seq2[postings.Posting, error] {
	if !l.Derive {
		return l.pending.Postings(l.tx, postings.Change.Expects)
	}
	return func(yield func(postings.Posting, error) bool) {
		for p, err := range l.pending.Postings(l.tx, postings.Change.Expects) {
			if (err != nil || p.Kind != postings.ByRelation) && !yield(p, err) {
				return
			}
		}
	}
}
