package pgstore_test

import (
	"bytes"
	"errors"
	"fmt"
	"net/url"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"vitrine/checks/pgstoretest"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/pgstore"
)

// impatient gives up soon.
var impatient = pgstore.Options{Patience: 300 * time.Millisecond}

// commit is the statement as it is sent, and no part of READ COMMITTED.
const commit = "COMMIT\x00"

// proxied returns a store behind a proxy.
func proxied(t *testing.T) (*proxy, *pgstore.Store) {
	t.Helper()
	_, address := pgstoretest.New(t, pgstore.Options{})
	p, through := newProxy(t, address)
	return p, pgstoretest.Open(t, through, impatient)
}

// TestCutAfterCommit breaks the connection when COMMIT has been sent. What took place is
// found out, and where nobody can be asked, the error says that it is unknown.
func TestCutAfterCommit(t *testing.T) {
	p, s := proxied(t)
	seen, times := once(commit, cutAfter)
	p.watch(seen)
	out, err := s.Apply(t.Context(), rdfstore.Change{Put: place(t, "x:1", "")})
	if err != nil || times() != 1 || out[0].Version != 1 {
		t.Fatalf("%v, %v after %d cuts", out, err, times())
	}
	seen, times = once(commit, cutAfter)
	p.watch(seen)
	if _, err := s.Apply(t.Context(), rdfstore.Change{Put: place(t, "x:2", "")}); err != nil || times() != 1 {
		t.Fatalf("%v after %d cuts", err, times())
	}
	p.watch(func(sent []byte) verdict {
		if !bytes.Contains(sent, []byte(commit)) {
			return pass
		}
		p.refuse = true
		return cutAfter
	})
	if _, err := s.Apply(t.Context(), rdfstore.Change{Put: place(t, "x:3", "")}); !errors.Is(err, rdfstore.ErrUncertain) {
		t.Errorf("with nobody to ask: %v", err)
	}
	p.watch(nil)
	p.set(false)
	last, err := s.LastChange(t.Context())
	if err != nil || last.Seq != 3 {
		t.Errorf("the last change is %v, %v", last, err)
	}
}

// TestPoolerLostServer answers a COMMIT as PgBouncer does whose server died after it, for
// several changes that are committed together: each is told that it took place.
func TestPoolerLostServer(t *testing.T) {
	p, s := proxied(t)
	seen, times := once(commit, poolerLost)
	p.watch(seen)
	out, err := s.Apply(t.Context(), absent(t, "x:1"), absent(t, "x:2"))
	if err != nil || times() != 1 || out[0].Version != 1 || out[1].Version != 2 {
		t.Fatalf("%v, %v after %d answers", out, err, times())
	}
	if e, err := s.Get(t.Context(), place(t, "x:2", "").Name); err != nil || e.Version != 2 {
		t.Errorf("Get: %v, %v", e, err)
	}
}

// absent is a change that creates an entity.
func absent(t *testing.T, name string) rdfstore.Change {
	return rdfstore.Change{Put: place(t, name, ""), If: rdfstore.Precondition{Absent: true}}
}

// TestLateCommit breaks the connection of the client before the server has got the COMMIT,
// which comes to it once somebody waits for the lock of the transaction: that is waited for
// before the change is said not to have been made, and so it is not tried again.
func TestLateCommit(t *testing.T) {
	_, address := pgstoretest.New(t, pgstore.Options{})
	p, through := newProxy(t, address)
	s := pgstoretest.Open(t, through, pgstore.Options{})
	conn, schema := connection(t, address)
	seen, times := once(commit, cutBefore)
	p.watch(seen)
	type result struct {
		out []rdfstore.Outcome
		err error
	}
	done := make(chan result, 1)
	change := absent(t, "x:1")
	go func() {
		out, err := s.Apply(t.Context(), change)
		done <- result{out, err}
	}()
	for waiting := false; !waiting; {
		// Whoever waits for a row waits for the transaction that has it.
		err := conn.QueryRow(t.Context(), `SELECT EXISTS (SELECT 1 FROM pg_locks w JOIN pg_locks r USING (pid)
			WHERE w.locktype = 'transactionid' AND NOT w.granted AND r.relation = to_regclass($1))`, pgx.Identifier{schema, "head"}.Sanitize()).Scan(&waiting)
		if err != nil {
			t.Fatal(err)
		}
		select {
		case r := <-done:
			t.Fatalf("answered before the transaction has ended: %v, %v", r.out, r.err)
		default:
		}
	}
	close(p.late)
	if r := <-done; r.err != nil || times() != 1 || r.out[0].Version != 1 {
		t.Errorf("%v, %v after %d cuts", r.out, r.err, times())
	}
}

