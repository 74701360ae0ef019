package pgstore

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/rdfstore"
	"vitrine/rdfstore/pgstore/internal/connect"
	"vitrine/rdfstore/pgstore/internal/failure"
	"vitrine/rdfstore/pgstore/internal/tables"
)

// Migrate brings a store to the format of this program, in one short transaction, and to the
// relations of the derivation, as Rederive does. changed is false where there was nothing to
// do. progress may be nil; it gets the number of entities so far.
func Migrate(ctx context.Context, address string, d rdfstore.Derivation, progress func(entities uint64)) (changed bool, err error) {
	formatted, err := migrateFormat(ctx, address)
	if err != nil {
		return false, err
	}
	derived, err := rederive(ctx, address, d, progress)
	return formatted || derived, err
}

// migrateFormat brings the tables to the version of this program. It waits for readers for a
// short time only, again and again, so that those who come after it do not wait long.
func migrateFormat(ctx context.Context, address string) (changed bool, err error) {
	for attempt := 0; ; attempt++ {
		changed = false
		err := alone(ctx, address, func(tx pgx.Tx, schema string) error {
			s, err := readStateIn(ctx, tx, schema)
			if err != nil || s.format == tables.Format {
				return err
			}
			if s.format != 1 {
				return s.formatError()
			}
			changed = true
			if _, err := tx.Exec(ctx, "SELECT set_config('lock_timeout', '"+dropWait+"', true)"); err != nil {
				return err
			}
			_, err = tx.Exec(ctx, tables.FromFormat1(schema), pgx.QueryExecModeSimpleProtocol)
			return err
		})
		var answer *pgconn.PgError
		if err == nil || attempt == dropAttempts || !errors.As(err, &answer) || answer.Code != failure.LockNotAvailable && answer.Code != failure.Deadlock {
			return changed && err == nil, err
		}
		select {
		case <-time.After(dropPause):
		case <-ctx.Done():
			return false, ctx.Err()
		}
	}
}

// Address is the address of a store that need not be open.
type Address string

var _ rdfstore.Rederiver = Address("")

// Rederive puts the relations of a derivation in place of those in the store, while others
// read and write it. It makes the lists of the next generation beside those that are current,
// in short transactions that lock nothing which others need, follows the log, and makes the
// next generation current in one short transaction, for which writers wait. Then it removes
// the lists of before. What is interrupted goes on where it was when Rederive is called again;
// where it is called with another derivation, what was made for the first one is removed.
//
// Processes that have the store open with another derivation can neither write nor ask for
// relations from then on: the error wraps ErrDerivation. The error of Rederive wraps ErrLocked
// where another process is at it, and ErrFormat where the tables are of another version.
func (a Address) Rederive(ctx context.Context, d rdfstore.Derivation, progress func(entities uint64)) error {
	_, err := rederive(ctx, string(a), d, progress)
	return err
}

// rederive is Rederive; changed tells whether there was something to do.
func rederive(ctx context.Context, address string, d rdfstore.Derivation, progress func(entities uint64)) (changed bool, err error) {
	pool, schema, err := connect.Open(ctx, address)
	if err != nil {
		return false, err
	}
	defer pool.Close()
	if progress == nil {
		progress = func(uint64) {}
	}
	changed, err = rederiveIn(ctx, pool, schema, d, progress)
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("%s: %w", Redacted(address), failure.Unavailable(err))
	}
	return changed, err
}

func rederiveIn(ctx context.Context, pool *pgxpool.Pool, schema string, d rdfstore.Derivation, progress func(entities uint64)) (changed bool, err error) {
	s, err := readState(ctx, pool, schema)
	switch {
	case err != nil:
		return false, err
	case s.format != tables.Format:
		return false, s.formatError()
	}
	unlock, err := lock(ctx, pool, schema, "rederive", closePatience)
	if err != nil {
		return false, err
	}
	defer unlock()
	r, err := newRederivation(pool, schema, d, progress)
	if err != nil {
		return false, err
	}
	defer r.store.sealer.Close()
	return r.run(ctx)
}

// closePatience is how long the release of a lock may take.
const closePatience = 15 * time.Second
