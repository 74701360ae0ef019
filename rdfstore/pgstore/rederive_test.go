package pgstore_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"vitrine/checks/memstore"
	"vitrine/checks/pgstoretest"
	"vitrine/checks/storetest"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/pgstore"
)

// schemaPlace is the address of a store.
type schemaPlace string

func (p schemaPlace) Rederive(ctx context.Context, d rdfstore.Derivation) error {
	_, err := pgstore.Rederive(ctx, string(p), d, nil)
	return err
}

func (p schemaPlace) Open(t *testing.T, d rdfstore.Derivation) rdfstore.Store {
	if _, err := pgstore.Init(t.Context(), string(p), d, memstore.Base); err != nil {
		t.Fatal(err)
	}
	return pgstoretest.Open(t, string(p), pgstore.Options{Derivation: d})
}

func TestRederiver(t *testing.T) {
	storetest.RunRederiver(t, func(t *testing.T) storetest.Place {
		return schemaPlace(pgstoretest.Address(t))
	})
}

// bothOf makes the same random changes to two stores.
func bothOf(t *testing.T, r *rand.Rand, a, b rdfstore.Store, n int) {
	t.Helper()
	for range n {
		c := storetest.RandomChange(r, 80)
		_, errA := a.Apply(t.Context(), c)
		_, errB := b.Apply(t.Context(), c)
		if (errA == nil) != (errB == nil) {
			t.Fatalf("a change of %s: %v and %v", c.Name(), errA, errB)
		}
	}
}

// TestRederiveBesideServers derives relations anew while a server reads, which finds those of
// before, and writes, which fails after its time: straight and through the pooler.
func TestRederiveBesideServers(t *testing.T) {
	t.Run("direct", func(t *testing.T) { rederiveBeside(t, func(address string) string { return address }) })
	t.Run("pooled", func(t *testing.T) {
		rederiveBeside(t, func(address string) string { return pgstoretest.Pooled(t, address) })
	})
}

// rederiveBeside derives relations by an address that leads to the store of another.
func rederiveBeside(t *testing.T, by func(address string) string) {
	before, after := storetest.Derivation(), storetest.ByClass()
	_, address := pgstoretest.New(t, pgstore.Options{Derivation: before})
	address = by(address)
	s := pgstoretest.Open(t, address, pgstore.Options{Derivation: before, Patience: impatient.Patience})
	model := memstore.NewDeriving(after)
	bothOf(t, rand.New(rand.NewPCG(1, 7)), s, model, 200)
	to := place(t, "x:country", "").Name
	one := rdfstore.Change{Put: place(t, "x:one", "")}
	for _, store := range []rdfstore.Store{s, model} {
		if _, err := store.Apply(t.Context(), one); err != nil {
			t.Fatal(err)
		}
	}
	calls := 0
	beside := rdfstore.Derivation{Version: after.Version, Of: func(g *graph.Graph) []rdfstore.Related {
		if calls++; calls == 20 {
			if all, err := s.Relations(t.Context(), to); err != nil || len(all) == 0 {
				t.Errorf("Relations: %v, %v", all, err)
			}
			if _, err := s.Apply(t.Context(), rdfstore.Change{Put: place(t, "x:two", "")}); !errors.Is(err, rdfstore.ErrUnavailable) {
				t.Errorf("Apply: %v, want ErrUnavailable", err)
			}
		}
		return after.Of(g)
	}}
	if changed, err := pgstore.Rederive(t.Context(), address, beside, nil); err != nil || !changed || calls < 20 {
		t.Fatalf("Rederive: %v, %v after %d calls", changed, err, calls)
	}
	now := pgstoretest.Open(t, address, pgstore.Options{Derivation: after})
	storetest.Compare(t, now, model)
	bothOf(t, rand.New(rand.NewPCG(2, 7)), now, model, 100)
	storetest.Compare(t, now, model)
}

// TestRederiveKilledServer kills the server while relations are derived: they are as they were,
// and the next call derives all.
func TestRederiveKilledServer(t *testing.T) {
	kill := newKill(t)
	before, after := storetest.Derivation(), storetest.ByClass()
	s, address := pgstoretest.New(t, pgstore.Options{Derivation: before})
	same, other := memstore.NewDeriving(before), memstore.NewDeriving(after)
	bothOf(t, rand.New(rand.NewPCG(8, 7)), s, same, 200)
	bothOf(t, rand.New(rand.NewPCG(8, 7)), memstore.New(), other, 200)
	calls := 0
	killing := rdfstore.Derivation{Version: after.Version, Of: func(g *graph.Graph) []rdfstore.Related {
		if calls++; calls == 20 {
			kill()
		}
		return after.Of(g)
	}}
	if changed, err := pgstore.Rederive(t.Context(), address, killing, nil); err == nil || changed {
		t.Fatalf("Rederive of a server that was killed: %v, %v", changed, err)
	}
	storetest.Compare(t, s, same)
	if changed, err := pgstore.Rederive(t.Context(), address, after, nil); err != nil || !changed {
		t.Fatalf("Rederive: %v, %v", changed, err)
	}
	storetest.Compare(t, pgstoretest.Open(t, address, pgstore.Options{Derivation: after}), other)
}

// TestSuperseded asks a process that has a store open whose relations become those of another
// derivation, and then those of its own again.
func TestSuperseded(t *testing.T) {
	before, after := storetest.Derivation(), storetest.ByClass()
	s, address := pgstoretest.New(t, pgstore.Options{Derivation: before})
	model := memstore.NewDeriving(before)
	r := rand.New(rand.NewPCG(4, 7))
	bothOf(t, r, s, model, 100)
	to := place(t, "x:Delft", "").Name
	related := func() (err error) {
		for _, err = range s.Related(t.Context(), to, 1, 0) {
			if err != nil {
				break
			}
		}
		return err
	}
	calls := map[string]func() error{
		"Apply":     func() error { _, err := s.Apply(t.Context(), rdfstore.Change{Put: place(t, "x:1", "")}); return err },
		"Relations": func() error { _, err := s.Relations(t.Context(), to); return err },
		"Related":   related,
	}
	if _, err := pgstore.Rederive(t.Context(), address, after, nil); err != nil {
		t.Fatal(err)
	}
	// Who only asks for the end of the log learns it from the health, as a balancer does.
	if _, err := s.LastChange(t.Context()); err != nil {
		t.Errorf("LastChange: %v", err)
	}
	if h := s.Health(); !errors.Is(h.Superseded, pgstore.ErrDerivation) {
		t.Errorf("Health after LastChange: %+v", h)
	}
	for name, call := range calls {
		if err := call(); !errors.Is(err, pgstore.ErrDerivation) || !errors.Is(err, rdfstore.ErrUnavailable) {
			t.Errorf("%s: %v, want ErrDerivation and ErrUnavailable", name, err)
		}
	}
	if h := s.Health(); h.Writable || !errors.Is(h.NotWritable, pgstore.ErrDerivation) {
		t.Errorf("Health: %+v", h)
	}
	if _, err := s.Classes(t.Context()); err != nil {
		t.Errorf("Classes: %v", err)
	}
	if _, err := pgstore.Rederive(t.Context(), address, before, nil); err != nil {
		t.Fatal(err)
	}
	if err := related(); err != nil {
		t.Errorf("Related, with the relations of before: %v", err)
	}
	bothOf(t, r, s, model, 50)
	storetest.Compare(t, s, model)
	if h := s.Health(); !h.Writable {
		t.Errorf("Health: %+v", h)
	}
}