// TestSilentClient loses the client of a transaction that has the lock on the head, without
// the server being told: it ends the session soon, so that others, and a second attempt, can
// write.
func TestSilentClient(t *testing.T) {
	_, address := pgstoretest.New(t, pgstore.Options{})
	p, through := newProxy(t, address)
	s := pgstoretest.Open(t, through, pgstore.Options{})
	pgstore.BoundIdle(s, 100*time.Millisecond)
	seen, times := once(commit, cutBefore)
	p.watch(seen)
	out, err := s.Apply(t.Context(), absent(t, "x:1"))
	if err != nil || times() != 1 || out[0].Version != 1 {
		t.Errorf("%v, %v after %d cuts", out, err, times())
	}
}

// TestKeepAlive looks at what the sessions of a store have set, and at what they leave to
// the operator.
func TestKeepAlive(t *testing.T) {
	_, address := pgstoretest.New(t, pgstore.Options{})
	for _, test := range []struct{ parameter, want string }{{"", "5"}, {"7", "7"}} {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		if q := u.Query(); test.parameter != "" {
			q.Set("tcp_keepalives_idle", test.parameter)
			u.RawQuery = q.Encode()
		}
		got, err := pgstore.Setting(t.Context(), u.String(), "tcp_keepalives_idle")
		if err != nil || got != test.want {
			t.Errorf("%q in the address: %q, %v, want %q", test.parameter, got, err, test.want)
		}
	}
}

// TestNetworkDown takes the network away and gives it back: calls fail as long as it is
// away, the health says so, and the same store goes on afterwards.
func TestNetworkDown(t *testing.T) {
	p, s := proxied(t)
	one := place(t, "x:1", "")
	if _, err := s.Apply(t.Context(), rdfstore.Change{Put: one}); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		p.set(true)
		if _, err := s.Get(t.Context(), one.Name); !errors.Is(err, rdfstore.ErrUnavailable) {
			t.Errorf("Get: %v", err)
		}
		if _, err := s.Apply(t.Context(), rdfstore.Change{Put: place(t, "x:2", "")}); !errors.Is(err, rdfstore.ErrUnavailable) {
			t.Errorf("Apply: %v", err)
		}
		if h := s.Health(); h.Writable || h.NotWritable == nil {
			t.Errorf("health: %+v", h)
		}
		p.set(false)
		if _, err := s.Get(t.Context(), one.Name); err != nil {
			t.Errorf("Get afterwards: %v", err)
		}
		if h := s.Health(); !h.Writable {
			t.Errorf("health afterwards: %+v", h)
		}
	}
}

// TestConflict answers a statement that transactions have met, as databases do that run
// all transactions as SERIALIZABLE: the change is tried again.
func TestConflict(t *testing.T) {
	p, s := proxied(t)
	seen, times := once("FOR UPDATE", conflict)
	p.watch(seen)
	if _, err := s.Apply(t.Context(), rdfstore.Change{Put: place(t, "x:1", "")}); err != nil || times() != 1 {
		t.Errorf("%v after %d conflicts", err, times())
	}
}

