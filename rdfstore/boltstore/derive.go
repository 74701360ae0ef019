package boltstore

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/record"
	"vitrine/rdfstore/boltstore/internal/table"
)

func (s *Store) indexer() indexer { return indexer{s.dict, s.derivation} }

// deriveAnew puts a file in place of the store's whose relations are those of
// the derivation, and closes the store.
func (s *Store) deriveAnew(d rdfstore.Derivation) error {
	s.log.Info("deriving the relations in the store anew", "file", s.path, "from", s.derived, "to", d.Version)
	start := time.Now()
	s.derivation = d
	l := &bulkLoad{store: s, derive: true}
	err := l.run(context.Background(), noGraphs)
	if err != nil {
		err = fmt.Errorf("derive the relations in %s anew: %w", s.path, err)
	} else {
		s.log.Info("derived the relations", "file", s.path, "entities", l.counters.Entities, "took", time.Since(start))
	}
	return errors.Join(err, s.Close())
}

// derived is the version of the derivation that the relations in the new file
// come from.
func (l *bulkLoad) derived() string {
	if l.derive {
		return l.store.derivation.Version
	}
	return l.store.derived
}

// deriveAll takes up the relations of all graphs.
func (l *bulkLoad) deriveAll(ctx context.Context) error {
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
		e, err := record.Decode(payload, l.store.dict)
		if err != nil {
			return err
		}
		if err := l.addChanges(diff(nil, l.store.indexer().relations(e.Graph, id))); err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return err
}

// kept yields the postings of the old file that the new one begins with.
func (l *bulkLoad) kept() iter.Seq2[posting, error] {
	if !l.derive {
		return allPostings(l.tx, l.pending, change.expects)
	}
	return func(yield func(posting, error) bool) {
		for p, err := range allPostings(l.tx, l.pending, change.expects) {
			if (err != nil || p.kind != byRelation) && !yield(p, err) {
				return
			}
		}
	}
}
