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

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/extsort"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/memstore"
	"vitrine/rdfstore/pgstore"
	"vitrine/rdfstore/pgstore/pgstoretest"
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

// fill gives a store a past: entities that were created, changed, deleted and created
// again, in commits of one and of several changes.
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
	if n, err := s.Count(t.Context(), rdfstore.Pattern{}); err != nil || n != 600 {
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
	s := memstore.New()
	gone := rdfstore.Change{Delete: put(t, "x:a", "").Put.Name}
	for _, c := range []rdfstore.Change{
		put(t, "x:a", "1"), put(t, "x:a", "2"), gone, put(t, "x:a", "4"), {Put: put(t, "x:a", "5").Put, Author: "Anna", Message: "why"},
		put(t, "x:b", "6"), put(t, "x:c", "7"), put(t, "x:c", "8"), {Purge: put(t, "x:c", "").Put.Name},
		put(t, "x:d", "10"), {Delete: put(t, "x:d", "").Put.Name},
	} {
		if _, err := s.Apply(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
	want := map[string][]uint64{"x:a": {1, 2, 4}, "x:b": nil, "x:c": nil, "x:d": {10}}
	for h, err := range source(t, s).Histories(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		var got []uint64
		if h.States != nil {
			for e, err := range h.States {
				if err != nil {
					t.Fatal(err)
				}
				if past, err := s.Past(t.Context(), h.Name, e.Version); err != nil || !past.Graph.Equal(e.Graph) {
					t.Errorf("version %d of %s is %v, %v", e.Version, h.Name, past, err)
				}
				got = append(got, e.Version)
			}
		}
		if !slices.Equal(got, want[h.Name.String()]) {
			t.Errorf("%s has the past states %d, want %d", h.Name, got, want[h.Name.String()])
		}
		if last := h.Last(); h.Name.String() == "x:a" && (last.Author != "Anna" || last.Message != "why") || last.Purged != (h.Name.String() == "x:c") {
			t.Errorf("the last entry of %s is %+v", h.Name, last)
		}
	}
}
