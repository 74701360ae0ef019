package boltstore

import (
	"context"

	"go.etcd.io/bbolt"
)

// versions are the pending changes around a commit.
type versions struct {
	// indexed tells that they have the changes of the index. Without them, nothing
	// has been written since the store was opened: the writer asks for them before
	// it does.
	indexed bool
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

// pendingNow returns the pending changes around the last commit, those of the
// index where they are asked for. They are read from the file the first time.
func (s *Store) pendingNow(index bool) (*versions, error) {
	if v := s.versions.Load(); v.enough(index) {
		return v, nil
	}
	s.loading.Lock()
	defer s.loading.Unlock()
	last := s.versions.Load()
	if last.enough(index) {
		return last, nil
	}
	v := &versions{indexed: index}
	err := s.guard(func() error {
		return s.db.View(func(tx *bbolt.Tx) (err error) {
			v.id, v.after = tx.ID(), &pending{}
			if last != nil {
				v.after = last.after
			} else if v.after.names, err = loadNames(tx); err != nil {
				return err
			}
			if index {
				v.after, err = openChanges(tx, v.after.names, s.limits.atOnce)
			}
			v.before = v.after
			return err
		})
	})
	if err != nil {
		return nil, err
	}
	s.versions.Store(v)
	if u := v.after.unread; u != nil {
		s.writer.Go(func() { s.readLater(u) })
	}
	return v, nil
}

// enough tells whether v has what is asked for.
func (v *versions) enough(index bool) bool { return v != nil && (v.indexed || !index) }

// viewNames runs fn in a transaction that sees the last commit, with what the
// names table lacks there.
func (s *Store) viewNames(ctx context.Context, fn func(tx *bbolt.Tx, n *names) error) error {
	return s.viewPending(ctx, false, func(tx *bbolt.Tx, p *pending) error { return fn(tx, &p.names) })
}

// viewIndex runs fn in a transaction that sees the last commit, with what the
// tables lack there.
func (s *Store) viewIndex(ctx context.Context, fn func(tx *bbolt.Tx, p *pending) error) error {
	return s.viewPending(ctx, true, fn)
}

func (s *Store) viewPending(ctx context.Context, index bool, fn func(tx *bbolt.Tx, p *pending) error) error {
	if err := s.enter(ctx); err != nil {
		return err
	}
	defer s.leave()
	err := s.guard(func() error {
		tx, p, err := s.begin(index)
		if err != nil {
			return err
		}
		defer func() { _ = tx.Rollback() }()
		return fn(tx, p)
	})
	s.report(err)
	return err
}

// begin begins a transaction that reads, and returns what the tables lack there,
// the index where that is asked for. The writer says what a commit makes of
// the pending changes before it commits, and takes it back where the commit
// fails. So whoever finds the same word before and after a transaction has
// begun knows that it sees the state before that commit or the one after it.
func (s *Store) begin(index bool) (*bbolt.Tx, *pending, error) {
	for {
		v, err := s.pendingNow(index)
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
