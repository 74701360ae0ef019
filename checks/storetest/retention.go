package storetest

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
)

// RunRetention runs the suite of stores that keep some past states only, as subtests of t, with
// stores from open that are opened as those of Run.
func RunRetention(t *testing.T, open func(t *testing.T, keep rdfstore.Retention) rdfstore.Store) {
	// The versions after each of: create, update, update, update, delete, create, update.
	all := [][]uint64{{1}, {2, 1}, {3, 2, 1}, {4, 3, 2, 1}, {5, 4, 3, 2, 1}, {6, 5, 4, 3, 2, 1}, {7, 6, 5, 4, 3, 2, 1}}
	for _, test := range []struct {
		name string
		keep rdfstore.Retention
		want [][]uint64
	}{
		{"All", rdfstore.Retention{}, all},
		{"None", rdfstore.Retention{Count: -1}, [][]uint64{{1}, {2}, {3}, {4}, {5}, {6}, {7}}},
		{"One", rdfstore.Retention{Count: 1}, [][]uint64{{1}, {2, 1}, {3, 2}, {4, 3}, {5, 4}, {6, 5, 4}, {7, 6}}},
		{"Two", rdfstore.Retention{Count: 2}, [][]uint64{{1}, {2, 1}, {3, 2, 1}, {4, 3, 2}, {5, 4, 3}, {6, 5, 4, 3}, {7, 6, 5, 4}}},
		// A state goes with the change after the one that took its place.
		{"Nanosecond", rdfstore.Retention{Age: 1}, [][]uint64{{1}, {2, 1}, {3, 2}, {4, 3}, {5, 4}, {6}, {7, 6}}},
		{"Hour", rdfstore.Retention{Age: time.Hour}, all},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := open(t, test.keep)
			for i, want := range test.want {
				c := put(newGraph(base+"1", "E53_Place", fmt.Sprint("state ", i+1)))
				if i == 4 {
					c = remove(base + "1")
				}
				apply(t, s, c)
				checkVersions(t, s, base+"1", want...)
				for version := uint64(1); version <= uint64(i)+1; version++ {
					if !slices.Contains(want, version) {
						checkPast(t, s, base+"1", version, nil)
					} else if version != 5 {
						checkPast(t, s, base+"1", version, newGraph(base+"1", "E53_Place", fmt.Sprint("state ", version)))
					}
				}
			}
			if n := count(t, s, rdfstore.Pattern{Graph: rdf.Context(iri(base + "1"))}); n != 2 {
				t.Errorf("there are %d quads, want 2", n)
			}
		})
	}
	t.Run("SeveralAtOnce", func(t *testing.T) {
		s := open(t, rdfstore.Retention{Count: 2})
		var changes []rdfstore.Change
		for i := range 9 {
			changes = append(changes, put(newGraph(base+"1", "E53_Place", fmt.Sprint(i))))
		}
		apply(t, s, changes...)
		checkVersions(t, s, base+"1", 9, 8, 7)
		checkPast(t, s, base+"1", 8, newGraph(base+"1", "E53_Place", "7"))
		apply(t, s, changes[:1]...)
		checkVersions(t, s, base+"1", 10, 9, 8)
	})
}
