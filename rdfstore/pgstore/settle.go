package pgstore

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"vitrine/rdfstore"
	"vitrine/rdfstore/pgstore/internal/postgres"
)

// errRolledBack means that a COMMIT was answered by ROLLBACK, as it is in a transaction in
// which a statement has failed.
var errRolledBack = errors.New("the database rolled the transaction back in place of committing it")

// acknowledged looks at the answer to a COMMIT.
func acknowledged(tag pgconn.CommandTag) error {
	if tag.String() != "COMMIT" {
		return errRolledBack
	}
	return nil
}

// settle finds out whether a transaction was committed whose COMMIT was sent, and which ended
// in an error. The transaction holds the lock on the head until it ends, and its entry of the
// log is of the batch. The error is nil where it was committed, the same where it was not, and
// wraps rdfstore.ErrUncertain where the database cannot be reached.
//
// It asks whatever the error is, unless that says for certain that nothing was committed:
// what is not known must not be tried again, since that would meet what it has done itself.
func (s *Store) settle(ctx context.Context, err error, seq int64, batch int32, at int64) error {
	if postgres.RolledBack(err) || errors.Is(err, errRolledBack) {
		return err
	}
	done, asking := s.committed(ctx, seq, batch, at)
	switch {
	case asking != nil:
		return fmt.Errorf("%w: %w, and then: %w", rdfstore.ErrUncertain, err, asking)
	case done:
		return nil
	}
	return err
}

// committed asks the database whether the entry of the log is of the batch, again and
// again until the context ends.
func (s *Store) committed(ctx context.Context, seq int64, batch int32, at int64) (bool, error) {
	for pause := firstPause; ; pause = min(2*pause, lastPause) {
		done, err := s.hasBatch(ctx, seq, batch, at)
		if err == nil || !postgres.Again(err) {
			return done, err
		}
		s.pool.Reset()
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return false, err
		}
	}
}

// hasBatch tells whether the entry of the log is of the batch. The lock on the head waits for
// a transaction that the server has not ended yet, which may be at its COMMIT still when its
// client has lost it; a server that takes no writes refuses the lock. Since that writes,
// the COMMIT at the end waits for the synchronous standbys that the other may not have waited
// for: what is told to be there is there after a failover, too.
func (s *Store) hasBatch(ctx context.Context, seq int64, batch int32, at int64) (found bool, err error) {
	conn, err := postgres.Acquire(ctx, s.pool)
	if err != nil {
		return false, err
	}
	defer conn.Release()
	err = pgx.BeginTxFunc(ctx, conn, pgx.TxOptions{IsoLevel: pgx.ReadCommitted, AccessMode: pgx.ReadWrite}, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, writeSettings, s.idleFor(1)); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, s.sql("SELECT seq FROM @.head WHERE one FOR UPDATE")); err != nil {
			return err
		}
		return tx.QueryRow(ctx, s.sql("SELECT EXISTS (SELECT 1 FROM @.log WHERE seq = $1 AND batch = $2 AND at = $3)"), seq, batch, at).Scan(&found)
	})
	return found, err
}
