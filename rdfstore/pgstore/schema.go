package pgstore

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/rdfstore"
	"vitrine/rdfstore/pgstore/internal/postgres"
	"vitrine/rdfstore/pgstore/internal/tables"
)

// state is what a store says of itself.
type state struct {
	format     int
	derivation string
	base       string
}

// formatError returns the error about tables of another version than this program's.
func (s state) formatError() error {
	return fmt.Errorf("%w: it is of version %d, this program reads version %d; use the vitrine that wrote it", ErrFormat, s.format, tables.Format)
}

// rower is a pool or a transaction.
type rower interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

func readState(ctx context.Context, db rower, schema string) (state, error) {
	var s state
	err := db.QueryRow(ctx, tables.In(schema, "SELECT format, derivation, base FROM @.head")).Scan(&s.format, &s.derivation, &s.base)
	var answer *pgconn.PgError
	if errors.Is(err, pgx.ErrNoRows) || errors.As(err, &answer) && (answer.Code == postgres.UndefinedTable || answer.Code == postgres.InvalidSchema) {
		return s, fmt.Errorf("%w (%s)", ErrNoStore, schema)
	}
	return s, postgres.Unavailable(err)
}

// Init creates an empty store with the base, "" for none, whose relations are those of the
// derivation, and the schema where there is none; created is false where there is a store. The role needs the
// privilege CREATE on the database, or on the schema where that exists.
func Init(ctx context.Context, address string, d rdfstore.Derivation, base string) (created bool, err error) {
	err = alone(ctx, address, func(tx pgx.Tx, schema string) error {
		if _, err := readStateIn(ctx, tx, schema); !errors.Is(err, ErrNoStore) {
			return err
		}
		created = true
		return create(ctx, tx, schema, d, base)
	})
	return created && err == nil, err
}

// readStateIn is readState in a transaction that has to go on where there is no store.
func readStateIn(ctx context.Context, tx pgx.Tx, schema string) (state, error) {
	inner, err := tx.Begin(ctx)
	if err != nil {
		return state{}, err
	}
	s, err := readState(ctx, inner, schema)
	return s, errors.Join(err, inner.Rollback(ctx))
}

func create(ctx context.Context, tx pgx.Tx, schema string, d rdfstore.Derivation, base string) error {
	var there bool
	if err := tx.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM information_schema.schemata WHERE schema_name = $1) OR to_regnamespace(quote_ident($1)) IS NOT NULL", schema).Scan(&there); err != nil {
		return err
	}
	if !there {
		if _, err := tx.Exec(ctx, "CREATE SCHEMA "+pgx.Identifier{schema}.Sanitize()); err != nil {
			return fmt.Errorf("create the schema: %w", err)
		}
	}
	// Several statements at once go by the simple protocol only.
	if _, err := tx.Exec(ctx, tables.Statements(schema)+tables.Indexes(schema, ""), pgx.QueryExecModeSimpleProtocol); err != nil {
		return fmt.Errorf("create the tables: %w", err)
	}
	_, err := tx.Exec(ctx, tables.In(schema, "INSERT INTO @.head (one, format, derivation, base, seq, at, entities, triples) VALUES (true, $1, $2, $3, 0, 0, 0, 0)"), tables.Format, d.Version, base)
	return err
}

// alone runs fn in a transaction beside which no other of this kind runs on the store, and
// commits it.
func alone(ctx context.Context, address string, fn func(tx pgx.Tx, schema string) error) error {
	pool, schema, err := postgres.Open(ctx, address)
	if err != nil {
		return err
	}
	defer pool.Close()
	if err := inTransaction(ctx, pool, schema, fn); err != nil {
		return fmt.Errorf("%s: %w", Redacted(address), postgres.Unavailable(err))
	}
	return nil
}

func inTransaction(ctx context.Context, pool *pgxpool.Pool, schema string, fn func(tx pgx.Tx, schema string) error) (err error) {
	tx, err := pool.Begin(ctx)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = tx.Rollback(context.WithoutCancel(ctx))
		}
	}()
	sum := sha256.Sum256([]byte("vitrine store " + schema))
	if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", int64(binary.BigEndian.Uint64(sum[:]))); err != nil {
		return err
	}
	if err := fn(tx, schema); err != nil {
		return err
	}
	return tx.Commit(ctx)
}
