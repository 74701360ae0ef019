package boltstore

import (
	"context"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/memtable"
)

// memtableVersions are the pending changes around a commit.
type memtableVersions struct {
	// indexed tells that they have the changes of the index. Without them, nothing
	// has been written since the store was opened: the writer asks for them before
	// it does.
	indexed bool
	// id is the number of the transaction from which on after holds; before it
	// before does.
	id            int
	before, after *memtable.Memtable
}

func (v *memtableVersions) of(tx *bbolt.Tx) *memtable.Memtable {
	if tx.ID() < v.id {
		return v.before
	}
	return v.after
}

// memtableNow returns the pending changes around the last commit, those of the
// index where they are asked for. They are read from the file the first time.
func (s *Store) memtableNow(index bool) (*memtableVersions, error) {
	if v := s.versions.Load(); v.enough(index) {
		return v, nil
	}
	s.loading.Lock()
	defer s.loading.Unlock()
	last := s.versions.Load()
	if last.enough(index) {
		return last, nil
	}
	v := &memtableVersions{indexed: index}
	err := s.guard(func() error {
		return s.db.View(func(tx *bbolt.Tx) (err error) {
			v.id, v.after = tx.ID(), &memtable.Memtable{}
			if last != nil {
				v.after = last.after
			} else if v.after.Names, err = memtable.LoadNames(tx); err != nil {
				return err
			}
			if index {
				v.after, err = memtable.Open(tx, v.after.Names, s.limits.atOnce)
			}
			v.before = v.after
			return err
		})
	})
	if err != nil {
		return nil, err
	}
	s.versions.Store(v)
	if u := v.after.Unloaded; u != nil {
		s.writer.Go(func() { s.loadLater(u) })
	}
	return v, nil
}

// enough tells whether v has what is asked for.
func (v *memtableVersions) enough(index bool) bool { return v != nil && (v.indexed || !index) }

// viewNames runs fn in a transaction that sees the last commit, with what the
// names table lacks there.
func (s *Store) viewNames(ctx context.Context, fn func(tx *bbolt.Tx, n *memtable.Names) error) error {
	return s.viewMemtable(ctx, false, func(tx *bbolt.Tx, p *memtable.Memtable) error { return fn(tx, &p.Names) })
}

// viewIndex runs fn in a transaction that sees the last commit, with what the
// tables lack there.
func (s *Store) viewIndex(ctx context.Context, fn func(tx *bbolt.Tx, p *memtable.Memtable) error) error {
	return s.viewMemtable(ctx, true, fn)
}

func (s *Store) viewMemtable(ctx context.Context, index bool, fn func(tx *bbolt.Tx, p *memtable.Memtable) error) error {
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
func (s *Store) begin(index bool) (*bbolt.Tx, *memtable.Memtable, error) {
	for {
		v, err := s.memtableNow(index)
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

// loadLater reads unread changes. None of their entries goes while it does; those
// that commits add meanwhile are in memory already.
func (s *Store) loadLater(u *memtable.Unloaded) {
	defer close(u.Done)
	u.Err = s.guard(func() error {
		return s.db.View(func(tx *bbolt.Tx) error {
			if err := u.Load(tx, func() bool { return !s.isClosing() }); err != nil {
				return err
			}
			if s.isClosing() {
				return rdfstore.ErrClosed
			}
			return nil
		})
	})
	s.report(u.Err)
}

// isClosing tells whether the goroutines of the store should end.
func (s *Store) isClosing() bool {
	select {
	case <-s.closing:
		return true
	default:
		return false
	}
}

// takeLoaded takes up the unread changes once they have been read.
func (s *Store) takeLoaded(v *memtableVersions) (*memtableVersions, error) {
	u := v.after.Unloaded
	if u == nil || !u.IsRead() {
		return v, nil
	}
	if u.Err != nil {
		return nil, u.Err
	}
	taken := *v
	taken.after = v.after.Loaded()
	s.versions.Store(&taken)
	return &taken, nil
}
