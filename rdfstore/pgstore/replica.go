package pgstore

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/rdfstore"
	"vitrine/rdfstore/pgstore/internal/postgres"
	"vitrine/rdfstore/pgstore/internal/tables"
)

// ErrReplica means that Options.Replica has another store than the address that was opened.
var ErrReplica = errors.New("the database for reading is no copy of the store")

// errBehind means that the replica has not replayed what an answer has to show.
var errBehind = fmt.Errorf("%w: the replica is behind", rdfstore.ErrUnavailable)

const (
	// awayPause is how long a database that could not be reached is not asked again,
	// where there is another one to ask.
	awayPause = 5 * time.Second
	// behindPause is how long a replica that is behind is not asked.
	behindPause = 20 * time.Millisecond
)

// replica is a copy of the store that follows it, such as a standby, and may be behind. Where
// its address has several hosts, pgx chooses one. It is asked together with how far it is, and
// its answer counts where that is as far as the store knows of. A nil one is never asked.
type replica struct {
	pool   *pgxpool.Pool
	schema string
	logger *slog.Logger
	// rest is how long it is not asked when it is behind.
	rest time.Duration

	mu sync.Mutex
	// verified tells that it was found to be a copy of this store.
	verified bool
	// away is when it may be asked again.
	away time.Time
	// failing is set where the log says that it cannot be asked.
	failing bool
}

// useReplica has the store read from a replica as well. One that cannot be reached is used
// later; the error wraps ErrReplica where it is no copy of the store.
func (s *Store) useReplica(ctx context.Context, address string) error {
	config, schema, err := postgres.Parse(address, s.schema, postgres.OnStandby)
	if err != nil {
		return err
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return err
	}
	s.replica = &replica{pool: pool, schema: schema, logger: s.options.Logger.With("database", Redacted(address)), rest: behindPause}
	short, cancel := context.WithTimeout(ctx, s.options.Patience)
	defer cancel()
	err = s.replica.verify(short, s)
	if s.replica.answered(short, err); errors.Is(err, ErrReplica) {
		return fmt.Errorf("%s: %w", Redacted(address), err)
	}
	return nil
}

func (r *replica) close() {
	if r != nil {
		r.pool.Close()
	}
}

// verify compares the newest entry of the log of the replica with that of the primary. An
// empty log says nothing.
func (r *replica) verify(ctx context.Context, s *Store) error {
	var seq, batch, at int64
	err := r.pool.QueryRow(ctx, tables.In(r.schema, "SELECT seq, batch, at FROM @.log ORDER BY seq DESC LIMIT 1")).Scan(&seq, &batch, &at)
	if errors.Is(err, pgx.ErrNoRows) {
		return errBehind
	}
	if err != nil {
		return err
	}
	var same bool
	if err := s.pool.QueryRow(ctx, s.sql("SELECT EXISTS (SELECT 1 FROM @.log WHERE seq = $1 AND batch = $2 AND at = $3)"), seq, batch, at).Scan(&same); err != nil {
		return err
	}
	if !same {
		return ErrReplica
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.verified = true
	return nil
}

// doubt has the replica compared with the primary again before it is asked.
func (r *replica) doubt() {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.verified = false
}

// worthAsking tells whether the replica may be asked now. It is compared with the primary
// before that, once.
func (r *replica) worthAsking(ctx context.Context, s *Store) bool {
	if r == nil {
		return false
	}
	r.mu.Lock()
	now, verified := time.Now(), r.verified
	may := !now.Before(r.away)
	if may && (!verified || r.failing) {
		r.away = now.Add(awayPause) // the others do not wait for what may take long
	}
	r.mu.Unlock()
	if !may || verified {
		return may
	}
	err := r.verify(ctx, s)
	r.answered(ctx, err)
	return err == nil
}

// answered notes how a question to the replica ended.
func (r *replica) answered(ctx context.Context, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case errors.Is(err, errBehind):
		r.away = time.Now().Add(r.rest)
	case err == nil:
		if r.away = (time.Time{}); r.failing {
			r.failing = false
			r.logger.Info("the database for reading answers again")
		}
	case errors.Is(ctx.Err(), context.Canceled) || postgres.Met(err):
	default:
		if r.away = time.Now().Add(awayPause); !r.failing {
			r.failing = true
			r.logger.Warn("the database for reading cannot be used; the primary is asked", "error", err)
		}
	}
}

// fetch runs a query on the replica between two for the end of the log, in one round trip.
// Each statement sees the store as it is at its beginning, so that the answer is as new as the
// number before it, and not newer than the one after it, of which the store learns. The error
// is errBehind where the first is less than is known.
func (r *replica) fetch(ctx context.Context, known *position, text string, args []any, scan func(pgx.Rows) error) error {
	end := tables.In(r.schema, "SELECT seq FROM @.head")
	batch := &pgx.Batch{}
	least := known.known()
	batch.Queue(end).QueryRow(func(row pgx.Row) error {
		var seq int64
		if err := row.Scan(&seq); err != nil {
			return err
		}
		if uint64(seq) < least {
			return errBehind
		}
		return nil
	})
	batch.Queue(tables.In(r.schema, text), args...).Query(func(rows pgx.Rows) error { return tables.ScanAll(rows, scan) })
	batch.Queue(end).QueryRow(func(row pgx.Row) error {
		var seq int64
		err := row.Scan(&seq)
		known.learn(uint64(seq))
		return err
	})
	conn, err := postgres.Acquire(ctx, r.pool)
	if err != nil {
		return err
	}
	defer conn.Release()
	return conn.SendBatch(ctx, batch).Close()
}

// standby is the source of what only the replica is asked.
type standby struct{ anywhere }

func (s standby) Fetch(ctx context.Context, text string, args []any, reset func(), scan func(pgx.Rows) error) error {
	return s.fetchReplica(ctx, s.options.Patience, text, args, reset, scan)
}

// fetchReplica runs a query on the replica, which has some time. The error wraps
// rdfstore.ErrUnavailable where that is behind, or may not be asked now.
func (s *Store) fetchReplica(ctx context.Context, patience time.Duration, text string, args []any, reset func(), scan func(pgx.Rows) error) error {
	short, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if !s.replica.worthAsking(short, s) {
		return errBehind
	}
	reset()
	err := s.replica.fetch(short, s.position, text, args, scan)
	s.replica.answered(short, err)
	return postgres.Unavailable(err)
}
