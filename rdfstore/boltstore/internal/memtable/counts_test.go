package memtable

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"testing"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore/boltstore/internal/postings"
	"vitrine/rdfstore/boltstore/internal/table"
)

// TestCountsOfLongLists carries out random changes of the index in bites, and
// compares the stored lengths after each with what the postings come to.
func TestCountsOfLongLists(t *testing.T) {
	tests := []struct {
		name   string
		spread spread
		// changes and edits bound how many changes are carried out together, and
		// how many blocks a flush changes.
		changes, edits, rounds int
	}{
		{"few lists", spread{hashes: 3, predicates: 4, graphs: 60}, 3000, 3, 30},
		{"lists about as long as a long one", spread{hashes: 30, predicates: 2, graphs: 60}, 2000, 8, 30},
		{"short lists and some long ones", spread{hashes: 300, predicates: 3, graphs: 40}, 40_000, 200, 10},
		{"very many changes", spread{hashes: 40, predicates: 4, graphs: 60}, 60_000, 1000, 10},
		{"few changes at a time", spread{hashes: 1, predicates: 2, graphs: 60}, 3, 1, 1500},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			tx, err := newTables(t).Begin(true)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = tx.Rollback() }()
			r := rand.New(rand.NewPCG(1, 1))
			has, index := map[postings.Place]uint32{}, map[postings.Place]uint32{}
			var long map[string]postings.Total
			began, ended := 0, 0
			for round := range test.rounds {
				// By turns most lists grow and most shrink.
				test.spread.kept = []float64{0.9, 0.2}[round/5%2]
				for rest := randomChanges(r, has, test.spread, 1+r.IntN(test.changes)); len(rest) > 0; {
					b := Flush{Frozen: postings.NewRun(rest)}
					if err := b.Prepare(tx, test.edits); err != nil {
						t.Fatal(err)
					}
					if err := b.Write(tx); err != nil {
						t.Fatal(err)
					}
					for _, c := range rest[:b.Changes] {
						index[c.Place] = c.To
					}
					rest = rest[b.Changes:]
					before := long
					long = longLists(index)
					began, ended = began+lacking(before, long), ended+lacking(long, before)
					compareCounts(t, tx, long)
				}
				if t.Failed() {
					t.Fatalf("in round %d", round)
				}
			}
			if began == 0 || ended == 0 {
				t.Errorf("%d lists became long and %d short again: the test tests little", began, ended)
			}
		})
	}
}

// lacking returns how many of the lists are not among others.
func lacking(others, lists map[string]postings.Total) (n int) {
	for key := range lists {
		if _, ok := others[key]; !ok {
			n++
		}
	}
	return n
}

// longLists returns the lengths of all long lists by their keys.
func longLists(index map[postings.Place]uint32) map[string]postings.Total {
	lengths := map[string]postings.Total{}
	for at, n := range index {
		for l := range postings.ListsOf(at) {
			if n > 0 {
				t := lengths[string(l.CountKey())]
				lengths[string(l.CountKey())] = postings.Total{Postings: t.Postings + 1, Triples: t.Triples + uint64(n)}
			}
		}
	}
	maps.DeleteFunc(lengths, func(_ string, t postings.Total) bool { return t.Postings < postings.ManyPostings })
	return lengths
}

// compareCounts compares the stored lengths with those of the long lists.
func compareCounts(t *testing.T, tx *bbolt.Tx, want map[string]postings.Total) {
	t.Helper()
	s, err := table.Counts.Scan(tx)
	if err != nil {
		t.Fatal(err)
	}
	stored := map[string]postings.Total{}
	k, payload, err := s.First()
	for ; k != nil && err == nil; k, payload, err = s.Next() {
		if stored[string(k)], err = postings.DecodeTotal(payload); err != nil {
			break
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	if !maps.Equal(stored, want) {
		t.Errorf("the stored lengths are\n%s, want\n%s", describe(stored), describe(want))
	}
}

func describe(lengths map[string]postings.Total) (s string) {
	for k, t := range lengths {
		s += fmt.Sprintf("%x: %v\n", k, t)
	}
	return s
}
