package boltstore

import (
	"context"
	"errors"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/boltfile"
)

// DamageError says that a file holds something else than what was written to
// it. It wraps rdfstore.ErrCorrupt.
type DamageError = boltfile.DamageError

// BugError says that Vitrine has a bug that made one call fail. The file is not
// damaged, and the store goes on.
type BugError = boltfile.BugError

// view runs fn in a transaction that sees the last commit. What fn takes from
// the transaction it must copy.
func (s *Store) view(ctx context.Context, fn func(tx *bbolt.Tx) error) error {
	if err := s.enter(ctx); err != nil {
		return err
	}
	defer s.leave()
	err := s.guard(func() error { return s.db.View(fn) })
	s.report(err)
	return err
}

// guard runs fn and turns a panic into an error: about damage or about a bug.
func (s *Store) guard(fn func() error) error { return boltfile.Guard(s.path, fn) }

// report logs an error about damage, and one about a bug with its stack. Others
// are for the caller to judge.
func (s *Store) report(err error) {
	if err == nil {
		return
	}
	var bug *BugError
	switch {
	case errors.As(err, &bug):
		s.log.Error("a bug of Vitrine made a call fail", "file", s.path, "panic", bug.Panic, "stack", string(bug.Stack))
	case errors.Is(err, rdfstore.ErrCorrupt):
		s.log.Error("the store is damaged", "file", s.path, "error", err)
	}
}
