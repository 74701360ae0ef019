package boltstore

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"github.com/knakk/rdf"
	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/record"
	"vitrine/rdfstore/graph"
)

// TestClassesComeAndGo gives entities other classes, and whole classes other
// entities, in a store that merges all the time and is opened again and again.
func TestClassesComeAndGo(t *testing.T) {
	const entities, classes = 60, 4
	path := filepath.Join(t.TempDir(), "store.db")
	r := rand.New(rand.NewPCG(2, 7))
	// has is the class of each entity, none where that is 0; they are all made
	// once, so they stay in order.
	var has [entities]int
	put := func(n, of int) rdfstore.Change {
		has[n] = of
		name := testIRI(fmt.Sprint("x:", n))
		g := &graph.Graph{Name: name}
		if of > 0 {
			g.Triples = []rdf.Triple{{Subj: name, Pred: graph.Type, Obj: testIRI(fmt.Sprint("x:C", of))}}
		}
		return rdfstore.Change{Put: g}
	}
	given := uint64(0)
	for round := range 60 {
		s := flushingStore(t, path, Options{Derivation: toClasses})
		var changes []rdfstore.Change
		// Each fourth time, all leave a class.
		left := r.IntN(classes) + 1
		for n := range entities {
			switch {
			case round == 0, r.IntN(8) == 0:
				changes = append(changes, put(n, r.IntN(classes+1)))
			case round%4 == 0 && has[n] == left:
				changes = append(changes, put(n, 0))
			}
		}
		for part := range slices.Chunk(changes, 1+r.IntN(entities)) {
			if _, err := s.Apply(t.Context(), part...); err != nil {
				t.Fatal(err)
			}
		}
		for of := 1; of <= classes; of++ {
			var want []rdf.IRI
			for n := range entities {
				if has[n] == of {
					want = append(want, testIRI(fmt.Sprint("x:", n)))
				}
			}
			for _, skip := range []int{0, r.IntN(entities)} {
				var got []rdf.IRI
				for name, err := range s.Members(t.Context(), testIRI(fmt.Sprint("x:C", of)), uint64(skip)) {
					if err != nil {
						t.Fatal(err)
					}
					got = append(got, name)
				}
				if rest := want[min(skip, len(want)):]; !slices.Equal(got, rest) {
					t.Fatalf("round %d: of class %d without the first %d are %v, want %v", round, of, skip, got, rest)
				}
			}
		}
		err := s.db.View(func(tx *bbolt.Tx) error {
			c, err := record.GetCounters(tx)
			given = c.Classes
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if faults, err := faultsOf(t, path); round%10 == 9 && err != nil {
			t.Fatalf("round %d: %v, %v", round, faults, err)
		}
	}
	if given <= classes {
		t.Errorf("%d numbers were given to %d classes: none was emptied, the test tests too little", given, classes)
	}
}
