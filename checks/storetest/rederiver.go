package storetest

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"vitrine/checks/memstore"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// Place is where a store is kept that need not be open, and whose Open refuses it where its
// relations are those of another derivation.
type Place interface {
	// Rederive puts the relations of a derivation in place of those in the store, or of none
	// where it is zero; nothing is done where they are those of the derivation already.
	// Whenever it is interrupted, the store is as it was before, or complete, and the same
	// call leads to the end.
	Rederive(ctx context.Context, d rdfstore.Derivation) error
	// Open opens the store, whose relations are those of the derivation. Where there is none
	// it makes an empty one with the base memstore.Base.
	Open(t *testing.T, d rdfstore.Derivation) rdfstore.Store
}

// ByClass derives one relation, to each class of the entity.
func ByClass() rdfstore.Derivation {
	return rdfstore.Derivation{Version: "classes", Of: func(g *graph.Graph) []rdfstore.Related {
		var all []rdfstore.Related
		for _, class := range g.Classes() {
			all = append(all, rdfstore.Related{To: class, By: 1})
		}
		return all
	}}
}

// RunRederiver runs as subtests of t what holds of each store whose relations can be derived
// anew. Each subtest gets a place of its own, without a store.
func RunRederiver(t *testing.T, place func(t *testing.T) Place) {
	none, some, other := rdfstore.Derivation{}, Derivation(), ByClass()
	for name, test := range map[string]struct{ before, after rdfstore.Derivation }{
		"NoneToSome":  {none, some},
		"SomeToOther": {some, other},
		"SomeToNone":  {some, none},
	} {
		t.Run(name, func(t *testing.T) {
			p := place(t)
			model := fillBoth(t, p, test.before, test.after)
			rederive(t, p, test.after)
			compareAt(t, p, test.after, model)
			again := test.after
			if again.Of != nil {
				again.Of = func(*graph.Graph) []rdfstore.Related {
					t.Error("relations are derived that are there")
					return nil
				}
			}
			rederive(t, p, again)
		})
	}
	t.Run("Cancelled", func(t *testing.T) {
		p := place(t)
		model := fillBoth(t, p, some, other)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		calls := 0
		ends := rdfstore.Derivation{Version: other.Version, Of: func(g *graph.Graph) []rdfstore.Related {
			if calls++; calls == 20 {
				cancel()
			}
			return other.Of(g)
		}}
		if err := p.Rederive(ctx, ends); !errors.Is(err, context.Canceled) {
			t.Fatalf("Rederive: %v, want Canceled", err)
		}
		// The store is as it was, and can be written to.
		s := p.Open(t, some)
		for _, store := range []rdfstore.Store{s, model} {
			if _, err := store.Apply(t.Context(), put(Random(rand.New(rand.NewPCG(3, 3)), 100))); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		rederive(t, p, other)
		compareAt(t, p, other, model)
	})
}

// fillBoth changes the store of a place, and a model with the relations of another derivation.
func fillBoth(t *testing.T, p Place, before, after rdfstore.Derivation) *memstore.Store {
	t.Helper()
	s, model := p.Open(t, before), memstore.NewDeriving(after)
	for _, store := range []rdfstore.Store{s, model} {
		r := rand.New(rand.NewPCG(8, 9))
		for range 150 {
			change := RandomChange(r, 60)
			change.If = rdfstore.Precondition{}
			if _, err := store.Apply(t.Context(), change); err != nil && !errors.Is(err, rdfstore.ErrNotFound) {
				t.Fatal(err)
			}
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return model
}

func rederive(t *testing.T, p Place, d rdfstore.Derivation) {
	t.Helper()
	if err := p.Rederive(t.Context(), d); err != nil {
		t.Fatal(err)
	}
}

// compareAt compares the store of a place with a model.
func compareAt(t *testing.T, p Place, d rdfstore.Derivation, model *memstore.Store) {
	t.Helper()
	s := p.Open(t, d)
	compareBase(t, s)
	Compare(t, s, model)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}
