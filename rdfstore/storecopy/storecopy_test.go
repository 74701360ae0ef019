package storecopy_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"vitrine/checks/memstore"
	"vitrine/checks/pgstoretest"
	"vitrine/checks/storetest"
	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/extsort"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/pgstore"
	"vitrine/rdfstore/storecopy"
)

// put returns a change that stores a place.
func put(t testing.TB, name, label string) rdfstore.Change {
	t.Helper()
	b := graph.Builder{}
	iri := b.IRI(name)
	b.Link(iri, graph.Type.String(), "http://www.cidoc-crm.org/cidoc-crm/E53_Place")
	b.Text(iri, graph.Label.String(), label)
	if b.Err != nil {
		t.Fatal(b.Err)
	}
	return rdfstore.Change{Put: &graph.Graph{Name: iri, Triples: b.Triples}}
}

// fill gives a store a past: entities that were created, changed, deleted, created
// again and purged, in commits of one and of several changes.
func fill(t testing.TB, s rdfstore.Store) {
	t.Helper()
	apply := func(changes ...rdfstore.Change) {
		t.Helper()
		if _, err := s.Apply(t.Context(), changes...); err != nil {
			t.Fatal(err)
		}
	}
	gone := func(name string) rdfstore.Change { return rdfstore.Change{Delete: put(t, name, "").Put.Name} }
	var many []rdfstore.Change
	for i := range 300 {
		many = append(many, put(t, fmt.Sprintf("x:%d", i), fmt.Sprint(i%5)))
	}
	apply(many...)
	apply(put(t, "x:1", "changed"))
	apply(gone("x:2"))
	apply(gone("x:3"))
	apply(put(t, "x:3", "again"))
	apply(gone("x:4"), put(t, "x:4", "at once"), put(t, "x:1", "changed twice"))
	apply(put(t, "a:first", ""), put(t, "x:", ""), put(t, "x:10/1", ""))
	apply(rdfstore.Change{Delete: put(t, "a:first", "").Put.Name, Successor: put(t, "x:10/1", "").Put.Name})
	purge := func(name string) rdfstore.Change { return rdfstore.Change{Purge: put(t, name, "").Put.Name} }
	signed := put(t, "x:5", "signed")
	signed.Author, signed.Message = "Anna", "why"
	apply(signed)
	apply(purge("x:5"), purge("x:2"))
	signed.Put, signed.Author = put(t, "x:5", "signed again").Put, ""
	apply(signed)
	apply(gone("x:10/1"))
	apply(purge("x:10/1"))
	apply(put(t, "x:10/1", ""))
	for i := range 100 { // more than a store has differences of in a row
		apply(put(t, "x:6", fmt.Sprint("state ", i)))
	}
	apply(put(t, "x:10/1", "twice"))
}

func scratch(t testing.TB) extsort.Scratch { return extsort.Folder(t.TempDir(), "") }

func source(t testing.TB, s rdfstore.Store) *storecopy.Source {
	t.Helper()
	from, err := storecopy.Open(t.Context(), s, scratch(t), 1<<12)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = from.Close() })
	return from
}

// engine fills a store with histories and opens it.
type engine func(t *testing.T, histories iter.Seq2[rdfstore.History, error]) (rdfstore.Store, error)

var derivation = rdfstore.Derivation{Version: "1", Of: func(g *graph.Graph) []rdfstore.Related {
	return []rdfstore.Related{{To: g.Classes()[0], By: 1}}
}}

func file(t *testing.T, histories iter.Seq2[rdfstore.History, error]) (rdfstore.Store, error) {
	path := filepath.Join(t.TempDir(), "store.db")
	if err := boltstore.Restore(t.Context(), path, histories, boltstore.BulkOptions{Derivation: derivation, Base: memstore.Base}); err != nil {
		if _, missing := os.Stat(path); missing == nil {
			t.Error("a store was left that was not there before")
		}
		return nil, err
	}
	if err := boltstore.Check(t.Context(), path, derivation, func(f boltstore.Fault) { t.Error(f) }); err != nil {
		t.Error(err)
	}
	s, err := boltstore.Open(path, boltstore.Options{Derivation: derivation})
	if err != nil {
		return nil, err
	}
	t.Cleanup(func() { _ = s.Close() })
	return s, nil
}

func database(t *testing.T, histories iter.Seq2[rdfstore.History, error]) (rdfstore.Store, error) {
	s, _ := pgstoretest.New(t, pgstore.Options{Derivation: derivation})
	return s, s.Restore(t.Context(), histories, pgstore.BulkOptions{Memory: 1 << 14})
}

// TestCopy copies a store to each engine, and from there to a file.
func TestCopy(t *testing.T) {
	original := memstore.NewDeriving(derivation)
	fill(t, original)
	for name, to := range map[string]engine{"file": file, "database": database} {
		t.Run(name, func(t *testing.T) {
			from := source(t, original)
			first, err := to(t, from.Histories(t.Context()))
			if err != nil {
				t.Fatal(err)
			}
			same(t, from, first)
			second, err := file(t, source(t, first).Histories(t.Context()))
			if err != nil {
				t.Fatal(err)
			}
			same(t, from, second)
			storetest.CompareVersions(t, first, original, false)
			storetest.CompareVersions(t, second, original, false)
			// The stores go on as the original would.
			for _, s := range []rdfstore.Store{first, second} {
				out, err := s.Apply(t.Context(), put(t, "x:new", ""), put(t, "x:2", "back"))
				if err != nil || out[0].Version != from.At().Seq+1 || out[1].Kind != rdfstore.Created {
					t.Errorf("Apply to the copy: %v, %v", out, err)
				}
			}
		})
	}
}

