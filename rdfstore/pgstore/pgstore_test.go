package pgstore_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/pgstore"
	"vitrine/rdfstore/pgstore/pgstoretest"
	"vitrine/rdfstore/storetest"
)

// place is a graph of a few triples.
func place(t testing.TB, name, label string) *graph.Graph {
	t.Helper()
	b := graph.Builder{}
	iri := b.IRI(name)
	b.Link(iri, graph.Type.String(), "http://www.cidoc-crm.org/cidoc-crm/E53_Place")
	b.Text(iri, graph.Label.String(), label)
	b.Link(iri, "http://www.cidoc-crm.org/cidoc-crm/P89_falls_within", "x:country")
	if b.Err != nil {
		t.Fatal(b.Err)
	}
	return &graph.Graph{Name: iri, Triples: b.Triples}
}

// execute runs a statement in the schema of an address.
func execute(t *testing.T, address, statement string) int64 {
	t.Helper()
	conn, schema := connection(t, address)
	if _, err := conn.Exec(t.Context(), "SET search_path TO "+pgx.Identifier{schema}.Sanitize()); err != nil {
		t.Fatal(err)
	}
	tag, err := conn.Exec(t.Context(), statement)
	if err != nil {
		t.Fatal(err)
	}
	return tag.RowsAffected()
}

func TestInit(t *testing.T) {
	address := pgstoretest.Address(t)
	if _, err := pgstore.Open(t.Context(), address, pgstore.Options{}); !errors.Is(err, pgstore.ErrNoStore) {
		t.Errorf("Open before Init: %v, want ErrNoStore", err)
	}
	var created sync.Map
	var group sync.WaitGroup
	for i := range 4 {
		group.Go(func() {
			did, err := pgstore.Init(t.Context(), address, rdfstore.Derivation{})
			if err != nil {
				t.Error(err)
			}
			if did {
				created.Store(i, true)
			}
		})
	}
	group.Wait()
	n := 0
	created.Range(func(any, any) bool { n++; return true })
	if n != 1 {
		t.Errorf("%d of 4 created the store", n)
	}
	execute(t, address, "UPDATE head SET format = 99")
	if _, err := pgstore.Open(t.Context(), address, pgstore.Options{}); !errors.Is(err, pgstore.ErrFormat) {
		t.Errorf("Open of format 99: %v, want ErrFormat", err)
	}
}

// TestMigrate gives a store relations, and takes them away.
func TestMigrate(t *testing.T) {
	s, address := pgstoretest.New(t, pgstore.Options{})
	want := storetest.Model()
	var changes []rdfstore.Change
	for i := range 1500 {
		changes = append(changes, rdfstore.Change{Put: place(t, fmt.Sprintf("x:%d", i), "Delft")})
	}
	for _, store := range []rdfstore.Store{s, want} {
		if _, err := store.Apply(t.Context(), changes...); err != nil {
			t.Fatal(err)
		}
	}
	derived := storetest.Derivation()
	if _, err := pgstore.Open(t.Context(), address, pgstore.Options{Derivation: derived}); !errors.Is(err, pgstore.ErrDerivation) {
		t.Errorf("Open with another derivation: %v, want ErrDerivation", err)
	}
	for _, wanted := range []bool{true, false} {
		if changed, err := pgstore.Migrate(t.Context(), address, derived, nil); err != nil || changed != wanted {
			t.Fatalf("Migrate: %v, %v; want %v", changed, err, wanted)
		}
	}
	if _, err := s.Apply(t.Context(), rdfstore.Change{Put: place(t, "x:late", "")}); !errors.Is(err, pgstore.ErrDerivation) {
		t.Errorf("Apply with the derivation of before: %v, want ErrDerivation", err)
	}
	storetest.Compare(t, pgstoretest.Open(t, address, pgstore.Options{Derivation: derived}), want)
}

