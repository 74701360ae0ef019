package pgstore_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/url"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/knakk/rdf"

	"vitrine/checks/pgstoretest"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/pgstore"
)

// numbered yields places with many triples in common, more than fit into one chunk of a
// posting list.
func numbered(t testing.TB, n int) iter.Seq2[*graph.Graph, error] {
	return func(yield func(*graph.Graph, error) bool) {
		for i := range n {
			if !yield(place(t, fmt.Sprintf("x:%d", i), fmt.Sprint(i%7)), nil) {
				return
			}
		}
	}
}

// toClass is a derivation of a relation of each graph to its classes.
var toClass = rdfstore.Derivation{Version: "1", Of: func(g *graph.Graph) []rdfstore.Related {
	var all []rdfstore.Related
	for _, c := range g.Classes() {
		all = append(all, rdfstore.Related{To: c, By: 5})
	}
	return all
}}

// TestBulkLoad compares what a bulk load writes with what Apply does, row by row.
func TestBulkLoad(t *testing.T) {
	const n = 300
	loaded, loadedAt := pgstoretest.New(t, pgstore.Options{Derivation: toClass})
	if ok, err := loaded.Fillable(t.Context()); !ok || err != nil {
		t.Fatalf("Fillable: %v, %v", ok, err)
	}
	// Little memory, so that runs are written.
	if count, err := loaded.BulkLoad(t.Context(), numbered(t, n), pgstore.BulkOptions{Memory: 1 << 16}); err != nil || count != n {
		t.Fatalf("BulkLoad: %d, %v", count, err)
	}
	applied, appliedAt := pgstoretest.New(t, pgstore.Options{Derivation: toClass})
	for g := range numbered(t, n) {
		if _, err := applied.Apply(t.Context(), rdfstore.Change{Put: g}); err != nil {
			t.Fatal(err)
		}
	}
	for _, query := range []string{
		"SELECT seq::text || ' ' || entities || ' ' || triples || ' ' || derivation FROM @.head",
		"SELECT id::text || ' ' || version || ' ' || encode(digest, 'hex') || encode(name, 'escape') || encode(record, 'hex') FROM @.entity ORDER BY id",
		"SELECT seq::text || ' ' || kind || encode(name, 'escape') || encode(class, 'escape') FROM @.log ORDER BY seq",
		"SELECT list::text || ' ' || part || ' ' || first || ' ' || entities || ' ' || triples || ' ' || kind::text || encode(body, 'hex') FROM @.posting ORDER BY list, part, first",
		"SELECT list::text || ' ' || part || ' ' || kind::text || ' ' || entities || ' ' || triples || ' ' || encode(term, 'escape') FROM @.tally ORDER BY list, part",
		"SELECT indexname || regexp_replace(indexdef, ' ON .* USING ', '') FROM pg_indexes WHERE schemaname = # ORDER BY 1",
	} {
		got, want := rows(t, loadedAt, query), rows(t, appliedAt, query)
		if got != want || got == "" {
			t.Errorf("%s:\n%.2000s\nwant\n%.2000s", query, got, want)
		}
	}
	if ok, err := loaded.Fillable(t.Context()); ok || err != nil {
		t.Errorf("Fillable after the load: %v, %v", ok, err)
	}
	if _, err := loaded.BulkLoad(t.Context(), numbered(t, 1), pgstore.BulkOptions{}); !errors.Is(err, rdfstore.ErrNotEmpty) {
		t.Errorf("a second load: %v", err)
	}
}

// rows returns what a query gives, a row a line. @ stands for the schema, and # for its name
// as a text.
func rows(t testing.TB, address, query string) string {
	t.Helper()
	conn, schema := connection(t, address)
	query = strings.ReplaceAll(query, "@.", pgx.Identifier{schema}.Sanitize()+".")
	r, err := conn.Query(t.Context(), strings.ReplaceAll(query, "#", "'"+schema+"'"))
	if err != nil {
		t.Fatal(err)
	}
	all, err := pgx.CollectRows(r, pgx.RowTo[string])
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return strings.Join(all, "\n")
}

