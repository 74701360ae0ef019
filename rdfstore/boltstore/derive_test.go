package boltstore_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"vitrine/checks/memstore"
	"vitrine/checks/storetest"
	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/graph"
)

// other derives one relation, to each class of the entity.
var other = rdfstore.Derivation{Version: "classes", Of: func(g *graph.Graph) []rdfstore.Related {
	var all []rdfstore.Related
	for _, class := range g.Classes() {
		all = append(all, rdfstore.Related{To: class, By: 1})
	}
	return all
}}

// derivedStore makes a store with the relations of a derivation and a model
// that has those of another.
func derivedStore(t *testing.T, before, after rdfstore.Derivation) (path string, model *memstore.Store) {
	t.Helper()
	path, model = newPath(t), memstore.NewDeriving(after)
	s := openWith(t, path, boltstore.Options{Derivation: before})
	for _, store := range []rdfstore.Store{s, model} {
		putAll(t, store, randomGraphs(rand.New(rand.NewPCG(8, 9)), 0, 60))
		for i := range 8 {
			if _, err := store.Apply(t.Context(), rdfstore.Change{Delete: entity(7 * i)}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return path, model
}

// TestDerivedAnew opens stores with another derivation than they were written
// with.
func TestDerivedAnew(t *testing.T) {
	none := rdfstore.Derivation{}
	for name, test := range map[string]struct{ before, after rdfstore.Derivation }{
		"none to some":  {none, derivation},
		"some to other": {derivation, other},
		"some to none":  {derivation, none},
	} {
		t.Run(name, func(t *testing.T) {
			path, model := derivedStore(t, test.before, test.after)
			before, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			options := boltstore.Options{Create: true, Derivation: test.after}
			if _, err := boltstore.Open(path, options); !errors.Is(err, boltstore.ErrDerivation) {
				t.Errorf("Open: %v, want ErrDerivation", err)
			}
			if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, before) {
				t.Errorf("Open has changed the file, %v", err)
			}
			for again := range 2 {
				var last boltstore.BulkProgress
				if err := boltstore.Rederive(t.Context(), path, test.after, func(p boltstore.BulkProgress) { last = p }); err != nil {
					t.Fatal(err)
				}
				if again == 0 && (!last.Writing || last.Graphs == 0) || again == 1 && last.Writing {
					t.Errorf("time %d: the progress ends with %+v", again, last)
				}
				s := openWith(t, path, options)
				storetest.Compare(t, s, model)
				for _, store := range []rdfstore.Store{s, model} {
					putAll(t, store, randomGraphs(rand.New(rand.NewPCG(8, 10)), 50, 80))
				}
				storetest.CompareRelations(t, s, model)
				if err := s.Close(); err != nil {
					t.Fatal(err)
				}
				if err := boltstore.Check(t.Context(), path, test.after, func(f boltstore.Fault) { t.Errorf("fault: %v", f) }); err != nil {
					t.Errorf("Check: %v", err)
				}
			}
			left(t, path)
		})
	}
}

// TestRederiveInterrupted ends the context while relations are derived.
func TestRederiveInterrupted(t *testing.T) {
	path, _ := derivedStore(t, derivation, derivation)
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ends := rdfstore.Derivation{Version: "ends", Of: func(g *graph.Graph) []rdfstore.Related {
		cancel()
		return other.Of(g)
	}}
	if err := boltstore.Rederive(ctx, path, ends, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("Rederive: %v, want Canceled", err)
	}
	if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, before) {
		t.Errorf("the file has changed, %v", err)
	}
	left(t, path)
}

// TestBulkLoadDerives loads into a store with another derivation.
func TestBulkLoadDerives(t *testing.T) {
	path, model := derivedStore(t, derivation, other)
	graphs := randomGraphs(rand.New(rand.NewPCG(3, 3)), 50, 80)
	if _, err := boltstore.BulkLoad(t.Context(), path, each(graphs), boltstore.BulkOptions{Derivation: other}); !errors.Is(err, boltstore.ErrDerivation) {
		t.Errorf("BulkLoad with another derivation: %v, want ErrDerivation", err)
	}
	if err := boltstore.Rederive(t.Context(), path, other, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := boltstore.BulkLoad(t.Context(), path, each(graphs), boltstore.BulkOptions{Derivation: other}); err != nil {
		t.Fatal(err)
	}
	putAll(t, model, graphs)
	s := openWith(t, path, boltstore.Options{Derivation: other})
	compareGraphs(t, s, model)
	storetest.CompareRelations(t, s, model)
}

// TestOtherDerivationReadOnly reads a store with other relations, or with none.
func TestOtherDerivationReadOnly(t *testing.T) {
	path, model := derivedStore(t, derivation, rdfstore.Derivation{})
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, err = boltstore.Open(path, boltstore.Options{Derivation: other, ReadOnly: true})
	if !errors.Is(err, boltstore.ErrDerivation) || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), "vitrine compact") {
		t.Errorf("Open with another derivation: %v, want ErrDerivation, the path and the remedy", err)
	}
	s := openWith(t, path, boltstore.Options{ReadOnly: true})
	storetest.CompareRelations(t, s, model)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for _, d := range []rdfstore.Derivation{{}, derivation, other} {
		if err := boltstore.Check(t.Context(), path, d, func(f boltstore.Fault) { t.Errorf("fault: %v", f) }); err != nil {
			t.Errorf("Check with %q: %v", d.Version, err)
		}
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
		t.Error("reading has changed the file")
	}
}

// TestCompactDerives compacts with and without a derivation.
func TestCompactDerives(t *testing.T) {
	for name, test := range map[string]struct{ given, want rdfstore.Derivation }{
		"none leaves them": {rdfstore.Derivation{}, derivation},
		"the same":         {derivation, derivation},
		"another":          {other, other},
	} {
		t.Run(name, func(t *testing.T) {
			path, model := derivedStore(t, derivation, test.want)
			if err := boltstore.Compact(t.Context(), path, test.given, rdfstore.Retention{}); err != nil {
				t.Fatal(err)
			}
			storetest.Compare(t, openWith(t, path, boltstore.Options{ReadOnly: true, Derivation: test.want}), model)
		})
	}
}

func TestHalfADerivation(t *testing.T) {
	for _, d := range []rdfstore.Derivation{{Version: "x"}, {Of: other.Of}} {
		if s, err := boltstore.Open(newPath(t), boltstore.Options{Derivation: d}); err == nil {
			t.Errorf("Open with half a derivation succeeded: %v", s.Close())
		}
	}
}
