package pgstore

import (
	"context"
	"fmt"
	"iter"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/pgstore/internal/postgres"
	"vitrine/rdfstore/pgstore/internal/tables"
)

// Snapshot returns the store as it is now: a transaction of isolation level REPEATABLE
// READ, which has a connection of its own for as long as it is open. It ends by itself
// when it is older than Options.SnapshotAge, since the database keeps what changes leave
// behind until then.
func (s *Store) Snapshot(ctx context.Context) (rdfstore.Snapshot, error) {
	r, err := s.newSnapshot(ctx)
	if err != nil {
		return nil, err
	}
	return r, nil
}

// Graphs yields the entities as they were when the walk began.
func (s *Store) Graphs(ctx context.Context, after string) iter.Seq2[*rdfstore.Entity, error] {
	return func(yield func(*rdfstore.Entity, error) bool) {
		r, err := s.newSnapshot(ctx)
		if err != nil {
			yield(nil, err)
			return
		}
		defer r.Close()
		r.Graphs(ctx, after)(yield)
	}
}

var (
	_ rdfstore.Records = (*snapshot)(nil)
	_ rdfstore.Ahead   = (*snapshot)(nil)
)

// snapshot is an open snapshot. Its queries run one after the other.
type snapshot struct {
	store  *Store
	schema string
	at     rdfstore.LogEntry
	timer  *time.Timer
	kept   *tables.Kept

	mu   sync.Mutex
	conn *pgxpool.Conn
	tx   pgx.Tx
	// ended is the error of whoever asks after the end.
	ended error
}

func (s *Store) newSnapshot(ctx context.Context) (*snapshot, error) {
	if err := s.enter(ctx); err != nil {
		return nil, err
	}
	r, err := s.beginAnywhere(ctx)
	if err != nil {
		s.leave()
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, postgres.Unavailable(err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.timer = time.AfterFunc(s.options.SnapshotAge, r.expire)
	return r, nil
}

// beginAnywhere begins a snapshot of the replica where that is far enough, or of the primary.
func (s *Store) beginAnywhere(ctx context.Context) (r *snapshot, err error) {
	short, cancel := context.WithTimeout(ctx, s.options.Patience)
	defer cancel()
	if s.replica.worthAsking(short, s) {
		if r, err = s.beginOnReplica(short); err == nil || ctx.Err() != nil {
			return r, err
		}
	}
	for range readAttempts {
		if r, err = s.begin(short, s.pool, s.schema); err == nil || !postgres.Again(err) || short.Err() != nil {
			break
		}
		s.pool.Reset()
	}
	s.health.read(err)
	return r, err
}

func (s *Store) beginOnReplica(ctx context.Context) (*snapshot, error) {
	r, err := s.begin(ctx, s.replica.pool, s.replica.schema)
	if err == nil && r.at.Seq < s.position.known() {
		r.release(ctx)
		err = errBehind
	}
	if s.replica.answered(ctx, err); err != nil {
		return nil, err
	}
	s.position.learn(r.at.Seq)
	return r, nil
}

// begin begins the transaction; its first query is the moment that it sees.
func (s *Store) begin(ctx context.Context, pool *pgxpool.Pool, schema string) (*snapshot, error) {
	conn, err := postgres.Acquire(ctx, pool)
	if err != nil {
		return nil, err
	}
	tx, err := conn.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	if err != nil {
		conn.Release()
		return nil, err
	}
	r := &snapshot{store: s, schema: schema, conn: conn, tx: tx, kept: tables.NewKept()}
	if r.at, err = tables.LastChange(ctx, r); err != nil {
		r.release(ctx)
		return nil, err
	}
	return r, nil
}

// release ends the transaction. It has changed nothing, so that its end cannot fail in a way
// that matters: a connection that is broken is closed.
func (r *snapshot) release(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), r.store.options.Patience)
	defer cancel()
	_ = r.tx.Rollback(ctx)
	r.conn.Release()
}