// TestInterruptedBulkLoad ends a load in its middle: the store is empty, and the next load
// succeeds.
func TestInterruptedBulkLoad(t *testing.T) {
	errSource := errors.New("the source ends early")
	for name, end := range map[string]func(cancel context.CancelFunc) error{
		"the source fails":       func(context.CancelFunc) error { return errSource },
		"the context ends":       func(cancel context.CancelFunc) error { cancel(); return nil },
		"two records of one id":  func(context.CancelFunc) error { return nil },
		"a term that is too bad": func(context.CancelFunc) error { return nil },
	} {
		t.Run(name, func(t *testing.T) {
			s, address := pgstoretest.New(t, pgstore.Options{})
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			graphs := func(yield func(*graph.Graph, error) bool) {
				for g := range numbered(t, 2000) {
					if !yield(g, nil) {
						return
					}
				}
				if err := end(cancel); err != nil {
					yield(nil, err)
					return
				}
				last := place(t, "x:7", "again")
				if name == "a term that is too bad" {
					last.Triples[0].Pred = rdf.IRI{}
				}
				yield(last, nil)
			}
			if n, err := s.BulkLoad(ctx, graphs, pgstore.BulkOptions{}); err == nil {
				t.Fatalf("loaded %d", n)
			} else if name == "the source fails" && !errors.Is(err, errSource) {
				t.Error(err)
			}
			if last, err := s.LastChange(t.Context()); err != nil || last.Seq != 0 {
				t.Errorf("there is %v, %v", last, err)
			}
			if left := rows(t, address, "SELECT tablename::text FROM pg_tables WHERE schemaname = # AND tablename LIKE 'loading%'"); left != "" {
				t.Errorf("left: %s", left)
			}
			if n, err := s.BulkLoad(t.Context(), numbered(t, 10), pgstore.BulkOptions{}); err != nil || n != 10 {
				t.Errorf("the next load: %d, %v", n, err)
			}
		})
	}
}

// TestReadersOfBulkLoad reads and writes while a load goes on: readers find an empty store,
// also in a snapshot that the load waits for, and writers wait.
func TestReadersOfBulkLoad(t *testing.T) {
	s, address := pgstoretest.New(t, pgstore.Options{})
	other := pgstoretest.Open(t, address, pgstore.Options{})
	read := make(chan rdfstore.Snapshot, 1)
	written := make(chan error, 1)
	graphs := func(yield func(*graph.Graph, error) bool) {
		for g := range numbered(t, 300) {
			if !yield(g, nil) {
				return
			}
		}
		go func() {
			_, err := other.Apply(t.Context(), rdfstore.Change{Put: place(t, "x:after", "")})
			written <- err
		}()
		if _, err := other.Get(t.Context(), place(t, "x:1", "").Name); !errors.Is(err, rdfstore.ErrNotFound) {
			t.Errorf("while the load goes on: %v", err)
		}
		snapshot, err := other.Snapshot(t.Context())
		if err != nil {
			t.Error(err)
		}
		read <- snapshot
	}
	ended := make(chan error, 1)
	go func() {
		_, err := s.BulkLoad(t.Context(), graphs, pgstore.BulkOptions{})
		ended <- err
	}()
	snapshot := <-read
	for e, err := range snapshot.Graphs(t.Context(), "") {
		t.Errorf("the snapshot has %v, %v", e, err)
	}
	if err := snapshot.Close(); err != nil {
		t.Error(err)
	}
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	if err := <-written; err != nil {
		t.Fatal(err)
	}
	if last, err := other.LastChange(t.Context()); err != nil || last.Seq != 301 {
		t.Errorf("the last change is %v, %v", last, err)
	}
}

// TestGrantsAfterBulkLoad gives a role the right to read, which it has after a load.
func TestGrantsAfterBulkLoad(t *testing.T) {
	s, address := pgstoretest.New(t, pgstore.Options{})
	conn, schema := connection(t, address)
	if _, err := conn.Exec(t.Context(), "GRANT SELECT ON ALL TABLES IN SCHEMA "+pgx.Identifier{schema}.Sanitize()+" TO PUBLIC"); err != nil {
		t.Fatal(err)
	}
	const query = "SELECT c.relname || ' ' || (SELECT string_agg(a::text, ' ' ORDER BY a::text) FROM unnest(c.relacl) a) FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = quote_ident(#)::regnamespace ORDER BY 1"
	want := rows(t, address, query)
	if _, err := s.BulkLoad(t.Context(), numbered(t, 3), pgstore.BulkOptions{}); err != nil {
		t.Fatal(err)
	}
	if got := rows(t, address, query); got != want || !strings.Contains(got, "=r/") {
		t.Errorf("privileges are\n%s\nwere\n%s", got, want)
	}
}

// connection returns a connection to the database of an address, and the name of the
// schema.
func connection(t testing.TB, address string) (*pgx.Conn, string) {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	schema := q.Get("schema")
	q.Del("schema")
	u.RawQuery = q.Encode()
	conn, err := pgx.Connect(t.Context(), u.String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn, schema
}
