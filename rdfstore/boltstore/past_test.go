package boltstore_test

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"github.com/knakk/rdf"

	"vitrine/checks/storetest"
	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/graph"
)

func TestVersions(t *testing.T) {
	storetest.RunVersions(t, false, func(t *testing.T, d rdfstore.Derivation) rdfstore.Store {
		return openWith(t, newPath(t), boltstore.FlushOften(boltstore.Options{Derivation: d}))
	})
}

func TestRetention(t *testing.T) {
	storetest.RunRetention(t, func(t *testing.T, keep rdfstore.Retention) rdfstore.Store {
		return openWith(t, newPath(t), boltstore.Options{Derivation: derivation, Keep: keep})
	})
}

// labelOf returns the change that gives an entity a label.
func labelOf(i int, label string) rdfstore.Change {
	name := entity(i)
	return rdfstore.Change{Put: &graph.Graph{Name: name, Triples: []rdf.Triple{
		{Subj: name, Pred: graph.Type, Obj: name}, {Subj: name, Pred: graph.Label, Obj: graph.String(label)},
	}}}
}

func applyAll(t *testing.T, s rdfstore.Store, changes ...rdfstore.Change) {
	t.Helper()
	for _, c := range changes {
		if _, err := s.Apply(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
}

// TestPurgeAndCompact purges what must not be known, and compacts: no byte of it is left in the
// file.
func TestPurgeAndCompact(t *testing.T) {
	path := newPath(t)
	s := open(t, path)
	secret := labelOf(1, "the secret name")
	secret.Author, secret.Message = "a secret author", "a secret reason"
	applyAll(t, s, labelOf(1, "before"), secret, labelOf(1, "after"), labelOf(2, "other"),
		rdfstore.Change{Purge: entity(1), Message: "by law"}, labelOf(2, "changed"))
	closeStore(t, s)
	checkClean(t, path)
	if err := boltstore.Compact(t.Context(), path, derivation, rdfstore.Retention{}); err != nil {
		t.Fatal(err)
	}
	checkClean(t, path)
	data := read(t, path)
	for text, want := range map[string]bool{"secret": false, "before": false, "after": true, "by law": true, "other": true} {
		if bytes.Contains(data, []byte(text)) != want {
			t.Errorf("%q is in the file: %v, want %v", text, !want, want)
		}
	}
}

// TestCompactForgets compacts stores with retentions: what is not kept goes, of deleted entities
// too.
func TestCompactForgets(t *testing.T) {
	history := func(path string) {
		s := open(t, path)
		for i := range 60 { // more than there are differences in a row
			applyAll(t, s, labelOf(1, fmt.Sprint("state ", i)))
		}
		applyAll(t, s, labelOf(2, "a"), labelOf(2, "b"), rdfstore.Change{Delete: entity(2)}, labelOf(3, "a"))
		closeStore(t, s)
	}
	for _, test := range []struct {
		keep rdfstore.Retention
		// want are how many versions there are of each entity.
		want [3]int
	}{
		{rdfstore.Retention{}, [3]int{60, 3, 1}},
		{rdfstore.Retention{Count: 1}, [3]int{2, 2, 1}},
		{rdfstore.Retention{Count: 40}, [3]int{41, 3, 1}},
		{rdfstore.Retention{Count: -1}, [3]int{1, 1, 1}},
		{rdfstore.Retention{Age: time.Nanosecond}, [3]int{1, 1, 1}},
		{rdfstore.Retention{Age: time.Hour}, [3]int{60, 3, 1}},
	} {
		t.Run(fmt.Sprint(test.keep), func(t *testing.T) {
			path := newPath(t)
			history(path)
			if err := boltstore.Compact(t.Context(), path, derivation, test.keep); err != nil {
				t.Fatal(err)
			}
			checkClean(t, path)
			s := open(t, path)
			for i, want := range test.want {
				versions := pastOf(t, s, entity(i+1))
				if len(versions) != want {
					t.Errorf("entity %d has %d versions, want %d", i+1, len(versions), want)
				}
			}
			if e, err := s.Get(t.Context(), entity(1)); err != nil || e.Version != 60 {
				t.Errorf("there is %v, %v", e, err)
			}
			applyAll(t, s, labelOf(1, "after"), labelOf(2, "after"))
			closeStore(t, s)
			checkClean(t, path)
		})
	}
}

// TestLoadForgets loads changed graphs in bulk with a retention.
func TestLoadForgets(t *testing.T) {
	path := newPath(t)
	s := open(t, path)
	applyAll(t, s, labelOf(1, "1"), labelOf(1, "2"), labelOf(1, "3"), labelOf(2, "1"), rdfstore.Change{Delete: entity(2)})
	closeStore(t, s)
	graphs := []*graph.Graph{labelOf(1, "4").Put, labelOf(2, "2").Put, labelOf(3, "1").Put}
	if _, err := boltstore.BulkLoad(t.Context(), path, each(graphs), boltstore.BulkOptions{Derivation: derivation, Keep: rdfstore.Retention{Count: 1}}); err != nil {
		t.Fatal(err)
	}
	checkClean(t, path)
	s = open(t, path)
	for i, want := range []int{2, 3, 1} {
		if versions := pastOf(t, s, entity(i+1)); len(versions) != want {
			t.Errorf("entity %d has %d versions, want %d", i+1, len(versions), want)
		}
	}
}
