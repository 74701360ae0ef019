package pgstore

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/rdfstore/pgstore/internal/postgres"
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
	release, err := lock(ctx, s.pool, s.schema, name, s.options.Patience)
	if err != nil {
		s.leave()
		return nil, err
	}
	return sync.OnceFunc(func() {
		defer s.leave()
		release()
	}), nil
}

// lock is Lock of the store in a schema. The lock is released in the time of timeout.
func lock(ctx context.Context, pool *pgxpool.Pool, schema, name string, timeout time.Duration) (unlock func(), err error) {
	asking, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	conn, err := postgres.Acquire(asking, pool)
	if err != nil {
		return nil, postgres.Unavailable(err)
	}
	tx, err := conn.Begin(asking)
	if err != nil {
		conn.Release()
		return nil, postgres.Unavailable(err)
	}
	unlock = func() {
		defer conn.Release()
		ctx, cancel := context.WithTimeout(context.Background(), timeout)
		defer cancel()
		_ = tx.Rollback(ctx) // a connection that is broken holds no lock
	}
	sum := sha256.Sum256([]byte("vitrine lock " + schema + "\x00" + name))
	var got bool
	if err := tx.QueryRow(asking, "SELECT pg_try_advisory_xact_lock($1)", int64(binary.BigEndian.Uint64(sum[:]))).Scan(&got); err != nil {
		unlock()
		return nil, postgres.Unavailable(err)
	}
	if !got {
		unlock()
		return nil, ErrLocked
	}
	return unlock, nil
}
