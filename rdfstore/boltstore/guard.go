package boltstore

import (
	"context"
	"fmt"
	"runtime/debug"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
)

// view runs fn in a transaction that sees the last commit. What fn takes from
// the transaction it must copy.
func (s *Store) view(ctx context.Context, fn func(tx *bbolt.Tx) error) error {
	if err := s.enter(ctx); err != nil {
		return err
	}
	defer s.leave()
	err := s.guard(func() error { return s.db.View(fn) })
	s.logDamage(err)
	return err
}

// guard runs fn and turns what bbolt does about a damaged page, a panic or a
// read beyond the file, into an error.
func (s *Store) guard(fn func() error) (err error) {
	return guard(s.path, fn)
}

func guard(path string, fn func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			err = damaged(path, fmt.Errorf("%w: %v", rdfstore.ErrCorrupt, r))
		}
	}()
	return damaged(path, fn())
}

// damaged adds to an error about damage which file it is and what to do. Other
// errors stay as they are.
func damaged(path string, err error) error {
	if err == nil || !isDamage(err) {
		return err
	}
	return &DamageError{Path: path, Err: err}
}
