// Package pgstoretest gives tests empty stores in a PostgreSQL server that is already
// running, each in a schema of its own, which is dropped after the test.
//
// It never starts a server. Its tests are those of the packages that use it.
package pgstoretest

import (
	"context"
	"crypto/rand"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"vitrine/checks/memstore"
	"vitrine/rdfstore/pgstore"
)

// Variable names the environment variable with the address of a database in which the
// tests may create schemas.
const Variable = "VITRINE_TEST_POSTGRES"

// PoolerVariable names the environment variable with the address of the same database
// through a pooler that pools by transactions.
const PoolerVariable = "VITRINE_TEST_PGBOUNCER"

// Pooled returns the address through the pooler of the schema that an address names. Without
// a pooler the test is skipped.
func Pooled(t testing.TB, address string) string {
	t.Helper()
	pooler := os.Getenv(PoolerVariable)
	if pooler == "" {
		t.Skip("left out: it needs PgBouncer. make postgres starts it where it is installed; or set " + PoolerVariable + " to its address")
	}
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	through, err := url.Parse(pooler)
	if err != nil {
		t.Fatal(err)
	}
	u.Host = through.Host
	return u.String()
}

// Server returns the address of the database for tests, "" where there is none.
func Server() string { return os.Getenv(Variable) }

// Address returns the address of a schema that nothing else uses, which is dropped after
// the test with that of its drafts. Without a server the test is skipped.
func Address(t testing.TB) string {
	t.Helper()
	server := Server()
	if server == "" {
		t.Skip("left out: it needs a PostgreSQL server. make postgres starts one; or set " + Variable + " to an address such as postgres://vitrine@127.0.0.1/vitrine")
	}
	u, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	schema := "test " + strings.ToLower(rand.Text())
	t.Cleanup(func() {
		if err := drop(server, schema); err != nil {
			t.Errorf("drop the schema: %v", err)
		}
	})
	q := u.Query()
	q.Set("schema", schema)
	u.RawQuery = q.Encode()
	return u.String()
}

func drop(server, schema string) error {
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, server)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, "DROP SCHEMA IF EXISTS "+pgx.Identifier{schema}.Sanitize()+", "+pgx.Identifier{schema + "_drafts"}.Sanitize()+" CASCADE")
	return err
}

// New returns an empty store, whose base is memstore.Base, and its address. The store is closed
// after the test.
func New(t testing.TB, o pgstore.Options) (*pgstore.Store, string) {
	t.Helper()
	address := Address(t)
	if created, err := pgstore.Init(t.Context(), address, o.Derivation, memstore.Base); err != nil || !created {
		t.Fatalf("Init: %v, %v", created, err)
	}
	return Open(t, address, o), address
}

// Open opens a store, which is closed after the test.
func Open(t testing.TB, address string, o pgstore.Options) *pgstore.Store {
	t.Helper()
	s, err := pgstore.Open(t.Context(), address, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}
