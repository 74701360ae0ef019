package boltstore

import (
	"context"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/record"
	"vitrine/rdfstore/codec"
	"vitrine/rdfstore/yield"
)

// preparedChange is a change on its way to the writer, whose graph is as it will be
// read again.
type preparedChange struct {
	rdfstore.Change
	// before is what the file held of the name in the state that the request was
	// prepared in.
	before record.Stored
}

// prepare checks the graphs of some changes and returns the changes with each
// graph as it will be read again: every triple once, and literals as package
// graph makes them.
func prepare(changes []rdfstore.Change) ([]preparedChange, error) {
	all := make([]preparedChange, len(changes))
	others := yield.New()
	for i, c := range changes {
		others.Pause()
		all[i].Change = c
		if c.Put == nil {
			continue
		}
		n, err := codec.Normalise(c.Put)
		if err != nil {
			return nil, &rdfstore.ChangeError{Index: i, Name: c.Name(), Err: err}
		}
		all[i].Put = n.Graph
	}
	return all, nil
}

// lookUp adds to changes what the file holds of their names, and returns the
// number of the commit it holds it after. It returns 0 where that cannot be
// read: the writer will find the same and say so.
func (s *Store) lookUp(changes []preparedChange) (commit int) {
	err := s.guard(func() error {
		return s.db.View(func(tx *bbolt.Tx) (err error) {
			others := yield.New()
			for i, c := range changes {
				others.Pause()
				if changes[i].before, err = record.FindEntity(context.Background(), tx, s.dict, c.Name()); err != nil {
					return err
				}
			}
			commit = tx.ID()
			return nil
		})
	})
	if err != nil {
		return 0
	}
	return commit
}
