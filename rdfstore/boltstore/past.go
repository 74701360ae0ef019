package boltstore

import (
	"context"
	"fmt"
	"iter"

	"github.com/knakk/rdf"
	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/past"
	"vitrine/rdfstore/boltstore/internal/record"
	"vitrine/rdfstore/codec"
)

// Versions yields the entries of the log about the name whose states are kept, newest first.
func (s *Store) Versions(ctx context.Context, name rdf.IRI, before uint64) iter.Seq2[rdfstore.LogEntry, error] {
	return s.queries.Versions(ctx, name, before)
}

// Past returns the entity with the name as it was of a version.
func (s *Store) Past(ctx context.Context, name rdf.IRI, version uint64) (*rdfstore.Entity, error) {
	var e *rdfstore.Entity
	err := s.view(ctx, func(tx *bbolt.Tx) (err error) {
		e, err = s.past(ctx, tx, name, version)
		return err
	})
	if err != nil {
		return nil, err
	}
	return e, nil
}

func (s *Store) past(ctx context.Context, tx *bbolt.Tx, name rdf.IRI, version uint64) (*rdfstore.Entity, error) {
	now, err := record.FindName(tx, name.String())
	if err != nil {
		return nil, err
	}
	state, kept := now.Record, now.Version == version
	if !kept {
		if state, kept, err = past.Find(tx, now.First, version, now.Record); err != nil {
			return nil, err
		}
	}
	if !kept || now.First == 0 {
		return nil, fmt.Errorf("version %d of %s: %w", version, name, rdfstore.ErrNotFound)
	}
	if state == nil {
		return nil, record.Deletion(tx, name, version)
	}
	if err := rdfstore.CheckSize(ctx, name, len(state)); err != nil {
		return nil, err
	}
	e, err := codec.Decode(state, s.dict)
	if err == nil && (e.Graph.Name != name || e.Version != version) {
		err = fmt.Errorf("%w: version %d of %s is version %d of %s", rdfstore.ErrCorrupt, version, name, e.Version, e.Graph.Name)
	}
	return e, err
}
