package pgstore

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/knakk/rdf"

	"vitrine/rdfstore/pgstore/internal/postgres"
	"vitrine/rdfstore/pgstore/internal/tables"
)

// OpenTraced opens a store with one connection whose queries a tracer sees.
func OpenTraced(ctx context.Context, address string, o Options, tracer pgx.QueryTracer) (*Store, error) {
	config, schema, err := postgres.Parse(address, postgres.DefaultSchema, postgres.OnPrimary)
	if err != nil {
		return nil, err
	}
	config.MaxConns, config.ConnConfig.Tracer = 1, tracer
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	return open(ctx, pool, schema, o)
}

// AskReplicaAlways has a store ask its replica also where that was behind just before.
func AskReplicaAlways(s *Store) { s.replica.rest = 0 }

// AskAgain has a store ask databases now that it would leave alone for a while.
func AskAgain(s *Store) {
	s.replica.mu.Lock()
	defer s.replica.mu.Unlock()
	s.replica.away = time.Time{}
	s.end.away = time.Time{}
}

// BoundIdle sets how long a transaction that others wait for may wait for the store.
func BoundIdle(s *Store, idle time.Duration) { s.idle = idle }

// BareGet returns what selects the row of an entity, and makes nothing of it.
func BareGet(b *testing.B, address string, name rdf.IRI) func(ctx context.Context) error {
	pool, schema, err := postgres.Open(b.Context(), address)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(pool.Close)
	key := tables.DigestOf(name)
	query := tables.In(schema, "SELECT id, name, version, created, modified, record FROM @.entity WHERE digest = $1")
	return func(ctx context.Context) error {
		var id, version, created, modified int64
		var name, record []byte
		return pool.QueryRow(ctx, query, key[:]).Scan(&id, &name, &version, &created, &modified, &record)
	}
}

// Setting returns what a session of a store has set.
func Setting(ctx context.Context, address, name string) (value string, err error) {
	pool, _, err := postgres.Open(ctx, address)
	if err != nil {
		return "", err
	}
	defer pool.Close()
	err = pool.QueryRow(ctx, "SELECT current_setting($1)", name).Scan(&value)
	return value, err
}
