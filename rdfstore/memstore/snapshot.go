package memstore

import (
	"context"
	"iter"
	"sync/atomic"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
)

// Snapshot returns the store as it is now. It never expires.
func (s *Store) Snapshot(ctx context.Context) (rdfstore.Snapshot, error) {
	now, err := s.snapshot(ctx)
	if err != nil {
		return nil, err
	}
	return &snapshot{store: s, state: now}, nil
}

type snapshot struct {
	store  *Store
	state  state
	closed atomic.Bool
}

func (s *snapshot) At() rdfstore.LogEntry {
	if len(s.state.log) == 0 {
		return rdfstore.LogEntry{}
	}
	return s.state.log[len(s.state.log)-1]
}

func (s *snapshot) Entities(ctx context.Context, after string) iter.Seq2[rdf.IRI, error] {
	return snapshotWalk(ctx, s, after, func(name rdf.IRI) rdf.IRI { return name })
}

func (s *snapshot) Graphs(ctx context.Context, after string) iter.Seq2[*rdfstore.Entity, error] {
	return snapshotWalk(ctx, s, after, func(name rdf.IRI) *rdfstore.Entity { return s.state.entities[name.String()] })
}

func (s *snapshot) Close() error {
	s.closed.Store(true)
	return nil
}

// snapshotWalk yields what the names greater than after stand for.
func snapshotWalk[T any](ctx context.Context, s *snapshot, after string, of func(rdf.IRI) T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		proceed := func() error {
			if s.closed.Load() {
				return rdfstore.ErrClosed
			}
			return s.store.proceed(ctx)
		}
		var zero T
		if err := proceed(); err != nil {
			yield(zero, err)
			return
		}
		for _, name := range s.state.names(after) {
			if err := proceed(); err != nil {
				yield(zero, err)
				return
			}
			if !yield(of(name), nil) {
				return
			}
		}
	}
}
