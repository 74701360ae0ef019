package boltstore

import (
	"context"

	"go.etcd.io/bbolt"
)

// versions are the pending changes around a commit.
type versions struct {
	// id is the number of the transaction from which on after holds; before it
	// before does.
	id            int
	before, after *pending
}

func (v *versions) of(tx *bbolt.Tx) *pending {
	if tx.ID() < v.id {
		return v.before
	}
	return v.after
}

// pendingNow returns the pending changes around the last commit, which are read
// from the file when they are first asked for.
func (s *Store) pendingNow() (*versions, error) {
	if v := s.versions.Load(); v != nil {
		return v, nil
	}
	s.loading.Lock()
	defer s.loading.Unlock()
	if v := s.versions.Load(); v != nil {
		return v, nil
	}
	// Nothing has been written since the store was opened: the writer asks for
	// them before it does.
	var v *versions
	err := s.guard(func() error {
		return s.db.View(func(tx *bbolt.Tx) error {
			p, err := loadPending(tx)
			v = &versions{id: tx.ID(), before: p, after: p}
			return err
		})
	})
	if err != nil {
		return nil, err
	}
	s.versions.Store(v)
	return v, nil
}

// viewIndex runs fn in a transaction that sees the last commit, with the
// changes that the index lacks there.
func (s *Store) viewIndex(ctx context.Context, fn func(tx *bbolt.Tx, p *pending) error) error {
	if err := s.enter(ctx); err != nil {
		return err
	}
	defer s.leave()
	err := s.guard(func() error {
		tx, p, err := s.begin()
		if err != nil {
			return err
		}
		defer func() { _ = tx.Rollback() }()
		return fn(tx, p)
	})
	s.logDamage(err)
	return err
}

// begin begins a transaction that reads. The writer says what a commit makes of
// the pending changes before it commits, and takes it back where the commit
// fails. So whoever finds the same word before and after a transaction has
// begun knows that it sees the state before that commit or the one after it.
func (s *Store) begin() (*bbolt.Tx, *pending, error) {
	for {
		v, err := s.pendingNow()
		if err != nil {
			return nil, nil, err
		}
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
