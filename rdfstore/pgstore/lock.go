package pgstore

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"sync"

	"vitrine/rdfstore/pgstore/internal/failure"
)

// ErrLocked means that another process, or another call in this one, holds a lock.
var ErrLocked = errors.New("it is locked through the database")

// Lock keeps all others who use the store from a lock of the same name until unlock is
// called, or until this process or its connection ends: an advisory lock of a transaction,
// which PgBouncer's transaction pooling keeps apart, too. It does not wait; the error wraps
// ErrLocked where another one holds the lock, and rdfstore.ErrUnavailable where the database
// cannot be reached. The lock has a connection of the pool, and holds up no VACUUM.
func (s *Store) Lock(ctx context.Context, name string) (unlock func(), err error) {
	if err := s.enter(ctx); err != nil {
		return nil, err
	}
	tx, err := s.pool.Begin(ctx)
	if err != nil {
		s.leave()
		return nil, failure.Unavailable(err)
	}
	var once sync.Once
	unlock = func() {
		once.Do(func() {
			defer s.leave()
			ctx, cancel := context.WithTimeout(context.Background(), s.options.Patience)
			defer cancel()
			_ = tx.Rollback(ctx) // a connection that is broken holds no lock
		})
	}
	sum := sha256.Sum256([]byte("vitrine lock " + s.schema + "\x00" + name))
	var got bool
	if err := tx.QueryRow(ctx, "SELECT pg_try_advisory_xact_lock($1)", int64(binary.BigEndian.Uint64(sum[:]))).Scan(&got); err != nil {
		unlock()
		return nil, failure.Unavailable(err)
	}
	if !got {
		unlock()
		return nil, ErrLocked
	}
	return unlock, nil
}
