package boltstore

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/postings"
	"vitrine/rdfstore/boltstore/internal/record"
	"vitrine/rdfstore/boltstore/internal/table"
)

func (s *Store) indexer() postings.Indexer {
	return postings.Indexer{Dict: s.dict, Derivation: s.derivation}
}

// Rederive puts the relations of a derivation in place of those in the store, or
// of none where it is zero. It writes the file anew, as Compact does: whenever it is
// interrupted, the store is as it was before, or complete. No process may have the
// store open. The progress is told how many graphs were derived from, and may be nil.
// Where the relations are those of the derivation already, nothing is done.
func Rederive(ctx context.Context, path string, d rdfstore.Derivation, progress func(BulkProgress)) error {
	if err := wholeDerivation(d); err != nil {
		return fmt.Errorf("derive relations: %w", err)
	}
	s, err := openAsItIs(path, Options{})
	if err != nil {
		return err
	}
	if s.derived != d.Version {
		s.derivation = d
		l := &bulkLoad{store: s, from: record.FormatVersion, derive: true, options: BulkOptions{Progress: progress}}
		if err = l.run(ctx, noGraphs); err != nil {
			err = fmt.Errorf("derive the relations in %s anew: %w", path, err)
		}
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
		if err := l.addChanges(postings.Diff(nil, l.store.indexer().Relations(e.Graph, id))); err != nil {
			return err
		}
		if err := l.took(ctx, e.Graph); err != nil {
			return err
		}
	}
	return err
}

// kept yields the postings of the old file that the new one begins with.
func (l *bulkLoad) kept() iter.Seq2[postings.Posting, error] {
	switch {
	case l.from < record.FormatVersion:
		return func(func(postings.Posting, error) bool) {}
	case !l.derive:
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