// same compares all that can be asked of two stores.
func same(t *testing.T, from *storecopy.Source, s rdfstore.Store) {
	t.Helper()
	if err := storecopy.Compare(t.Context(), from, source(t, s)); err != nil {
		t.Error(err)
	}
	class := put(t, "x:1", "").Put.Classes()[0]
	var names []string
	for name, err := range s.Members(t.Context(), class, 0) {
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, name.String())
	}
	if len(names) != 301 || names[0] != "x:0" || !slices.Equal(names[296:], []string{"x:299", "x:3", "x:4", "x:", "x:10/1"}) {
		t.Errorf("%d members, the last %v", len(names), names[max(0, len(names)-5):])
	}
	if n, err := s.Relations(t.Context(), class); err != nil || len(n) != 1 || n[0].Count != 301 {
		t.Errorf("relations: %v, %v", n, err)
	}
	if n, err := s.Count(t.Context(), rdfstore.Pattern{}); err != nil || n != 601 {
		t.Errorf("%d quads, %v", n, err)
	}
}

// TestCopyThatFails ends in its middle: nothing is left.
func TestCopyThatFails(t *testing.T) {
	original := memstore.NewDeriving(derivation)
	fill(t, original)
	errSource := errors.New("the source ends early")
	for name, to := range map[string]engine{"file": file, "database": database} {
		t.Run(name, func(t *testing.T) {
			n := 0
			s, err := to(t, func(yield func(rdfstore.History, error) bool) {
				for h := range source(t, original).Histories(t.Context()) {
					if n++; n == 200 {
						yield(h, errSource)
						return
					}
					if !yield(h, nil) {
						return
					}
				}
			})
			if !errors.Is(err, errSource) {
				t.Errorf("error %v", err)
			}
			if s == nil {
				return
			}
			if last, err := s.LastChange(t.Context()); last.Seq != 0 || err != nil {
				t.Errorf("there is %v, %v", last, err)
			}
		})
	}
}

// TestCompare finds what differs.
func TestCompare(t *testing.T) {
	for name, change := range map[string]func(ctx context.Context, s rdfstore.Store) error{
		"another entry": func(ctx context.Context, s rdfstore.Store) error {
			_, err := s.Apply(ctx, put(t, "x:1", "other"))
			return err
		},
		"the same number of entries": func(ctx context.Context, s rdfstore.Store) error { return nil },
	} {
		t.Run(name, func(t *testing.T) {
			a, b := memstore.NewDeriving(derivation), memstore.NewDeriving(derivation)
			fill(t, a)
			fill(t, b) // at other times
			if err := change(t.Context(), b); err != nil {
				t.Fatal(err)
			}
			var different *storecopy.DifferenceError
			if err := storecopy.Compare(t.Context(), source(t, a), source(t, b)); !errors.As(err, &different) {
				t.Errorf("error %v", err)
			}
		})
	}
}

// otherBase is a store with another base.
type otherBase struct{ rdfstore.Store }

func (otherBase) Base(context.Context) (string, error) { return "https://other.example/", nil }

func TestCompareBases(t *testing.T) {
	store := memstore.NewDeriving(derivation)
	err := storecopy.Compare(t.Context(), source(t, store), source(t, otherBase{store}))
	if err == nil || err.Error() != `the base is "https://other.example/", and not "https://data.museum.example/"` {
		t.Errorf("error %v", err)
	}
}

// TestFullTarget refuses to fill a store that holds something.
func TestFullTarget(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	s, err := boltstore.Open(path, boltstore.Options{Create: true, Derivation: derivation})
	if err != nil {
		t.Fatal(err)
	}
	fill(t, s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	none := func(func(rdfstore.History, error) bool) {}
	if err := boltstore.Restore(t.Context(), path, none, boltstore.BulkOptions{Derivation: derivation}); !errors.Is(err, rdfstore.ErrNotEmpty) {
		t.Errorf("error %v", err)
	}
}

// TestStates reads the past states of names whose states were replaced, deleted and purged.
func TestStates(t *testing.T) {
	s := memstore.NewDeriving(derivation)
	fill(t, s)
	want := map[string]int{"x:1": 2, "x:2": 0, "x:3": 1, "x:4": 1, "x:5": 1, "x:6": 100, "x:10/1": 1, "a:first": 1}
	for h, err := range source(t, s).Histories(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		n, before := 0, uint64(0)
		if h.States != nil {
			for e, err := range h.States {
				if err != nil {
					t.Fatal(err)
				}
				if past, err := s.Past(t.Context(), h.Name, e.Version); err != nil || !past.Graph.Equal(e.Graph) || e.Version <= before {
					t.Errorf("version %d of %s is %v, %v", e.Version, h.Name, past, err)
				}
				n, before = n+1, e.Version
			}
		}
		if n != want[h.Name.String()] {
			t.Errorf("%s has %d past states, want %d", h.Name, n, want[h.Name.String()])
		}
	}
}

// TestComparePast finds what differs in the past alone.
func TestComparePast(t *testing.T) {
	original := memstore.NewDeriving(derivation)
	fill(t, original)
	from := source(t, original)
	copied, err := file(t, func(yield func(rdfstore.History, error) bool) {
		for h, err := range from.Histories(t.Context()) {
			if h.Name.String() == "x:6" {
				h.States = nil
			}
			if !yield(h, err) {
				return
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	var different *storecopy.DifferenceError
	if err := storecopy.Compare(t.Context(), from, source(t, copied)); !errors.As(err, &different) || different.Name.String() != "x:6" {
		t.Errorf("error %v", err)
	}
}
