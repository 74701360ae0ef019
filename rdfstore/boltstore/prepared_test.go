package boltstore

import (
	"fmt"
	"slices"
	"testing"

	"vitrine/rdfstore"
)

// TestPreparedOnceTriedTwice writes a batch into a transaction that is rolled back
// and then the same requests in another order, so that the heads that their values
// get are shorter or longer: 127 takes a byte, 128 two.
func TestPreparedOnceTriedTwice(t *testing.T) {
	const before = 75 // in the log of a small store, one more than its graphs
	for _, more := range []int{127 - before - 2, 127 - before - 1, 127 - before} {
		path := small(t)
		s := openTest(t, path)
		var changes []rdfstore.Change
		for i := range more {
			changes = append(changes, labelled(fmt.Sprint("x:more", i), "one more"))
		}
		if _, err := s.Apply(t.Context(), changes...); err != nil {
			t.Fatal(err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		s = openUnwritten(t, path)
		batch := []*request{
			readyPut(t, s, labelled("x:1", "of x:1")),
			readyPut(t, s, labelled("x:2", "of x:2")),
		}
		rolledBack(t, s, batch)
		slices.Reverse(batch)
		s.writer.commit(batch)
		for i, name := range []string{"x:2", "x:1"} {
			e, err := s.Get(t.Context(), testIRI(name))
			if err != nil || !e.Graph.Equal(labelled(name, "of "+name).Put) || e.Version != uint64(before+more+1+i) {
				t.Errorf("after %d more, %s is %+v, %v", more, name, e, err)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if err := Check(t.Context(), path, toClasses, func(f Fault) { t.Errorf("after %d more: %v", more, f) }); err != nil {
			t.Errorf("after %d more: %v", more, err)
		}
	}
}

// readyPut prepares a put of a graph of which all can be worked out before.
func readyPut(t *testing.T, s *Store, c rdfstore.Change) *request {
	t.Helper()
	all, err := s.prepare([]rdfstore.Change{c})
	if err != nil || all[0].ready == nil {
		t.Fatalf("%s is not ready, %v", c.Name(), err)
	}
	return &request{changes: all, done: make(chan result, 1)}
}

// rolledBack carries out a batch and takes it back.
func rolledBack(t *testing.T, s *Store, batch []*request) {
	t.Helper()
	tx, before := beginCommit(t, s)
	c := &commitResult{memtable: before}
	if err := s.writer.writeBatch(tx, batch, make([]result, len(batch)), c); err != nil || !c.any {
		t.Errorf("carried out %v, %v", c.any, err)
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
}
