// Package pgstore keeps named graphs in PostgreSQL, version 15 and later. Any number of
// processes may use one store at once.
//
// A store is a schema of a database: a row for each entity, which holds the whole graph as
// one record (internal/record), a log of changes without gaps, and posting lists in chunks,
// from which patterns, classes and relations are answered (internal/tables). What is written
// goes through one transaction at a time: the row of the table head is locked for as long as
// it takes, so that the numbers of the log have no gaps. Within a process the changes that
// wait are written together.
//
// The package never creates a database or a role, sets nothing of a server, and asks for
// no privileges beyond those on its schema. It knows nothing of formats or HTTP.
package pgstore

import (
	"cmp"
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
	"vitrine/rdfstore/pgstore/internal/record"
	"vitrine/rdfstore/pgstore/internal/tables"
)

// Errors of opening a store.
var (
	// ErrNoStore means that the schema has no store.
	ErrNoStore = errors.New("there is no store in this schema of the database")
	// ErrFormat means that the store is of a version that this program does not read.
	ErrFormat = errors.New("the store is of another format version")
	// ErrDerivation means that the relations of the store come from another derivation.
	ErrDerivation = errors.New("the relations of the store come from another version of vitrine")
	// ErrReadOnly means that the store was opened for reading only.
	ErrReadOnly = errors.New("the store is open for reading only")
)

// IsAddress tells whether a text is the address of a database, and not the name of a file:
// a URL of the scheme postgres or postgresql.
//
//	postgres://ROLE@HOST:PORT,HOST:PORT/DATABASE?schema=NAME&sslmode=verify-full
//
// Parameters but schema are those of libpq; pool_max_conns bounds the connections, and
// default_query_exec_mode says how statements are sent, which is found out otherwise.
func IsAddress(text string) bool { return postgres.IsAddress(text) }

// Redacted returns an address without its password and parameters, for messages.
func Redacted(address string) string { return postgres.Redacted(address) }

// Options say how a store is opened. The zero value opens one for its relations to be
// those of no derivation.
type Options struct {
	// Derivation finds the relations, which have to be those that the store has.
	Derivation rdfstore.Derivation
	// ReadOnly opens the store whatever its relations are, and takes no changes.
	ReadOnly bool
	// Keep says which past states the store keeps of the entities that it changes.
	Keep rdfstore.Retention
	// Signature is that of changes that have none.
	Signature rdfstore.Signature
	// SnapshotAge is how old a snapshot may become: an hour where it is 0.
	SnapshotAge time.Duration
	// Patience is how long a question or a change waits for a database that does not answer
	// before it fails: 15 seconds where it is 0.
	Patience time.Duration
	// Replica is the address of a copy that follows the store, such as a standby. It is read
	// where it has all that the store knows of. Its schema is that of the store where it
	// names none.
	Replica string
	// Logger gets what an operator has to know; nil for none.
	Logger *slog.Logger
}

// Store is an open store.
type Store struct {
	pool       *pgxpool.Pool
	schema     string
	base       string
	options    Options
	sealer     *record.Sealer
	recent     *tables.Recent
	queue      chan *request
	writerDone chan struct{}
	health     health
	// idle is how long a transaction that others wait for may wait for this process, beside
	// what its changes take.
	idle     time.Duration
	position *position
	end      *endOfLog
	// replica is nil where there is none.
	replica *replica

	mu     sync.Mutex
	closed bool
	// calls are those in progress, open snapshots among them.
	calls sync.WaitGroup
}

var (
	_ rdfstore.Store          = (*Store)(nil)
	_ rdfstore.HealthReporter = (*Store)(nil)
)

// Open opens the store at an address (IsAddress). The error wraps ErrNoStore where there
// is none, ErrFormat where it is of another version, and ErrDerivation where its relations
// come from another derivation.
func Open(ctx context.Context, address string, o Options) (*Store, error) {
	pool, schema, err := postgres.Open(ctx, address)
	if err != nil {
		return nil, err
	}
	s, err := open(ctx, pool, schema, o)
	if err != nil {
		pool.Close()
		return nil, fmt.Errorf("%s: %w", Redacted(address), err)
	}
	return s, nil
}

func open(ctx context.Context, pool *pgxpool.Pool, schema string, o Options) (*Store, error) {
	o.SnapshotAge = cmp.Or(o.SnapshotAge, time.Hour)
	o.Patience = cmp.Or(o.Patience, 15*time.Second)
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	state, err := readState(ctx, pool, schema)
	switch {
	case err != nil:
		return nil, err
	case state.format != tables.Format:
		return nil, state.formatError()
	case !o.ReadOnly && state.derivation != o.Derivation.Version:
		return nil, ErrDerivation
	}
	s := &Store{pool: pool, schema: schema, base: state.base, options: o, sealer: record.NewSealer(), recent: tables.NewRecent(), queue: make(chan *request, queueLength),
		writerDone: make(chan struct{}), position: &position{}, end: newEndOfLog(), idle: maxIdle}
	if o.Replica != "" {
		if err := s.useReplica(ctx, o.Replica); err != nil {
			s.replica.close()
			return nil, err
		}
	}
	s.warn(ctx)
	go s.write()
	return s, nil
}

