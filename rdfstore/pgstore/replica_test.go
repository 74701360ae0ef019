package pgstore_test

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/checks/memstore"
	"vitrine/checks/pgstoretest"
	"vitrine/checks/storetest"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/pgstore"
)

// copied is a second schema that gets what a store holds when it is told to, as a standby
// does that replays late.
type copied struct {
	conn     *pgx.Conn
	from, to string
	address  string
}

func newCopied(t *testing.T, address string) *copied {
	t.Helper()
	c := &copied{address: pgstoretest.Address(t)}
	for _, made := range []struct {
		address string
		schema  *string
	}{{address, &c.from}, {c.address, &c.to}} {
		u, err := url.Parse(made.address)
		if err != nil {
			t.Fatal(err)
		}
		*made.schema = pgx.Identifier{u.Query().Get("schema")}.Sanitize()
	}
	if _, err := pgstore.Init(t.Context(), c.address, storetest.Derivation(), memstore.Base); err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(t.Context(), pgstoretest.Server())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	c.conn = conn
	return c
}

// follow takes over what the store holds.
func (c *copied) follow(t *testing.T) {
	t.Helper()
	var text strings.Builder
	text.WriteString("BEGIN ISOLATION LEVEL REPEATABLE READ;")
	for _, table := range []string{"head", "entity", "tombstone", "log", "posting", "tally"} {
		fmt.Fprintf(&text, "DELETE FROM %[1]s.%[3]s; INSERT INTO %[1]s.%[3]s SELECT * FROM %[2]s.%[3]s;", c.to, c.from, table)
	}
	text.WriteString("COMMIT")
	if _, err := c.conn.Exec(context.Background(), text.String(), pgx.QueryExecModeSimpleProtocol); err != nil {
		t.Error(err)
	}
}

// lagging is a store with a replica that follows each third change only.
type lagging struct {
	*pgstore.Store
	t      *testing.T
	mu     sync.Mutex
	calls  int
	copied *copied
}

func (s *lagging) Apply(ctx context.Context, changes ...rdfstore.Change) ([]rdfstore.Outcome, error) {
	out, err := s.Store.Apply(ctx, changes...)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.calls++; s.calls%3 == 0 {
		s.copied.follow(s.t)
	}
	return out, err
}

// TestStoreWithReplica runs the suite over stores that are read from a replica: one that is
// never behind, and one that mostly is.
func TestStoreWithReplica(t *testing.T) {
	t.Run("even", func(t *testing.T) {
		storetest.Run(t, func(t *testing.T, d rdfstore.Derivation) rdfstore.Store {
			_, address := pgstoretest.New(t, pgstore.Options{Derivation: d})
			return pgstoretest.Open(t, address, pgstore.Options{Derivation: d, Replica: address})
		})
	})
	t.Run("behind", func(t *testing.T) {
		storetest.Run(t, func(t *testing.T, d rdfstore.Derivation) rdfstore.Store {
			_, address := pgstoretest.New(t, pgstore.Options{Derivation: d})
			late := newCopied(t, address)
			s := pgstoretest.Open(t, address, pgstore.Options{Derivation: d, Replica: late.address})
			pgstore.AskReplicaAlways(s)
			return &lagging{Store: s, t: t, copied: late}
		})
	})
}

// replicated returns a store behind a proxy whose replica is another schema, which the
// proxy does not reach, and has one entity of which both know.
func replicated(t *testing.T) (*proxy, *pgstore.Store, *copied) {
	t.Helper()
	first, address := pgstoretest.New(t, pgstore.Options{Derivation: storetest.Derivation()})
	if _, err := first.Apply(t.Context(), rdfstore.Change{Put: place(t, "x:1", "One")}); err != nil {
		t.Fatal(err)
	}
	late := newCopied(t, address)
	late.follow(t)
	p, through := newProxy(t, address)
	s := pgstoretest.Open(t, through, pgstore.Options{Derivation: storetest.Derivation(), Patience: 300 * time.Millisecond, Replica: late.address})
	pgstore.AskReplicaAlways(s)
	return p, s, late
}

func label(t *testing.T, s rdfstore.Store, name string) (string, error) {
	t.Helper()
	e, err := s.Get(t.Context(), place(t, name, "").Name)
	if err != nil {
		return "", err
	}
	for _, triple := range e.Graph.Triples {
		if triple.Pred == graph.Label {
			return triple.Obj.String(), nil
		}
	}
	return "", nil
}

// TestReplica reads what a replica has from there, and what it has not replayed from the
// primary.
func TestReplica(t *testing.T) {
	p, s, late := replicated(t)
	asked := 0
	p.watch(func([]byte) verdict { asked++; return pass })
	// wanted reads a label, and tells whether the primary was asked for it.
	wanted := func(want string) bool {
		t.Helper()
		p.mu.Lock()
		before := asked
		p.mu.Unlock()
		if got, err := label(t, s, "x:1"); err != nil || got != want {
			t.Fatalf("x:1 is %q, %v; want %q", got, err, want)
		}
		p.mu.Lock()
		defer p.mu.Unlock()
		return asked > before
	}
	if wanted("One") {
		t.Error("the primary was asked for what the replica has")
	}
	if _, err := s.Apply(t.Context(), rdfstore.Change{Put: place(t, "x:1", "Two")}); err != nil {
		t.Fatal(err)
	}
	if !wanted("Two") {
		t.Error("the replica has what it has not replayed")
	}
	snapshot, err := s.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if snapshot.At().Seq != 2 {
		t.Errorf("a snapshot is at %d, want 2", snapshot.At().Seq)
	}
	if err := snapshot.Close(); err != nil {
		t.Error(err)
	}
	late.follow(t)
	for wanted("Two") { // until the replica answers
	}
}