// TestTwoStores writes with two stores on one database, as two processes do.
func TestTwoStores(t *testing.T) {
	a, address := pgstoretest.New(t, pgstore.Options{})
	b := pgstoretest.Open(t, address, pgstore.Options{})
	const writers, each = 8, 20
	var group sync.WaitGroup
	for i := range writers {
		s := []*pgstore.Store{a, b}[i%2]
		group.Go(func() {
			for n := range each {
				if _, err := s.Apply(t.Context(), rdfstore.Change{Put: place(t, fmt.Sprintf("x:%d/%d", i, n), "")}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	var last rdfstore.LogEntry
	for e, err := range b.Changes(t.Context(), 0) {
		if err != nil || e.Seq != last.Seq+1 || e.Time.Before(last.Time) {
			t.Fatalf("entry %+v after %+v, %v", e, last, err)
		}
		last = e
	}
	if last.Seq != writers*each {
		t.Errorf("the log ends at %d, want %d", last.Seq, writers*each)
	}
	n, err := a.Count(t.Context(), rdfstore.Pattern{Predicate: graph.Type})
	if err != nil || n != writers*each {
		t.Errorf("Count: %d, %v", n, err)
	}
}

// TestBrokenConnections ends all connections of a store while it writes: the store goes
// on, and nothing is written twice or lost.
func TestBrokenConnections(t *testing.T) {
	s, address := pgstoretest.New(t, pgstore.Options{})
	const writers, each = 4, 40
	var group sync.WaitGroup
	for i := range writers {
		group.Go(func() {
			for n := range each {
				if n%8 == i {
					execute(t, address, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'vitrine' AND datname = current_database() AND usename = current_user")
				}
				name := fmt.Sprintf("x:%d/%d", i, n)
				out, err := s.Apply(t.Context(), rdfstore.Change{Put: place(t, name, ""), If: rdfstore.Precondition{Absent: true}})
				if err != nil || out[0].Kind != rdfstore.Created {
					t.Errorf("Apply: %v, %v", out, err)
				}
			}
		})
	}
	group.Wait()
	last, err := s.LastChange(t.Context())
	if err != nil || last.Seq != writers*each {
		t.Errorf("the log ends at %d, %v; want %d", last.Seq, err, writers*each)
	}
}

// TestGetBesideChanges gets a record that another creates and deletes again and again: it is
// there, or deleted, and never unknown.
func TestGetBesideChanges(t *testing.T) {
	s, _ := pgstoretest.New(t, pgstore.Options{})
	one := place(t, "x:1", "Delft")
	change := func() error {
		if _, err := s.Apply(t.Context(), rdfstore.Change{Put: one}); err != nil {
			return err
		}
		_, err := s.Apply(t.Context(), rdfstore.Change{Delete: one.Name})
		return err
	}
	if err := change(); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() {
		var err error
		for range 100 {
			if err = change(); err != nil {
				break
			}
		}
		done <- err
	}()
	for {
		var deleted *rdfstore.DeletedError
		if e, err := s.Get(t.Context(), one.Name); err != nil && !errors.As(err, &deleted) || err == nil && !e.Graph.Equal(one) {
			t.Errorf("Get: %v, %v", e, err)
		}
		select {
		case err := <-done:
			if err != nil {
				t.Error(err)
			}
			return
		default:
		}
	}
}

// TestDamage changes stored bytes.
func TestDamage(t *testing.T) {
	s, address := pgstoretest.New(t, pgstore.Options{})
	g := place(t, "x:1", "Delft")
	if _, err := s.Apply(t.Context(), rdfstore.Change{Put: g}); err != nil {
		t.Fatal(err)
	}
	first := func(p rdfstore.Pattern) error {
		for _, err := range s.Match(t.Context(), p, "") {
			return err
		}
		return nil
	}
	if n := execute(t, address, "UPDATE posting SET body = set_byte(body, length(body) - 1, 77)"); n == 0 {
		t.Fatal("no posting was changed")
	}
	if err := first(rdfstore.Pattern{Predicate: graph.Type}); !errors.Is(err, rdfstore.ErrCorrupt) {
		t.Errorf("Match over a damaged list: %v, want ErrCorrupt", err)
	}
	if n := execute(t, address, "UPDATE entity SET record = set_byte(record, length(record) - 1, 77)"); n != 1 {
		t.Fatal("no record was changed")
	}
	if _, err := s.Get(t.Context(), g.Name); !errors.Is(err, rdfstore.ErrCorrupt) {
		t.Errorf("Get of a damaged record: %v, want ErrCorrupt", err)
	}
	if err := first(rdfstore.Pattern{Graph: rdf.Context(g.Name)}); !errors.Is(err, rdfstore.ErrCorrupt) {
		t.Errorf("Match in a damaged record: %v, want ErrCorrupt", err)
	}
	if _, err := s.Apply(t.Context(), rdfstore.Change{Put: place(t, "x:1", "The Hague")}); !errors.Is(err, rdfstore.ErrCorrupt) {
		t.Errorf("Apply over a damaged record: %v, want ErrCorrupt", err)
	}
}

// TestStaleness has one store write, and another one hear of it later.
func TestStaleness(t *testing.T) {
	a, address := pgstoretest.New(t, pgstore.Options{})
	b := pgstoretest.Open(t, address, pgstore.Options{Staleness: time.Hour})
	exact := pgstoretest.Open(t, address, pgstore.Options{})
	newest := func(s *pgstore.Store, want uint64) {
		t.Helper()
		if seq, err := s.Newest(t.Context()); err != nil || seq != want {
			t.Errorf("Newest: %d, %v; want %d", seq, err, want)
		}
	}
	change := func(s *pgstore.Store, label string) {
		t.Helper()
		if _, err := s.Apply(t.Context(), rdfstore.Change{Put: place(t, "x:1", label)}); err != nil {
			t.Fatal(err)
		}
	}
	newest(b, 0)
	change(a, "One")
	newest(b, 0)
	newest(exact, 1)
	change(b, "Two")
	newest(b, 2)
	change(a, "Three")
	newest(b, 2)
	if last, err := b.LastChange(t.Context()); err != nil || last.Seq != 3 {
		t.Errorf("LastChange: %+v, %v", last, err)
	}
	newest(b, 3)
	change(a, "Four")
	for _, err := range b.Changes(t.Context(), 3) {
		if err != nil {
			t.Fatal(err)
		}
	}
	newest(b, 4)
	change(a, "Five")
	// A change that is refused has seen the end of the log, too.
	absent := rdfstore.Change{Put: place(t, "x:1", "Six"), If: rdfstore.Precondition{Absent: true}}
	if _, err := b.Apply(t.Context(), absent); !errors.Is(err, rdfstore.ErrPrecondition) {
		t.Errorf("Apply: %v, want ErrPrecondition", err)
	}
	newest(b, 5)
	execute(t, address, "UPDATE head SET seq = 4")
	newest(exact, 4)
	newest(b, 5)
}

func TestReadOnly(t *testing.T) {
	_, address := pgstoretest.New(t, pgstore.Options{})
	s := pgstoretest.Open(t, address, pgstore.Options{ReadOnly: true, Derivation: storetest.Derivation()})
	if _, err := s.Apply(t.Context(), rdfstore.Change{Put: place(t, "x:1", "")}); !errors.Is(err, pgstore.ErrReadOnly) {
		t.Errorf("Apply: %v, want ErrReadOnly", err)
	}
	if h := s.Health(); !h.ReadOnly || h.Writable {
		t.Errorf("Health: %+v", h)
	}
}
