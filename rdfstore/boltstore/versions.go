package boltstore

import (
	"context"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/memtable"
)

// versions are the memtables before and after the last commit.
type versions struct {
	// id is the number of the transaction from which on after holds; before it
	// before does.
	id            int
	before, after *memtable.Memtable
}

func (v *versions) of(tx *bbolt.Tx) *memtable.Memtable {
	if tx.ID() < v.id {
		return v.before
	}
	return v.after
}

// viewMemtable runs fn in a transaction that sees the last commit, with what the
// tables lack there. What fn takes from the transaction it must copy.
func (s *Store) viewMemtable(ctx context.Context, fn func(tx *bbolt.Tx, m *memtable.Memtable) error) error {
	if err := s.enter(ctx); err != nil {
		return err
	}
	defer s.leave()
	err := s.guard(func() error {
		tx, m, err := s.begin()
		if err != nil {
			return err
		}
		defer func() { _ = tx.Rollback() }()
		return fn(tx, m)
	})
	s.report(err)
	return err
}

// begin begins a transaction that reads, and returns what the tables lack there. The
// writer says what a commit makes of the memtable before it commits, and takes it back
// where the commit fails. So whoever finds the same word before and after a
// transaction has begun knows that it sees the state before that commit or the one
// after it.
func (s *Store) begin() (*bbolt.Tx, *memtable.Memtable, error) {
	for {
		v := s.versions.Load()
		tx, err := s.db.Begin(false)
		if err != nil {
			return nil, nil, err
		}
		if s.versions.Load() == v {
			return tx, v.of(tx), nil
		}
		if err := tx.Rollback(); err != nil {
			return nil, nil, err
		}
	}
}

// proceed tells whether a walk may go on.
func (s *Store) proceed(ctx context.Context) error {
	if s.isClosed() {
		return rdfstore.ErrClosed
	}
	return ctx.Err()
}
