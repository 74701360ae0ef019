package pgstore_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"vitrine/checks/pgstoretest"
	"vitrine/rdfstore"
	"vitrine/rdfstore/pgstore"
)

// TestReadOnlyRole opens a store by a role that may read its tables and not change them: the
// health says so at once, a change fails with the grant that is missing, and succeeds once
// that is given.
func TestReadOnlyRole(t *testing.T) {
	_, address := pgstoretest.New(t, pgstore.Options{})
	execute(t, address, "REVOKE INSERT, UPDATE, DELETE ON entity, head, log, posting, tally, tombstone FROM CURRENT_USER")
	s := pgstoretest.Open(t, address, impatient)
	if h := s.Health(); h.Writable || h.NotWritable == nil || h.NotWritableSince.IsZero() {
		t.Errorf("health: %+v", h)
	}
	change := rdfstore.Change{Put: place(t, "x:1", "")}
	_, err := s.Apply(t.Context(), change, rdfstore.Change{Put: place(t, "x:2", "")})
	var forbidden *rdfstore.GrantError
	if !errors.As(err, &forbidden) || errors.Is(err, rdfstore.ErrUnavailable) || !strings.Contains(forbidden.Grant, "INSERT") {
		t.Fatalf("Apply: %v, want a GrantError", err)
	}
	if last, err := s.LastChange(t.Context()); err != nil || last.Seq != 0 {
		t.Errorf("LastChange: %+v, %v", last, err)
	}
	execute(t, address, forbidden.Grant)
	if _, err := s.Apply(t.Context(), change); err != nil {
		t.Errorf("Apply after %s: %v", forbidden.Grant, err)
	}
	if h := s.Health(); !h.Writable {
		t.Errorf("health: %+v", h)
	}
}

// TestConnectionLimit takes all connections that the server has but the one of a store, and
// has many ask that at once: they wait for it.
func TestConnectionLimit(t *testing.T) {
	_, address := pgstoretest.New(t, pgstore.Options{})
	s := pgstoretest.Open(t, address, pgstore.Options{})
	one := place(t, "x:1", "One")
	if _, err := s.Apply(t.Context(), rdfstore.Change{Put: one}); err != nil {
		t.Fatal(err)
	}
	// It keeps the connection that a walk of a snapshot would take.
	var all []*pgx.Conn
	for len(all) < 1000 {
		conn, err := pgx.Connect(t.Context(), pgstoretest.Server())
		if err != nil {
			var answer *pgconn.PgError
			if !errors.As(err, &answer) || answer.Code != "53300" {
				t.Fatalf("connection %d: %v", len(all), err)
			}
			break
		}
		all = append(all, conn)
	}
	defer func() {
		for _, conn := range all {
			_ = conn.Close(context.Background())
		}
	}()
	errs := make(chan error)
	for range 20 {
		go func() {
			_, err := s.Get(t.Context(), one.Name)
			errs <- err
		}()
		go func() {
			_, err := s.Apply(t.Context(), rdfstore.Change{Put: place(t, "x:1", "Two")})
			errs <- err
		}()
	}
	for range 40 {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
}

// locked locks tables of a store until unlock.
func locked(t *testing.T, address string, tables ...string) (unlock func()) {
	t.Helper()
	conn, schema := connection(t, address)
	tx, err := conn.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range tables {
		if _, err := tx.Exec(t.Context(), "LOCK TABLE "+pgx.Identifier{schema, table}.Sanitize()+" IN ACCESS EXCLUSIVE MODE"); err != nil {
			t.Fatal(err)
		}
	}
	return func() {
		if err := tx.Rollback(context.Background()); err != nil {
			t.Error(err)
		}
	}
}

// TestLockedTable reads and writes while tables are locked: a query of a snapshot ends with
// its context, and all else after the time that calls have.
func TestLockedTable(t *testing.T) {
	_, address := pgstoretest.New(t, pgstore.Options{})
	s := pgstoretest.Open(t, address, impatient)
	one := place(t, "x:1", "One")
	if _, err := s.Apply(t.Context(), rdfstore.Change{Put: one}); err != nil {
		t.Fatal(err)
	}
	snapshot, err := s.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	unlock := locked(t, address, "entity") // the snapshot has read others
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := snapshot.Get(ctx, one.Name); !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, rdfstore.ErrUnavailable) {
		t.Errorf("Get of a snapshot: %v", err)
	}
	if err := snapshot.Close(); err != nil {
		t.Error(err)
	}
	unlock()
	unlock = locked(t, address, "head", "entity", "log")
	if _, err := s.LastChange(t.Context()); !errors.Is(err, rdfstore.ErrUnavailable) {
		t.Errorf("LastChange: %v", err)
	}
	if _, err := s.Get(t.Context(), one.Name); !errors.Is(err, rdfstore.ErrUnavailable) {
		t.Errorf("Get: %v", err)
	}
	if _, err := s.Apply(t.Context(), rdfstore.Change{Put: place(t, "x:2", "")}); !errors.Is(err, rdfstore.ErrUnavailable) {
		t.Errorf("Apply: %v", err)
	}
	unlock()
	if _, err := s.Apply(t.Context(), rdfstore.Change{Put: place(t, "x:2", "")}); err != nil {
		t.Errorf("Apply afterwards: %v", err)
	}
}

