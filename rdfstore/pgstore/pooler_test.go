package pgstore_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5"

	"vitrine/checks/memstore"
	"vitrine/checks/pgstoretest"
	"vitrine/checks/storetest"
	"vitrine/rdfstore"
	"vitrine/rdfstore/pgstore"
)

// newPooled returns an empty store through the pooler, and its address.
func newPooled(t *testing.T, o pgstore.Options) (*pgstore.Store, string) {
	t.Helper()
	through := pgstoretest.Pooled(t, pgstoretest.Address(t))
	if created, err := pgstore.Init(t.Context(), through, o.Derivation, memstore.Base); err != nil || !created {
		t.Fatalf("Init: %v, %v", created, err)
	}
	return pgstoretest.Open(t, through, o), through
}

func TestStoreThroughPooler(t *testing.T) {
	storetest.Run(t, func(t *testing.T, d rdfstore.Derivation) rdfstore.Store {
		s, _ := newPooled(t, pgstore.Options{Derivation: d})
		return s
	})
}

// TestSharedSessions has all that stores do go through the pooler, and then looks into every
// session that it has: nothing is left there that the next one would meet.
func TestSharedSessions(t *testing.T) {
	s, address := newPooled(t, pgstore.Options{})
	if n, err := s.BulkLoad(t.Context(), numbered(t, 300), pgstore.BulkOptions{}); err != nil || n != 300 {
		t.Fatalf("BulkLoad: %d, %v", n, err)
	}
	if changed, err := pgstore.Rederive(t.Context(), address, storetest.Derivation(), nil); err != nil || !changed {
		t.Fatalf("Rederive: %v, %v", changed, err)
	}
	a := pgstoretest.Open(t, address, pgstore.Options{Derivation: storetest.Derivation()})
	b := pgstoretest.Open(t, address, pgstore.Options{Derivation: storetest.Derivation()})
	unlock, err := a.Lock(t.Context(), "feed")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Lock(t.Context(), "feed"); !errors.Is(err, pgstore.ErrLocked) {
		t.Errorf("Lock: %v, want ErrLocked", err)
	}
	snapshot, err := b.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i := range 40 {
		if _, err := a.Apply(t.Context(), rdfstore.Change{Put: place(t, fmt.Sprintf("x:new/%d", i%4), fmt.Sprint(i))}); err != nil {
			t.Fatal(err)
		}
		if last, err := b.LastChange(t.Context()); err != nil || last.Seq != uint64(301+i) {
			t.Fatalf("LastChange: %d, %v; want %d", last.Seq, err, 301+i)
		}
	}
	if n, err := snapshot.Count(t.Context(), rdfstore.Pattern{}); err != nil || n != 900 || snapshot.At().Seq != 300 {
		t.Errorf("the snapshot at %d has %d, %v", snapshot.At().Seq, n, err)
	}
	if err := snapshot.Close(); err != nil {
		t.Error(err)
	}
	unlock()
	if unlock, err := b.Lock(t.Context(), "feed"); err != nil {
		t.Errorf("Lock after the other has let go: %v", err)
	} else {
		unlock()
	}
	lookIntoSessions(t, address)
}

// lookIntoSessions begins a transaction in each session of the server that the pooler has.
func lookIntoSessions(t *testing.T, address string) {
	t.Helper()
	looked := map[int]bool{}
	for _, conn := range connections(t, address, 6) {
		tx, err := conn.Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = tx.Rollback(context.Background()) }()
		var process, statements, settings, locks int
		err = tx.QueryRow(t.Context(), `SELECT pg_backend_pid(), (SELECT count(*) FROM pg_prepared_statements WHERE name <> ''),
			(SELECT count(*) FROM pg_settings WHERE source = 'session' AND name NOT IN ('application_name', 'client_encoding', 'DateStyle', 'TimeZone', 'IntervalStyle', 'standard_conforming_strings')),
			(SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid())`, pgx.QueryExecModeExec).
			Scan(&process, &statements, &settings, &locks)
		if err != nil || statements != 0 || settings != 0 || locks != 0 {
			t.Errorf("session %d: %d statements, %d settings and %d locks are left: %v", process, statements, settings, locks, err)
		}
		looked[process] = true
	}
	if len(looked) != 6 {
		t.Errorf("looked into %d sessions", len(looked))
	}
}

// connections opens some connections.
func connections(t *testing.T, address string, n int) (all []*pgx.Conn) {
	t.Helper()
	for range n {
		conn, _ := connection(t, address)
		all = append(all, conn)
	}
	return all
}
