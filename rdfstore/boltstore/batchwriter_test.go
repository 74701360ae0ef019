package boltstore

import (
	"fmt"
	"testing"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
)

// TestRunsOfACommit checks how many runs readers have to look into after a commit of few
// and of many changes.
func TestRunsOfACommit(t *testing.T) {
	for changes, want := range map[int]int{1: 1, maxRuns: maxRuns, maxRuns + 1: 1, 1000: 1} {
		s := openTest(t, small(t))
		var all []rdfstore.Change
		for i := range changes {
			all = append(all, labelled(fmt.Sprint("x:new/", i), fmt.Sprint("number ", i)))
		}
		r := prepareRequest(t, s, all...)
		err := s.db.Update(func(tx *bbolt.Tx) error {
			before := s.versions.Load()
			p, err := s.newPlan(tx, before.after)
			if err != nil {
				return err
			}
			if _, err := p.add(r); err != nil {
				return err
			}
			_, after, _, err := p.write()
			if err != nil {
				return err
			}
			if runs := after.Fresh - before.after.Fresh; runs != want {
				t.Errorf("%d changes: %d runs, want %d", changes, runs, want)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
