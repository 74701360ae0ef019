package pgstore_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/memstore"
	"vitrine/rdfstore/pgstore"
	"vitrine/rdfstore/pgstore/pgstoretest"
	"vitrine/rdfstore/storetest"
)

// schemaPlace is a place of a store in a schema.
type schemaPlace struct{ pgstore.Address }

func (p schemaPlace) Open(t *testing.T, d rdfstore.Derivation) rdfstore.Store {
	if _, err := pgstore.Init(t.Context(), string(p.Address), d); err != nil {
		t.Fatal(err)
	}
	return pgstoretest.Open(t, string(p.Address), pgstore.Options{Derivation: d})
}

func TestRederiver(t *testing.T) {
	storetest.RunRederiver(t, func(t *testing.T) storetest.Place {
		return schemaPlace{pgstore.Address(pgstoretest.Address(t))}
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

// nothingLeft tells whether all that a rederivation needs besides the relations is gone.
func nothingLeft(t *testing.T, address string) {
	t.Helper()
	const query = `SELECT 'state ' || count(*) FROM @.rederivation UNION ALL SELECT 'rederived ' || count(*) FROM @.rederived
		UNION ALL SELECT 'postings ' || count(*) FROM @.posting, @.head WHERE kind = CASE generation % 2 WHEN 0 THEN 'R' ELSE 'r' END
		UNION ALL SELECT 'tallies ' || count(*) FROM @.tally, @.head WHERE kind = CASE generation % 2 WHEN 0 THEN 'R' ELSE 'r' END`
	const want = "state 0\nrederived 0\npostings 0\ntallies 0"
	if got := rows(t, address, query); got != want {
		t.Errorf("left behind:\n%s\nwant\n%s", got, want)
	}
}

// TestRederiveAmidWrites writes with the derivation of before while that of after is being
// derived, to entities that are in the next generation already and to those that are not yet.
func TestRederiveAmidWrites(t *testing.T) {
	before := storetest.Derivation()
	t.Run("direct", func(t *testing.T) {
		s, address := pgstoretest.New(t, pgstore.Options{Derivation: before})
		rederiveAmidWrites(t, s, address, address)
	})
	t.Run("pooled", func(t *testing.T) {
		s, address, through := newBeside(t, before)
		rederiveAmidWrites(t, s, address, through)
	})
}

// newBeside returns an empty store through the pooler, its own address, and that through the
// pooler.
func newBeside(t *testing.T, d rdfstore.Derivation) (s *pgstore.Store, address, through string) {
	t.Helper()
	address = pgstoretest.Address(t)
	through = pgstoretest.Pooled(t, address)
	if created, err := pgstore.Init(t.Context(), through, d); err != nil || !created {
		t.Fatalf("Init: %v, %v", created, err)
	}
	return pgstoretest.Open(t, through, pgstore.Options{Derivation: d}), address, through
}

// rederiveAmidWrites derives relations anew through an address while a store is written to.
func rederiveAmidWrites(t *testing.T, s *pgstore.Store, address, through string) {
	t.Helper()
	after := storetest.ByClass()
	model := memstore.NewDeriving(after)
	r := rand.New(rand.NewPCG(1, 7))
	bothOf(t, r, s, model, 300)
	calls := 0
	writing := rdfstore.Derivation{Version: after.Version, Of: func(g *graph.Graph) []rdfstore.Related {
		// The last transaction keeps writers out: this one would wait for itself.
		if calls++; calls < 60 {
			bothOf(t, r, s, model, 3)
		}
		return after.Of(g)
	}}
	if err := pgstore.RederiveInSteps(t.Context(), through, writing, 7, func(uint64) {}); err != nil {
		t.Fatal(err)
	}
	if calls < 60 {
		t.Fatalf("derived from %d graphs, too few for this test", calls)
	}
	now := pgstoretest.Open(t, through, pgstore.Options{Derivation: after})
	storetest.Compare(t, now, model)
	bothOf(t, r, now, model, 100)
	storetest.Compare(t, now, model)
	nothingLeft(t, address)
}

// TestRederiveKilledServer kills the server in the middle of transactions of the derivation,
// straight and behind the pooler, and writes after each time: the same call leads to the end.
func TestRederiveKilledServer(t *testing.T) {
	kill := newKill(t)
	t.Run("direct", func(t *testing.T) {
		s, address := pgstoretest.New(t, pgstore.Options{Derivation: storetest.Derivation()})
		rederiveAmidKills(t, s, address, address, kill)
	})
	t.Run("pooled", func(t *testing.T) {
		s, address, through := newBeside(t, storetest.Derivation())
		rederiveAmidKills(t, s, address, through, kill)
	})
}

func rederiveAmidKills(t *testing.T, s *pgstore.Store, address, through string, kill func()) {
	t.Helper()
	after := storetest.ByClass()
	model := memstore.NewDeriving(after)
	r := rand.New(rand.NewPCG(8, 7))
	bothOf(t, r, s, model, 200)
	calls, kills := 0, 0
	killing := rdfstore.Derivation{Version: after.Version, Of: func(g *graph.Graph) []rdfstore.Related {
		// The second comes while what the first has undone is done again.
		if calls++; calls == 20 || calls == 26 {
			kills++
			kill()
			bothOf(t, r, s, model, 5)
		}
		return after.Of(g)
	}}
	if err := pgstore.RederiveInSteps(t.Context(), through, killing, 7, func(uint64) {}); err != nil {
		t.Fatal(err)
	}
	if kills != 2 {
		t.Errorf("killed %d times", kills)
	}
	storetest.Compare(t, pgstoretest.Open(t, through, pgstore.Options{Derivation: after}), model)
	nothingLeft(t, address)
}

// TestRederiveInterrupted ends the context again and again, after each number of steps; writers
// go on between.
func TestRederiveInterrupted(t *testing.T) {
	before, after := storetest.Derivation(), storetest.ByClass()
	s, address := pgstoretest.New(t, pgstore.Options{Derivation: before})
	model := memstore.NewDeriving(after)
	r := rand.New(rand.NewPCG(2, 7))
	bothOf(t, r, s, model, 200)
	ended := false
	interruptions := 0
	for !ended {
		ctx, cancel := context.WithCancel(t.Context())
		steps := 0
		err := pgstore.RederiveInSteps(ctx, address, after, 5, func(uint64) {
			if steps++; steps == 3 {
				cancel()
			}
		})
		cancel()
		switch {
		case err == nil:
			ended = true
		case !errors.Is(err, context.Canceled):
			t.Fatal(err)
		case interruptions < 3:
			bothOf(t, r, s, model, 4)
			fallthrough
		default:
			if interruptions++; interruptions > 100 {
				t.Fatal("no end after a hundred interruptions")
			}
		}
	}
	if interruptions < 2 {
		t.Errorf("interrupted %d times, too few for this test", interruptions)
	}
	storetest.Compare(t, pgstoretest.Open(t, address, pgstore.Options{Derivation: after}), model)
	nothingLeft(t, address)
}

// TestRederiveOther gives up what another derivation has begun.
func TestRederiveOther(t *testing.T) {
	before, after := storetest.Derivation(), storetest.ByClass()
	s, address := pgstoretest.New(t, pgstore.Options{Derivation: before})
	none, same, other := memstore.New(), memstore.NewDeriving(before), memstore.NewDeriving(after)
	bothOf(t, rand.New(rand.NewPCG(3, 7)), s, none, 200)
	bothOf(t, rand.New(rand.NewPCG(3, 7)), same, other, 200)
	half := func(d rdfstore.Derivation) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		if err := pgstore.RederiveInSteps(ctx, address, d, 10, func(n uint64) {
			if n > 10 {
				cancel()
			}
		}); !errors.Is(err, context.Canceled) {
			t.Fatalf("RederiveInSteps: %v, want Canceled", err)
		}
	}
	for _, test := range []struct {
		half, whole rdfstore.Derivation
		model       rdfstore.Store
	}{
		{after, before, same},
		{after, rdfstore.Derivation{}, none},
		{before, after, other},
	} {
		half(test.half)
		if err := pgstore.Address(address).Rederive(t.Context(), test.whole, nil); err != nil {
			t.Fatal(err)
		}
		storetest.Compare(t, pgstoretest.Open(t, address, pgstore.Options{Derivation: test.whole}), test.model)
		nothingLeft(t, address)
	}
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
	if err := pgstore.Address(address).Rederive(t.Context(), after, nil); err != nil {
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
	if err := pgstore.Address(address).Rederive(t.Context(), before, nil); err != nil {
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

// TestRederiveLocked begins while another process is at it.
func TestRederiveLocked(t *testing.T) {
	s, address := pgstoretest.New(t, pgstore.Options{})
	unlock, err := s.Lock(t.Context(), "rederive")
	if err != nil {
		t.Fatal(err)
	}
	defer unlock()
	if err := pgstore.Address(address).Rederive(t.Context(), storetest.ByClass(), nil); !errors.Is(err, pgstore.ErrLocked) {
		t.Errorf("Rederive: %v, want ErrLocked", err)
	}
}

// TestMigrateFormat brings a store of format version 1 to this one.
func TestMigrateFormat(t *testing.T) {
	derived := storetest.Derivation()
	s, address := pgstoretest.New(t, pgstore.Options{Derivation: derived})
	model := storetest.Model()
	bothOf(t, rand.New(rand.NewPCG(5, 7)), s, model, 100)
	if err := pgstore.ToFormat1(t.Context(), address); err != nil {
		t.Fatal(err)
	}
	if _, err := pgstore.Open(t.Context(), address, pgstore.Options{Derivation: derived}); !errors.Is(err, pgstore.ErrFormat) {
		t.Errorf("Open: %v, want ErrFormat", err)
	}
	for _, wanted := range []bool{true, false} {
		if changed, err := pgstore.Migrate(t.Context(), address, derived, nil); err != nil || changed != wanted {
			t.Fatalf("Migrate: %v, %v; want %v", changed, err, wanted)
		}
	}
	storetest.Compare(t, pgstoretest.Open(t, address, pgstore.Options{Derivation: derived}), model)
}
