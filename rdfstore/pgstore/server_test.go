package pgstore_test

import (
	"context"
	"crypto/rand"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"vitrine/rdfstore"
	"vitrine/rdfstore/pgstore"
	"vitrine/rdfstore/storetest"
)

// serverVariable names the environment variable with the address of a database in which
// the tests may create schemas.
const serverVariable = "VITRINE_TEST_POSTGRES"

// database returns the address of a schema that nothing else uses, which is dropped after
// the test. Without a server the test is skipped.
func database(t testing.TB) string {
	t.Helper()
	server := os.Getenv(serverVariable)
	if server == "" {
		t.Skip("left out: it needs a PostgreSQL server. make postgres starts one; or set " + serverVariable + " to an address such as postgres://vitrine@127.0.0.1/vitrine")
	}
	u, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	schema := "test " + strings.ToLower(rand.Text())
	q := u.Query()
	t.Cleanup(func() {
		conn, err := pgx.Connect(context.Background(), server)
		if err != nil {
			t.Errorf("drop the schema: %v", err)
			return
		}
		_, err = conn.Exec(context.Background(), "DROP SCHEMA IF EXISTS "+pgx.Identifier{schema}.Sanitize()+" CASCADE")
		if err != nil {
			t.Errorf("drop the schema: %v", err)
		}
		_ = conn.Close(context.Background())
	})
	q.Set("schema", schema)
	u.RawQuery = q.Encode()
	return u.String()
}

// newStore returns an empty store.
func newStore(t testing.TB, o pgstore.Options) (*pgstore.Store, string) {
	t.Helper()
	address := database(t)
	if created, err := pgstore.Init(t.Context(), address, o.Derivation); err != nil || !created {
		t.Fatalf("Init: %v, %v", created, err)
	}
	return openStore(t, address, o), address
}

func openStore(t testing.TB, address string, o pgstore.Options) *pgstore.Store {
	t.Helper()
	s, err := pgstore.Open(t.Context(), address, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func TestStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T, d rdfstore.Derivation) rdfstore.Store {
		s, _ := newStore(t, pgstore.Options{Derivation: d})
		return s
	})
}
