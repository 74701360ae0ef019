package pgstore_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"

	"vitrine/checks/pgstoretest"
	"vitrine/checks/storetest"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/pgstore"
)

// trips counts what is sent to the database to be answered: queries, and batches of them.
// What pgx sends to prepare a statement, once a connection, does not count.
type trips struct{ n atomic.Int64 }

func (c *trips) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	c.n.Add(1)
	return ctx
}

func (c *trips) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

func (c *trips) TraceBatchStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceBatchStartData) context.Context {
	c.n.Add(1)
	return ctx
}

func (c *trips) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}
func (c *trips) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData)     {}

// TestRoundTrips counts how often the database is asked by what requests are made of. A GET
// of a record that no cache has is Get, the next name, and Relations.
func TestRoundTrips(t *testing.T) {
	t.Run("direct", func(t *testing.T) { roundTrips(t, func(address string) string { return address }) })
	t.Run("pooled", func(t *testing.T) {
		roundTrips(t, func(address string) string { return pgstoretest.Pooled(t, address) })
	})
}

// roundTrips counts by an address that leads to the store of another.
func roundTrips(t *testing.T, by func(address string) string) {
	derived := storetest.Derivation()
	s, address := pgstoretest.New(t, pgstore.Options{Derivation: derived})
	address = by(address)
	var changes []rdfstore.Change
	for i := range 300 {
		changes = append(changes, rdfstore.Change{Put: place(t, fmt.Sprintf("x:%d", i), "Delft")})
	}
	if _, err := s.Apply(t.Context(), changes...); err != nil {
		t.Fatal(err)
	}
	asked := &trips{}
	traced, err := pgstore.OpenTraced(t.Context(), address, pgstore.Options{Derivation: derived}, asked)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = traced.Close() })
	name, class := changes[0].Put.Name, changes[0].Put.Classes()[0]
	ctx := t.Context()
	for _, test := range []struct {
		what string
		most int64
		call func() error
	}{
		{"Relations, the counts of inverse links", 1, func() error { _, err := traced.Relations(ctx, name); return err }},
		{"Get", 1, func() error { _, err := traced.Get(ctx, name); return err }},
		{"LastChange", 1, func() error { _, err := traced.LastChange(ctx); return err }},
		{"Count", 1, func() error { _, err := traced.Count(ctx, rdfstore.Pattern{Predicate: graph.Type}); return err }},
		{"CountNames", 1, func() error { _, err := traced.CountNames(ctx, "x:"); return err }},
		{"Classes", 1, func() error { _, err := traced.Classes(ctx); return err }},
		{"a page of Members", 2, func() error {
			n := 0
			for _, err := range traced.Members(ctx, class, 100) {
				if n++; err != nil || n == 20 {
					return err
				}
			}
			return nil
		}},
		{"Apply", 3, func() error {
			_, err := traced.Apply(ctx, rdfstore.Change{Put: place(t, "x:1", fmt.Sprint(asked.n.Load()))})
			return err
		}},
	} {
		if err := test.call(); err != nil {
			t.Fatal(err)
		}
		before := asked.n.Load()
		if err := test.call(); err != nil {
			t.Fatal(err)
		}
		if n := asked.n.Load() - before; n > test.most {
			t.Errorf("%s: %d round trips, want %d at most", test.what, n, test.most)
		}
	}
}