// TestQueuedChange leaves the queue of a writer that waits for others when its time is over.
func TestQueuedChange(t *testing.T) {
	_, address := pgstoretest.New(t, pgstore.Options{})
	s := pgstoretest.Open(t, address, impatient)
	unlock := locked(t, address, "head")
	many := make([]rdfstore.Change, 1000) // which have 20 s more than one
	for i := range many {
		many[i].Put = place(t, "x:many", fmt.Sprint(i))
	}
	done := make(chan error, 1)
	go func() {
		_, err := s.Apply(t.Context(), many...)
		done <- err
	}()
	awaitLock(t, address)
	if _, err := s.Apply(t.Context(), rdfstore.Change{Put: place(t, "x:1", "")}); !errors.Is(err, rdfstore.ErrUnavailable) {
		t.Errorf("Apply: %v", err)
	}
	select {
	case err := <-done:
		t.Errorf("the changes before it have ended: %v", err)
	default:
	}
	unlock()
	if err := <-done; err != nil {
		t.Errorf("the changes before it: %v", err)
	}
}

// awaitLock waits until somebody waits for the lock on the head of a store.
func awaitLock(t *testing.T, address string) {
	t.Helper()
	conn, schema := connection(t, address)
	for waiting := false; !waiting; {
		if err := conn.QueryRow(t.Context(), "SELECT EXISTS (SELECT 1 FROM pg_locks WHERE NOT granted AND relation = to_regclass($1))", pgx.Identifier{schema, "head"}.Sanitize()).Scan(&waiting); err != nil {
			t.Fatal(err)
		}
	}
}

// TestCancel ends the context of a statement that waits: a server is told to cancel it, a pooler
// is not, and the connection is closed.
func TestCancel(t *testing.T) {
	for name, test := range map[string]struct {
		by   func(*testing.T, string) string
		want int64
	}{
		"direct": {func(_ *testing.T, address string) string { return address }, 1},
		"pooled": {func(t *testing.T, address string) string { return pgstoretest.Pooled(t, address) }, 0},
	} {
		t.Run(name, func(t *testing.T) {
			_, address := pgstoretest.New(t, pgstore.Options{})
			p, through := newProxy(t, test.by(t, address))
			u, err := url.Parse(through)
			if err != nil {
				t.Fatal(err)
			}
			q := u.Query()
			q.Del("default_query_exec_mode")
			u.RawQuery = q.Encode()
			s := pgstoretest.Open(t, u.String(), pgstore.Options{})
			unlock := locked(t, address, "entity")
			var requests atomic.Int64
			terminated := make(chan struct{}, 8)
			p.watch(func(sent []byte) verdict {
				const cancelRequest = 80877102
				switch {
				case len(sent) >= 8 && binary.BigEndian.Uint32(sent[4:]) == cancelRequest:
					requests.Add(1)
				case sent[0] == 'X':
					terminated <- struct{}{}
				}
				return pass
			})
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
			defer cancel()
			if _, err := s.Get(ctx, place(t, "x:1", "").Name); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("Get: %v", err)
			}
			<-terminated // which comes after the request
			if n := requests.Load(); n != test.want {
				t.Errorf("%d requests to cancel, want %d", n, test.want)
			}
			unlock()
		})
	}
}