func (r *snapshot) expire() {
	_ = r.end(fmt.Errorf("%w: it may be open for %v", rdfstore.ErrExpired, r.store.options.SnapshotAge))
}

// Close lets go of the snapshot.
func (r *snapshot) Close() error { return r.end(rdfstore.ErrClosed) }

// end ends the snapshot, once.
func (r *snapshot) end(why error) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ended != nil {
		return nil
	}
	r.ended = why
	r.timer.Stop()
	r.release(context.Background())
	r.store.leave()
	return nil
}

// maxQuery is how long a query of a snapshot may take whose context has no end.
const maxQuery = 5 * time.Minute

// Fetch runs a query. Where ctx ends meanwhile, so do the query, the transaction, and with it
// the snapshot.
func (r *snapshot) Fetch(ctx context.Context, text string, args []any, reset func(), scan func(pgx.Rows) error) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.mayProceed(ctx); err != nil {
		return err
	}
	reset()
	short, cancel := context.WithTimeout(ctx, maxQuery)
	defer cancel()
	err := tables.Ask(short, r.tx, tables.In(r.schema, text), args, scan)
	if err != nil && ctx.Err() != nil {
		return ctx.Err()
	}
	return postgres.Unavailable(err)
}

// Steady tells that all is as it was at one moment.
func (r *snapshot) Steady() bool { return true }

// Proceed tells whether a walk may go on.
func (r *snapshot) Proceed(ctx context.Context) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.mayProceed(ctx)
}

// mayProceed tells whether the transaction may be used. The caller holds the lock.
func (r *snapshot) mayProceed(ctx context.Context) error {
	if r.ended != nil {
		return r.ended
	}
	return r.store.proceed(ctx)
}

// At returns the newest entry of the log.
func (r *snapshot) At() rdfstore.LogEntry { return r.at }

func (r *snapshot) reader() tables.Reader {
	return tables.Reader{Source: r, Sealer: r.store.sealer, Kept: r.kept, Recent: r.store.recent}
}

// Get returns the entity with the name.
func (r *snapshot) Get(ctx context.Context, name rdf.IRI) (*rdfstore.Entity, error) {
	return r.reader().Get(ctx, name)
}

// Has tells whether there is an entity with the name.
func (r *snapshot) Has(ctx context.Context, name rdf.IRI) (bool, error) {
	return r.reader().Has(ctx, name)
}

// Record returns the graph of the name.
func (r *snapshot) Record(ctx context.Context, name rdf.IRI) (rdfstore.Record, error) {
	return r.reader().Record(ctx, name)
}

// Records yields the graphs that have quads of the pattern.
func (r *snapshot) Records(ctx context.Context, p rdfstore.Pattern) iter.Seq2[rdfstore.Found, error] {
	return r.reader().Records(ctx, p)
}

// Ahead reads at once what answers questions.
func (r *snapshot) Ahead(ctx context.Context, ask rdfstore.Questions) error {
	return r.reader().Ahead(ctx, ask)
}

// Match yields the quads that match the pattern.
func (r *snapshot) Match(ctx context.Context, p rdfstore.Pattern, after rdfstore.Cursor) iter.Seq2[rdfstore.Match, error] {
	return r.reader().Match(ctx, p, after)
}

// Count returns the number of quads that match the pattern.
func (r *snapshot) Count(ctx context.Context, p rdfstore.Pattern) (uint64, error) {
	return r.reader().Count(ctx, p)
}

// Entities yields the names.
func (r *snapshot) Entities(ctx context.Context, after string) iter.Seq2[rdf.IRI, error] {
	return tables.Names(ctx, r, after, "", 0)
}

// Graphs yields the entities.
func (r *snapshot) Graphs(ctx context.Context, after string) iter.Seq2[*rdfstore.Entity, error] {
	return r.reader().Graphs(ctx, after)
}