// TestNoRoom answers that a disk is full: the change fails at once, reads go on, and the
// health says so until a change has found room.
func TestNoRoom(t *testing.T) {
	p, s := proxied(t)
	one := place(t, "x:1", "")
	if _, err := s.Apply(t.Context(), rdfstore.Change{Put: one}); err != nil {
		t.Fatal(err)
	}
	seen, times := once("FOR UPDATE", noRoom)
	p.watch(seen)
	if _, err := s.Apply(t.Context(), rdfstore.Change{Put: place(t, "x:2", "")}); !errors.Is(err, rdfstore.ErrFull) || errors.Is(err, rdfstore.ErrUnavailable) || times() != 1 {
		t.Errorf("%v after %d answers", err, times())
	}
	if _, err := s.Get(t.Context(), one.Name); err != nil {
		t.Errorf("Get: %v", err)
	}
	if h := s.Health(); h.Writable || !errors.Is(h.NotWritable, rdfstore.ErrFull) || h.NotWritableSince.IsZero() {
		t.Errorf("health: %+v", h)
	}
	if _, err := s.Apply(t.Context(), rdfstore.Change{Put: place(t, "x:2", "")}); err != nil {
		t.Errorf("Apply afterwards: %v", err)
	}
	if h := s.Health(); !h.Writable || h.NotWritable != nil {
		t.Errorf("health afterwards: %+v", h)
	}
}

// TestStatementTimeout has writers wait for longer than statements may take.
func TestStatementTimeout(t *testing.T) {
	_, address := pgstoretest.New(t, pgstore.Options{})
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	q.Set("statement_timeout", "50")
	u.RawQuery = q.Encode()
	s := pgstoretest.Open(t, u.String(), impatient)
	conn, schema := connection(t, address)
	tx, err := conn.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(t.Context(), "SELECT 1 FROM "+pgx.Identifier{schema}.Sanitize()+".head FOR UPDATE"); err != nil {
		t.Fatal(err)
	}
	change := rdfstore.Change{Put: place(t, "x:1", "")}
	if _, err := s.Apply(t.Context(), change); !errors.Is(err, rdfstore.ErrUnavailable) {
		t.Errorf("Apply: %v", err)
	}
	if err := tx.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Apply(t.Context(), change); err != nil {
		t.Errorf("Apply afterwards: %v", err)
	}
}

// TestTooManyConnections takes all connections that the server has.
func TestTooManyConnections(t *testing.T) {
	_, address := pgstoretest.New(t, pgstore.Options{})
	s := pgstoretest.Open(t, address, impatient)
	one := place(t, "x:1", "")
	if _, err := s.Apply(t.Context(), rdfstore.Change{Put: one}); err != nil {
		t.Fatal(err)
	}
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
	fresh, err := pgstore.Open(t.Context(), address, impatient)
	if !errors.Is(err, rdfstore.ErrUnavailable) {
		t.Errorf("Open: %v, %v", fresh, err)
	}
	for _, conn := range all {
		_ = conn.Close(t.Context())
	}
	if _, err := s.Apply(t.Context(), rdfstore.Change{Put: place(t, "x:2", "")}); err != nil {
		t.Errorf("Apply afterwards: %v", err)
	}
}

// TestBrokenBulkLoad breaks all connections in the middle of a load, as a failover does:
// nothing is there, and the next load succeeds with the same store.
func TestBrokenBulkLoad(t *testing.T) {
	s, address := pgstoretest.New(t, impatient)
	conn, _ := connection(t, address)
	_, err := s.BulkLoad(t.Context(), func(yield func(*graph.Graph, error) bool) {
		for i := range 3000 {
			if i == 2000 {
				if _, err := conn.Exec(t.Context(), "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = current_user AND pid <> pg_backend_pid()"); err != nil {
					t.Error(err)
				}
			}
			if !yield(place(t, fmt.Sprintf("x:%d", i), ""), nil) {
				return
			}
		}
	}, pgstore.BulkOptions{})
	if !errors.Is(err, rdfstore.ErrUnavailable) || errors.Is(err, rdfstore.ErrUncertain) {
		t.Errorf("the load that was broken: %v", err)
	}
	if n, err := s.BulkLoad(t.Context(), numbered(t, 10), pgstore.BulkOptions{}); err != nil || n != 10 {
		t.Errorf("the next load: %d, %v", n, err)
	}
}
