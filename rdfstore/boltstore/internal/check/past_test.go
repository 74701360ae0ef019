package check_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/knakk/rdf"
	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/boltstore/internal/past"
	"vitrine/rdfstore/boltstore/internal/record"
	"vitrine/rdfstore/boltstore/internal/table"
	"vitrine/rdfstore/graph"
)

// changedTwice makes a sound store, of which one entity was changed by the log entries 82 and 83;
// it came to be by entry 2.
func changedTwice(t *testing.T) string {
	t.Helper()
	path := sound(t)
	s, err := boltstore.Open(path, boltstore.Options{Derivation: toClasses})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 2 {
		g := &graph.Graph{Name: object(1), Triples: []rdf.Triple{
			{Subj: object(1), Pred: graph.Type, Obj: iriOf("x:Class")}, {Subj: object(1), Pred: graph.Label, Obj: graph.String(fmt.Sprint("changed ", i))},
		}}
		if _, err := s.Apply(t.Context(), rdfstore.Change{Put: g}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestFaultsOfPasts changes one thing of the past states of a sound store, with right checksums.
func TestFaultsOfPasts(t *testing.T) {
	// item returns the item of version 2 or 82, which are in one block, as one so far after another.
	item := func(tx *bbolt.Tx, version uint64, after byte) []byte {
		block, err := table.Past.Get(tx, past.Key(2, 2))
		if err != nil || block == nil {
			t.Fatal(block, err)
		}
		item := block[:3+block[2]]
		if version == 82 {
			item = block[len(item):]
		}
		item = bytes.Clone(item)
		item[1] = after
		return item
	}
	put := func(tx *bbolt.Tx, first, version uint64, items ...[]byte) error {
		return table.Past.Put(tx, past.Key(first, version), slices.Concat(items...))
	}
	for _, test := range []struct {
		name   string
		change func(tx *bbolt.Tx) error
		want   string
	}{
		{"a state that is missing", func(tx *bbolt.Tx) error { return put(tx, 2, 2, item(tx, 2, 0)) }, object(1).String() + ": the log has 3 entries since its oldest past state, of 1 of which there is something"},
		{"a state of a deleted entity that is missing among others", func(tx *bbolt.Tx) error {
			return put(tx, 2, 2, item(tx, 2, 0), []byte{255, 79}, item(tx, 82, 1))
		}, "the log says that " + object(0).String() + " was deleted"},
		{"a deletion that was none", func(tx *bbolt.Tx) error { return put(tx, 2, 2, item(tx, 2, 0), []byte{255, 80}) }, "was updated"},
		{"a difference from another state", func(tx *bbolt.Tx) error {
			return put(tx, 2, 2, item(tx, 2, 0), item(tx, 2, 80))
		}, "the difference does not fit"},
		{"a present state that is another", func(tx *bbolt.Tx) error {
			return putGraph(tx, 2, &graph.Graph{Name: object(1), Triples: []rdf.Triple{{Subj: object(1), Pred: graph.Type, Obj: iriOf("x:Class")}}})
		}, "the past of "},
		{"a state of another entity", func(tx *bbolt.Tx) error { return put(tx, 1, 1, item(tx, 2, 0)) }, "the past of the entity of log entry 1: "},
		{"a past of nothing", func(tx *bbolt.Tx) error { return put(tx, 500, 600, []byte{255, 0}) }, "the past of the entity of log entry 500: "},
		{"a past under another number", func(tx *bbolt.Tx) error { return put(tx, 82, 82, item(tx, 82, 0)) }, "is under log entry 2 too"},
		{"a past that is to come", func(tx *bbolt.Tx) error { return put(tx, 2, 83, item(tx, 82, 0)) }, "version 83 is past"},
		{"a payload of no kind", func(tx *bbolt.Tx) error { return put(tx, 2, 2, []byte{254, 0}) }, "it does not decode"},
		{"an empty payload", func(tx *bbolt.Tx) error { return put(tx, 2, 2) }, "it does not decode"},
		{"two items of one version", func(tx *bbolt.Tx) error { return put(tx, 2, 2, item(tx, 2, 0), item(tx, 82, 0)) }, "it does not decode"},
		{"a key that is too short", func(tx *bbolt.Tx) error { return table.Past.Put(tx, []byte{1}, []byte{255}) }, "the key is of a wrong length"},
		{"a tombstone with another first entry", func(tx *bbolt.Tx) error {
			stone, _, err := record.GetTombstone(tx, object(0).String())
			stone.First = 7
			return errors.Join(err, table.Tombstones.Put(tx, []byte(object(0).String()), stone.Encode()))
		}, object(0).String() + ": its first log entry is said to be 7, it is 1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			path := changedTwice(t)
			if all, err := faults(t, path, toClasses); err != nil || len(all) > 0 {
				t.Fatalf("before the change: %v, %v", all, err)
			}
			change(t, path, test.change)
			all, err := faults(t, path, toClasses)
			if !errors.Is(err, rdfstore.ErrCorrupt) || !strings.Contains(strings.Join(all, "\n"), test.want) {
				t.Errorf("%v, faults:\n%s\nwant %q", err, strings.Join(all, "\n"), test.want)
			}
		})
	}
}