// TestPrimaryAway reads on from the replica while the primary cannot be reached, as long as
// it has all that is known.
func TestPrimaryAway(t *testing.T) {
	p, s, late := replicated(t)
	if _, err := label(t, s, "x:1"); err != nil {
		t.Fatal(err)
	}
	p.set(true)
	if got, err := label(t, s, "x:1"); err != nil || got != "One" {
		t.Errorf("x:1 is %q, %v", got, err)
	}
	if last, err := s.LastChange(t.Context()); err != nil || last.Seq != 1 {
		t.Errorf("LastChange: %+v, %v", last, err)
	}
	if snapshot, err := s.Snapshot(t.Context()); err != nil || snapshot.At().Seq != 1 {
		t.Errorf("Snapshot: %v", err)
	} else if err := snapshot.Close(); err != nil {
		t.Error(err)
	}
	if _, err := s.Apply(t.Context(), rdfstore.Change{Put: place(t, "x:2", "")}); !errors.Is(err, rdfstore.ErrUnavailable) {
		t.Errorf("Apply: %v", err)
	}
	if h := s.Health(); h.Writable || h.NotWritable == nil {
		t.Errorf("health: %+v", h)
	}
	p.set(false)
	if _, err := s.Apply(t.Context(), rdfstore.Change{Put: place(t, "x:2", "Two")}); err != nil {
		t.Fatal(err)
	}
	p.set(true)
	// The replica has not replayed the change that was acknowledged.
	for _, name := range []string{"x:1", "x:2"} {
		if got, err := label(t, s, name); !errors.Is(err, rdfstore.ErrUnavailable) {
			t.Errorf("%s is %q, %v", name, got, err)
		}
	}
	late.follow(t)
	pgstore.AskAgain(s)
	got, err := label(t, s, "x:2")
	for errors.Is(err, rdfstore.ErrUnavailable) {
		got, err = label(t, s, "x:2") // the replica rests for a moment
	}
	if err != nil || got != "Two" {
		t.Errorf("x:2 is %q, %v", got, err)
	}
}

// TestReplicaAway reads from the primary while the replica cannot be reached.
func TestReplicaAway(t *testing.T) {
	s, address := pgstoretest.New(t, pgstore.Options{})
	if _, err := s.Apply(t.Context(), rdfstore.Change{Put: place(t, "x:1", "One")}); err != nil {
		t.Fatal(err)
	}
	p, through := newProxy(t, address)
	reading := pgstoretest.Open(t, address, pgstore.Options{Replica: through})
	for _, down := range []bool{false, true, true} {
		p.set(down)
		if got, err := label(t, reading, "x:1"); err != nil || got != "One" {
			t.Errorf("x:1 is %q, %v", got, err)
		}
		if h := reading.Health(); !h.Writable {
			t.Errorf("health: %+v", h)
		}
	}
	fresh := pgstoretest.Open(t, address, pgstore.Options{Replica: through})
	if got, err := label(t, fresh, "x:1"); err != nil || got != "One" {
		t.Errorf("x:1 is %q, %v", got, err)
	}
}

// TestWrongReplica names another store as the replica.
func TestWrongReplica(t *testing.T) {
	var addresses []string
	for range 2 {
		s, address := pgstoretest.New(t, pgstore.Options{})
		if _, err := s.Apply(t.Context(), rdfstore.Change{Put: place(t, "x:1", "One")}); err != nil {
			t.Fatal(err)
		}
		addresses = append(addresses, address)
	}
	s, err := pgstore.Open(t.Context(), addresses[0], pgstore.Options{Replica: addresses[1]})
	if !errors.Is(err, pgstore.ErrReplica) {
		t.Errorf("Open: %v, %v", s, err)
	}
}

// TestLostChanges takes a change away from the primary that the replica has, as a failover
// to a standby that was behind does: the replica is not read until it is a copy again.
func TestLostChanges(t *testing.T) {
	_, s, late := replicated(t)
	if _, err := s.Apply(t.Context(), rdfstore.Change{Put: place(t, "x:1", "Lost")}); err != nil {
		t.Fatal(err)
	}
	late.follow(t)
	primary := strings.Trim(late.from, `"`)
	u, err := url.Parse(pgstoretest.Server())
	if err != nil {
		t.Fatal(err)
	}
	u.RawQuery = url.Values{"schema": {primary}}.Encode()
	execute(t, u.String(), "WITH gone AS (DELETE FROM log WHERE seq = 2) UPDATE head SET seq = 1")
	if last, err := s.LastChange(t.Context()); err != nil || last.Seq != 1 {
		t.Fatalf("LastChange: %d, %v", last.Seq, err)
	}
	if n := execute(t, u.String(), "DELETE FROM entity"); n != 1 {
		t.Fatalf("%d entities were taken away", n)
	}
	if got, err := label(t, s, "x:1"); !errors.Is(err, rdfstore.ErrNotFound) {
		t.Errorf("x:1 is %q, %v: the replica answers with what was lost", got, err)
	}
}
