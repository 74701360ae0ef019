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

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/pgstore"
	"vitrine/rdfstore/pgstore/pgstoretest"
	"vitrine/rdfstore/storetest"
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
	if _, err := pgstore.Init(t.Context(), c.address, storetest.Derivation()); err != nil {
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
			return pgstoretest.Open(t, address, pgstore.Options{Derivation: d, Replicas: []string{address}, Staleness: time.Hour})
		})
	})
	t.Run("behind", func(t *testing.T) {
		storetest.Run(t, func(t *testing.T, d rdfstore.Derivation) rdfstore.Store {
			_, address := pgstoretest.New(t, pgstore.Options{Derivation: d})
			late := newCopied(t, address)
			s := pgstoretest.Open(t, address, pgstore.Options{Derivation: d, Replicas: []string{late.address}})
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
	s := pgstoretest.Open(t, through, pgstore.Options{Derivation: storetest.Derivation(), Patience: 300 * time.Millisecond, Staleness: time.Hour, Replicas: []string{late.address}})
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
	wanted := func(name, want string) {
		t.Helper()
		if got, err := label(t, s, name); err != nil || got != want {
			t.Errorf("%s is %q, %v; want %q", name, got, err, want)
		}
	}
	asked := 0
	p.watch(func(sent []byte) verdict {
		asked++
		return pass
	})
	count := func() int {
		p.mu.Lock()
		defer p.mu.Unlock()
		return asked
	}
	wanted("x:1", "One") // asks the primary how far it is
	before := count()
	wanted("x:1", "One")
	if n := count() - before; n != 0 {
		t.Errorf("the primary was asked %d times for what the replica has", n)
	}
	if _, err := s.Apply(t.Context(), rdfstore.Change{Put: place(t, "x:1", "Two")}); err != nil {
		t.Fatal(err)
	}
	wanted("x:1", "Two")
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
	for {
		before := count()
		if got, err := label(t, s, "x:1"); err != nil || got != "Two" {
			t.Fatalf("x:1 is %q, %v", got, err)
		}
		if count() == before {
			break // the replica answers
		}
	}
}

// TestPrimaryAway reads on from the replica while the primary cannot be reached, as long as
// it has all that is known, and fails where somebody asks for what is newest.
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
	if _, err := s.Latest(t.Context()); !errors.Is(err, rdfstore.ErrUnavailable) {
		t.Errorf("Latest: %v", err)
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
	reading := pgstoretest.Open(t, address, pgstore.Options{Replicas: []string{through}})
	for _, down := range []bool{false, true, true} {
		p.set(down)
		if got, err := label(t, reading, "x:1"); err != nil || got != "One" {
			t.Errorf("x:1 is %q, %v", got, err)
		}
		if h := reading.Health(); !h.Writable {
			t.Errorf("health: %+v", h)
		}
	}
	fresh := pgstoretest.Open(t, address, pgstore.Options{Replicas: []string{through}})
	if got, err := label(t, fresh, "x:1"); err != nil || got != "One" {
		t.Errorf("x:1 is %q, %v", got, err)
	}
}

// counted is a proxy before a replica that counts what is sent through it.
type counted struct {
	*copied
	proxy *proxy
	asked int
}

func newCounted(t *testing.T, address string) *counted {
	t.Helper()
	c := &counted{copied: newCopied(t, address)}
	c.follow(t)
	c.proxy, c.address = newProxy(t, c.address)
	c.proxy.watch(func([]byte) verdict { c.asked++; return pass })
	return c
}

// since returns how often it was asked since the last call.
func (c *counted) since() (n int) {
	c.proxy.mu.Lock()
	defer c.proxy.mu.Unlock()
	n, c.asked = c.asked, 0
	return n
}

// TestSeveralReplicas reads from two replicas in turns, from that of both which is far enough,
// and from the other while one is away, which is read again once it is back.
func TestSeveralReplicas(t *testing.T) {
	first, address := pgstoretest.New(t, pgstore.Options{Derivation: storetest.Derivation()})
	put := func(s *pgstore.Store, text string) {
		t.Helper()
		if _, err := s.Apply(t.Context(), rdfstore.Change{Put: place(t, "x:1", text)}); err != nil {
			t.Fatal(err)
		}
	}
	put(first, "One")
	a, b := newCounted(t, address), newCounted(t, address)
	p, through := newProxy(t, address)
	main := &counted{proxy: p}
	p.watch(func([]byte) verdict { main.asked++; return pass })
	s := pgstoretest.Open(t, through, pgstore.Options{Derivation: storetest.Derivation(), Staleness: time.Hour, Replicas: []string{a.address, b.address}})
	pgstore.AskReplicaAlways(s)
	reads := func(want string) {
		t.Helper()
		for range 8 {
			if got, err := label(t, s, "x:1"); err != nil || got != want {
				t.Fatalf("x:1 is %q, %v; want %q", got, err, want)
			}
		}
	}
	expect := func(step string, who map[*counted]bool) {
		t.Helper()
		for c, name := range map[*counted]string{main: "the primary", a: "a", b: "b"} {
			if n := c.since(); (n > 0) != who[c] {
				t.Errorf("%s: %s was asked %d times", step, name, n)
			}
		}
	}
	reads("One") // and the connections are there
	expect("at first", map[*counted]bool{main: true, a: true, b: true})
	reads("One")
	expect("both have all", map[*counted]bool{a: true, b: true})

	put(s, "Two")
	a.follow(t)
	main.since()
	reads("Two")
	expect("one is behind", map[*counted]bool{a: true, b: true})

	b.follow(t)
	a.proxy.set(true)
	reads("Two")
	expect("one is away", map[*counted]bool{b: true})
	a.proxy.set(false)
	pgstore.AskReplicaAgain(s)
	reads("Two")
	expect("it is back", map[*counted]bool{a: true, b: true})

	// A change that came through others is at one of them, and is not taken back.
	put(first, "Three")
	a.follow(t)
	for got := ""; got != "Three"; {
		var err error
		if got, err = label(t, s, "x:1"); err != nil {
			t.Fatal(err)
		}
	}
	reads("Three")
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
	s, err := pgstore.Open(t.Context(), addresses[0], pgstore.Options{Replicas: []string{addresses[1]}})
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
	if last, err := s.Latest(t.Context()); err != nil || last != 1 {
		t.Fatalf("Latest: %d, %v", last, err)
	}
	if n := execute(t, u.String(), "DELETE FROM entity"); n != 1 {
		t.Fatalf("%d entities were taken away", n)
	}
	if got, err := label(t, s, "x:1"); !errors.Is(err, rdfstore.ErrNotFound) {
		t.Errorf("x:1 is %q, %v: the replica answers with what was lost", got, err)
	}
}

// TestRederiveBesideReplicas walks a list of relations by two replicas of which one has seen
// the relations derived anew, and their old lists removed, and the other has not: whatever
// of them is asked for a part of it, the list is whole, or the walk ends in an error.
func TestRederiveBesideReplicas(t *testing.T) {
	before := storetest.Derivation()
	first, address := pgstoretest.New(t, pgstore.Options{Derivation: before})
	const members = 600
	changes := make([]rdfstore.Change, members)
	for i := range changes {
		changes[i].Put = place(t, fmt.Sprintf("x:%d", i), "")
	}
	if _, err := first.Apply(t.Context(), changes...); err != nil {
		t.Fatal(err)
	}
	ahead, behind := newCopied(t, address), newCopied(t, address)
	ahead.follow(t)
	behind.follow(t)
	s := pgstoretest.Open(t, address, pgstore.Options{Derivation: before, Staleness: time.Hour, Replicas: []string{ahead.address, behind.address}})
	pgstore.AskReplicaAlways(s)
	to := place(t, "x:country", "").Name
	relations, err := s.Relations(t.Context(), to)
	if err != nil || len(relations) == 0 || relations[0].Count != members {
		t.Fatalf("Relations: %v, %v", relations, err)
	}
	for begun := range 8 {
		derived := false
		n, failed := 0, error(nil)
		for _, err := range s.Related(t.Context(), to, relations[0].Relation, 0) {
			if failed = err; err != nil {
				break
			}
			if n++; n > begun*64 && !derived {
				derived = true
				if err := pgstore.Address(address).Rederive(t.Context(), storetest.ByClass(), nil); err != nil {
					t.Fatal(err)
				}
				ahead.follow(t)
			}
		}
		if failed == nil && n != members || failed != nil && !errors.Is(failed, rdfstore.ErrUnavailable) {
			t.Errorf("%d of %d, %v", n, members, failed)
		}
		if err := pgstore.Address(address).Rederive(t.Context(), before, nil); err != nil {
			t.Fatal(err)
		}
		ahead.follow(t)
		behind.follow(t)
	}
}
