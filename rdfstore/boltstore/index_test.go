package boltstore

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"testing"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/postings"
	"vitrine/rdfstore/boltstore/internal/table"
	"vitrine/rdfstore/codec"
	"vitrine/rdfstore/graph"
)

// TestMissedBlock takes a block out of the index as a damaged page does. What
// lies in the block and around it must be an error, not a smaller answer.
func TestMissedBlock(t *testing.T) {
	path := small(t)
	s := openTest(t, path)
	var lost []postings.Posting
	err := s.db.Update(func(tx *bbolt.Tx) error {
		index := tx.Bucket([]byte(table.Index.Name))
		cursor := index.Cursor()
		cursor.Seek([]byte{byte(postings.ByObject)})
		k, v := cursor.Next() // the second block
		payload, _, err := table.Index.Open(k, v)
		if err != nil {
			return err
		}
		if lost, err = postings.DecodeBlock(nil, k, payload); err != nil {
			return err
		}
		return index.Delete(bytes.Clone(k))
	})
	if err != nil || len(lost) == 0 {
		t.Fatalf("%d postings lost, %v", len(lost), err)
	}
	found := 0
	for i := range postings.ManyPostings + 10 {
		label := graph.String(fmt.Sprint(i))
		hash, _ := codec.HashTerm(label, nil)
		for _, p := range lost {
			if p.Hash != hash {
				continue
			}
			found++
			if _, err := s.Count(t.Context(), rdfstore.Pattern{Object: label}); !errors.Is(err, rdfstore.ErrCorrupt) {
				t.Errorf("Count of %s: %v, want ErrCorrupt", label, err)
			}
			if err := walkError(s.Match(t.Context(), rdfstore.Pattern{Object: label}, "")); !errors.Is(err, rdfstore.ErrCorrupt) {
				t.Errorf("Match of %s: %v, want ErrCorrupt", label, err)
			}
		}
	}
	if found == 0 {
		t.Error("no label was in the block: the test tests nothing")
	}
}

// TestMissedMembers takes the block of a class out of the index as a damaged page
// does.
func TestMissedMembers(t *testing.T) {
	s := openTest(t, small(t))
	of := testIRI("x:Class")
	if err := walkError(s.Members(t.Context(), of, 0)); err != nil {
		t.Fatal(err)
	}
	err := s.db.Update(func(tx *bbolt.Tx) error {
		k, _ := first(t, tx, table.Index, byte(postings.ByClass))
		return tx.Bucket([]byte(table.Index.Name)).Delete(k)
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, skip := range []uint64{0, 70, 1000} {
		if err := walkError(s.Members(t.Context(), of, skip)); !errors.Is(err, rdfstore.ErrCorrupt) {
			t.Errorf("Members without the first %d: %v, want ErrCorrupt", skip, err)
		}
	}
}

// TestMembersHaveGraphs puts a graph that there is not in the list of a class.
func TestMembersHaveGraphs(t *testing.T) {
	s := openTest(t, small(t))
	err := s.db.Update(func(tx *bbolt.Tx) error {
		return updateIndex(tx, []postings.Change{{Place: membership(1000), From: 0, To: 1}})
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := walkError(s.Members(t.Context(), testIRI("x:Class"), 0)); !errors.Is(err, rdfstore.ErrCorrupt) {
		t.Errorf("Members: %v, want ErrCorrupt", err)
	}
}

// TestRelatedIsRight puts a graph in the list of a relation that its entity
// does not stand in, as two IRIs with one hash would.
func TestRelatedIsRight(t *testing.T) {
	s := openTest(t, small(t))
	to := testIRI("x:Class")
	err := s.db.Update(func(tx *bbolt.Tx) error {
		return updateIndex(tx, []postings.Change{{Place: postings.RelatedTo(to).At(2, 7), From: 0, To: 1}, {Place: postings.RelatedTo(to).At(2, 8), From: 0, To: 1}})
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, err := range s.Related(t.Context(), to, 2, 0) {
		t.Errorf("Related yields %s, %v", name, err)
	}
}

// TestMissedChange takes a block out of the log, which is told.
func TestMissedChange(t *testing.T) {
	s := openTest(t, small(t))
	if err := s.db.Update(func(tx *bbolt.Tx) error { return table.Log.Delete(tx, table.NumberKey(1)) }); err != nil {
		t.Fatal(err)
	}
	if err := walkError(s.Changes(t.Context(), 0)); !errors.Is(err, rdfstore.ErrCorrupt) {
		t.Errorf("Changes: %v, want ErrCorrupt", err)
	}
}

// TestBulkResultCountsEntries compares the number of entries with what the
// file has.
func TestBulkResultCountsEntries(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	var all []*graph.Graph
	for i := range 100 {
		all = append(all, labelled(fmt.Sprint("x:", i), fmt.Sprint(i%7)).Put)
	}
	result, err := BulkLoad(t.Context(), path, func(yield func(*graph.Graph, error) bool) {
		for _, g := range all {
			if !yield(g, nil) {
				return
			}
		}
	}, BulkOptions{Derivation: toClasses})
	if err != nil {
		t.Fatal(err)
	}
	s := openTest(t, path)
	stats, err := s.Stats(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := 0
	for _, part := range stats.Tables {
		if part.Name != table.Index.Name {
			want += part.Entries
		}
	}
	for i, g := range all {
		ps, err := s.indexer().Postings(codec.NumberTerms(g), uint64(i)+1)
		if err != nil {
			t.Fatal(err)
		}
		want += len(ps)
	}
	if result.Entries != uint64(want) {
		t.Errorf("%d entries were written, the file has %d", result.Entries, want)
	}
}
