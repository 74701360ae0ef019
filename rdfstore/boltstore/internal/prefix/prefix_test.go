package prefix

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/memstore"
)

func named(t *testing.T, name string) rdfstore.Change {
	t.Helper()
	iri, err := graph.IRI(name)
	if err != nil {
		t.Error(err)
	}
	return rdfstore.Change{Put: &graph.Graph{Name: iri}}
}

// TestListsKeepTheirStretches compares a list that has many stretches with a
// walk while entities come and go at random.
func TestListsKeepTheirStretches(t *testing.T) {
	s, lists := memstore.New(), &Lists{}
	l := lists.list(s, "x:set/")
	l.size = 4
	random := rand.New(rand.NewPCG(3, 4))
	there := map[string]bool{}
	for step := range 400 {
		name := fmt.Sprintf("x:set/%d", random.IntN(300))
		change := named(t, name)
		if there[name] && random.IntN(3) == 0 {
			change = rdfstore.Change{Delete: change.Put.Name}
		}
		there[name] = change.Put != nil
		if step == 200 {
			// So many changes are not followed one by one.
			var many []rdfstore.Change
			for i := range maxFollowed + 1 {
				many = append(many, named(t, fmt.Sprint("x:more/", i)))
			}
			if _, err := s.Apply(t.Context(), many...); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := s.Apply(t.Context(), change, named(t, fmt.Sprint("x:other/", step))); err != nil {
			t.Fatal(err)
		}
		if step%7 != 0 {
			continue
		}
		var want []string
		for name, err := range s.Entities(t.Context(), "") {
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasPrefix(name.String(), "x:set/") {
				want = append(want, name.String())
			}
		}
		if n, err := lists.Count(t.Context(), s, "x:set/"); err != nil || n != uint64(len(want)) {
			t.Fatalf("step %d: %d names, %v, want %d", step, n, err, len(want))
		}
		skip := random.IntN(len(want) + 1)
		for name, err := range lists.Names(t.Context(), s, "x:set/", uint64(skip)) {
			if err != nil || name.String() != want[skip] {
				t.Fatalf("step %d: name %d is %s, %v, want %s", step, skip, name, err, want[skip])
			}
			skip++
		}
		if skip != len(want) {
			t.Fatalf("step %d: the list ends with name %d of %d", step, skip, len(want))
		}
	}
	if len(l.stretches) < 15 {
		t.Errorf("only %d stretches", len(l.stretches))
	}
}

// TestListsUnderWrites counts while others write, and compares once they rest.
func TestListsUnderWrites(t *testing.T) {
	s, lists := memstore.New(), &Lists{}
	lists.list(s, "x:set/").size = 8
	var writers sync.WaitGroup
	for w := range 2 {
		writers.Go(func() {
			for i := range 200 {
				if _, err := s.Apply(t.Context(), named(t, fmt.Sprintf("x:set/%d-%d", w, i))); err != nil {
					t.Error(err)
				}
			}
		})
	}
	least := uint64(0)
	for range 50 {
		n, err := lists.Count(t.Context(), s, "x:set/")
		if err != nil || n < least || n > 400 {
			t.Errorf("%d names after %d, %v", n, least, err)
		}
		least = n
	}
	writers.Wait()
	if n, err := lists.Count(t.Context(), s, "x:set/"); err != nil || n != 400 {
		t.Errorf("%d names, %v", n, err)
	}
}

// TestFewListsAreKept asks for many prefixes.
func TestFewListsAreKept(t *testing.T) {
	p := &Lists{}
	for i := range 10 * maxPrefixes {
		p.list(nil, fmt.Sprint(i))
		first := p.list(nil, "first")
		if i > 0 && first != p.list(nil, "first") {
			t.Fatal("a list that is asked for again and again is forgotten")
		}
	}
	if len(p.lists) != maxPrefixes || len(p.used) != maxPrefixes {
		t.Errorf("%d lists are kept, %d are known, want %d", len(p.lists), len(p.used), maxPrefixes)
	}
	if p.lists["first"] == nil {
		t.Error("the list that was asked for last is forgotten")
	}
}