// warn logs settings of the server by which it forgets what it said was durable, and
// privileges that the role lacks.
func (s *Store) warn(ctx context.Context) {
	for _, setting := range []string{"fsync", "synchronous_commit", "full_page_writes"} {
		var value string
		if err := s.pool.QueryRow(ctx, "SELECT current_setting($1, true)", setting).Scan(&value); err == nil && value == "off" {
			s.options.Logger.Warn("the database may lose changes that it acknowledged; switch the setting on", "setting", setting)
		}
	}
	if s.options.ReadOnly {
		return
	}
	var missing bool
	err := s.pool.QueryRow(ctx, `SELECT bool_or(NOT has_table_privilege(quote_ident($1) || '.' || t, p))
		FROM (VALUES ('head', 'UPDATE'), ('entity', 'INSERT'), ('entity', 'UPDATE'), ('entity', 'DELETE'), ('tombstone', 'INSERT'),
			('tombstone', 'UPDATE'), ('tombstone', 'DELETE'), ('log', 'INSERT'), ('log', 'UPDATE'), ('past', 'INSERT'), ('past', 'DELETE'), ('posting', 'INSERT'), ('posting', 'UPDATE'),
			('posting', 'DELETE'), ('tally', 'INSERT'), ('tally', 'UPDATE'), ('tally', 'DELETE')) AS needed (t, p)`, s.schema).Scan(&missing)
	if err == nil && missing {
		err := &rdfstore.GrantError{Grant: s.grant(), Err: errors.New("a privilege is missing")}
		s.options.Logger.Warn("the store takes no writes", "error", err)
		s.health.wrote(err)
	}
}

// Close waits for the calls in progress, snapshots among them, and releases the store.
func (s *Store) Close() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return rdfstore.ErrClosed
	}
	s.closed = true
	s.mu.Unlock()
	s.calls.Wait()
	close(s.queue)
	<-s.writerDone
	s.pool.Close()
	s.replica.close()
	return nil
}

// enter counts a call as in progress until leave.
func (s *Store) enter(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return rdfstore.ErrClosed
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	s.calls.Add(1)
	return nil
}

func (s *Store) leave() { s.calls.Done() }

// proceed tells whether a walk may go on.
func (s *Store) proceed(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return rdfstore.ErrClosed
	}
	return ctx.Err()
}

// Base returns the base of the store.
func (s *Store) Base(ctx context.Context) (string, error) { return s.base, s.proceed(ctx) }

// sql puts the schema of the store in the place of each @ before a dot.
func (s *Store) sql(text string) string { return tables.In(s.schema, text) }

// readAttempts is how often a query is made whose connection breaks.
const readAttempts = 3

// fetch runs a query on the replica, if that is far enough, or else on the primary, which also
// decides what fails on the replica. Both together have the time of Options.Patience.
func (s *Store) fetch(ctx context.Context, text string, args []any, reset func(), scan func(pgx.Rows) error) error {
	if err := s.enter(ctx); err != nil {
		return err
	}
	defer s.leave()
	until := time.Now().Add(s.options.Patience)
	if s.replica != nil {
		if err := s.fetchReplica(ctx, s.options.Patience/2, text, args, reset, scan); err == nil || ctx.Err() != nil {
			return cmp.Or(ctx.Err(), err)
		}
	}
	return s.fetchPrimary(ctx, until, text, args, reset, scan)
}

// fetchPrimary runs a query on the primary, which has time until a moment.
func (s *Store) fetchPrimary(ctx context.Context, until time.Time, text string, args []any, reset func(), scan func(pgx.Rows) error) error {
	if err := s.enter(ctx); err != nil {
		return err
	}
	defer s.leave()
	short, cancel := context.WithDeadline(ctx, until)
	defer cancel()
	var err error
	for range readAttempts {
		reset()
		if err = s.ask(short, text, args, scan); err == nil || short.Err() != nil || !postgres.Again(err) {
			break
		}
		// The other connections are likely to be broken too.
		s.pool.Reset()
	}
	if ctx.Err() != nil && err != nil {
		return ctx.Err()
	}
	s.health.read(err)
	return postgres.Unavailable(err)
}

func (s *Store) ask(ctx context.Context, text string, args []any, scan func(pgx.Rows) error) error {
	conn, err := postgres.Acquire(ctx, s.pool)
	if err != nil {
		return err
	}
	defer conn.Release()
	return tables.Ask(ctx, conn, s.sql(text), args, scan)
}

// primary is the source of what only the primary knows.
type primary struct{ anywhere }

func (s primary) Fetch(ctx context.Context, text string, args []any, reset func(), scan func(pgx.Rows) error) error {
	return s.fetchPrimary(ctx, time.Now().Add(s.options.Patience), text, args, reset, scan)
}
