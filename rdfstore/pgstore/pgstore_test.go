package pgstore_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/knakk/rdf"

	"vitrine/checks/memstore"
	"vitrine/checks/pgstoretest"
	"vitrine/checks/storetest"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/pgstore"
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
func execute(t testing.TB, address, statement string) int64 {
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
			did, err := pgstore.Init(t.Context(), address, rdfstore.Derivation{}, memstore.Base)
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

// TestRelationsOfAnother gives relations to a store that has none, of more entities than are
// read at once.
func TestRelationsOfAnother(t *testing.T) {
	s, address := pgstoretest.New(t, pgstore.Options{})
	const entities = 2100
	var changes []rdfstore.Change
	for i := range entities {
		changes = append(changes, rdfstore.Change{Put: place(t, fmt.Sprintf("x:%d", i), "Delft")})
	}
	put(t, s, changes)
	derived := storetest.Derivation()
	if _, err := pgstore.Open(t.Context(), address, pgstore.Options{Derivation: derived}); !errors.Is(err, pgstore.ErrDerivation) {
		t.Errorf("Open with another derivation: %v, want ErrDerivation", err)
	}
	for _, wanted := range []bool{true, false} {
		if changed, err := pgstore.Rederive(t.Context(), address, derived, nil); err != nil || changed != wanted {
			t.Fatalf("Rederive: %v, %v; want %v", changed, err, wanted)
		}
	}
	if _, err := s.Apply(t.Context(), rdfstore.Change{Put: place(t, "x:late", "")}); !errors.Is(err, pgstore.ErrDerivation) {
		t.Errorf("Apply with the derivation of before: %v, want ErrDerivation", err)
	}
	now, to := pgstoretest.Open(t, address, pgstore.Options{Derivation: derived}), place(t, "x:country", "").Name
	relations, err := now.Relations(t.Context(), to)
	if err != nil || len(relations) != 1 || relations[0].Count != entities {
		t.Fatalf("Relations: %v, %v", relations, err)
	}
	n := 0
	for _, err := range now.Related(t.Context(), to, relations[0].Relation, 0) {
		if n++; err != nil {
			t.Fatal(err)
		}
	}
	if n != entities {
		t.Errorf("%d are related, want %d", n, entities)
	}
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

// TestOthersChanges has one store write, and another one see it at once, a change that was
// lost included.
func TestOthersChanges(t *testing.T) {
	a, address := pgstoretest.New(t, pgstore.Options{})
	b := pgstoretest.Open(t, address, pgstore.Options{})
	for i := range uint64(3) {
		if _, err := a.Apply(t.Context(), rdfstore.Change{Put: place(t, "x:1", fmt.Sprint(i))}); err != nil {
			t.Fatal(err)
		}
		if last, err := b.LastChange(t.Context()); err != nil || last.Seq != i+1 {
			t.Errorf("LastChange: %d, %v; want %d", last.Seq, err, i+1)
		}
	}
	execute(t, address, "DELETE FROM log WHERE seq = 3")
	if last, err := b.LastChange(t.Context()); err != nil || last.Seq != 2 {
		t.Errorf("LastChange: %d, %v; want 2", last.Seq, err)
	}
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
