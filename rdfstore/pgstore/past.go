package pgstore

import (
	"context"
	"fmt"
	"iter"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
)

// Versions yields the entry of the log that made the present state of the entity.
func (s *Store) Versions(ctx context.Context, name rdf.IRI, before uint64) iter.Seq2[rdfstore.LogEntry, error] {
	return func(yield func(rdfstore.LogEntry, error) bool) {
		e, err := s.Get(ctx, name)
		if rdfstore.IsMissing(err) {
			return
		}
		if err != nil {
			yield(rdfstore.LogEntry{}, err)
			return
		}
		if before != 0 && e.Version >= before {
			return
		}
		for entry, err := range s.Changes(ctx, e.Version-1) {
			yield(entry, err)
			return
		}
	}
}

// Past returns the entity with the name, of its present version.
func (s *Store) Past(ctx context.Context, name rdf.IRI, version uint64) (*rdfstore.Entity, error) {
	e, err := s.Get(ctx, name)
	if err == nil && e.Version != version {
		return nil, fmt.Errorf("version %d of %s: %w", version, name, rdfstore.ErrNotFound)
	}
	return e, err
}
