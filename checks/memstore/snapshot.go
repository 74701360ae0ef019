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

func (s *snapshot) Get(ctx context.Context, name rdf.IRI) (*rdfstore.Entity, error) {
	if err := s.proceed(ctx); err != nil {
		return nil, err
	}
	return s.state.get(name)
}

func (s *snapshot) Has(ctx context.Context, name rdf.IRI) (bool, error) {
	return s.state.entities[name.String()] != nil, s.proceed(ctx)
}

func (s *snapshot) Match(ctx context.Context, p rdfstore.Pattern, after rdfstore.Cursor) iter.Seq2[rdfstore.Match, error] {
	return each(ctx, s.proceed, func() ([]rdfstore.Match, error) { return s.state.matchAfter(p, after) })
}

func (s *snapshot) Count(ctx context.Context, p rdfstore.Pattern) (uint64, error) {
	if err := s.proceed(ctx); err != nil {
		return 0, err
	}
	return s.state.count(p), nil
}

func (s *snapshot) Entities(ctx context.Context, after string) iter.Seq2[rdf.IRI, error] {
	return each(ctx, s.proceed, func() ([]rdf.IRI, error) { return s.state.names(after), nil })
}

func (s *snapshot) Graphs(ctx context.Context, after string) iter.Seq2[*rdfstore.Entity, error] {
	return each(ctx, s.proceed, func() ([]*rdfstore.Entity, error) { return s.state.graphs(after), nil })
}

func (s *snapshot) Close() error {
	s.closed.Store(true)
	return nil
}

// proceed tells whether a call or a walk may go on.
func (s *snapshot) proceed(ctx context.Context) error {
	if s.closed.Load() {
		return rdfstore.ErrClosed
	}
	return s.store.proceed(ctx)
}
