package check_test

import (
	"bytes"
	"errors"
	"fmt"
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
	payload := func(tx *bbolt.Tx, first, version uint64) []byte {
		payload, err := table.Past.Get(tx, past.Key(first, version))
		if err != nil || payload == nil {
			t.Fatal(payload, err)
		}
		return bytes.Clone(payload)
	}
	for _, test := range []struct {
		name   string
		change func(tx *bbolt.Tx) error
		want   string
	}{
		{"a state that is missing", func(tx *bbolt.Tx) error { return table.Past.Delete(tx, past.Key(2, 82)) }, object(1).String() + ": the log has 3 entries since its oldest past state, of 1 of which there is something"},
		{"a state of a deleted entity that is missing among others", func(tx *bbolt.Tx) error {
			return table.Past.Put(tx, past.Key(2, 81), []byte{255})
		}, "the log says that " + object(0).String() + " was deleted"},
		{"a deletion that was none", func(tx *bbolt.Tx) error { return table.Past.Put(tx, past.Key(2, 82), []byte{255}) }, "was updated"},
		{"a difference from another state", func(tx *bbolt.Tx) error {
			return table.Past.Put(tx, past.Key(2, 82), payload(tx, 2, 2))
		}, "the difference does not fit"},
		{"a present state that is another", func(tx *bbolt.Tx) error {
			return putGraph(tx, 2, &graph.Graph{Name: object(1), Triples: []rdf.Triple{{Subj: object(1), Pred: graph.Type, Obj: iriOf("x:Class")}}})
		}, "the past of "},
		{"a state of another entity", func(tx *bbolt.Tx) error { return table.Past.Put(tx, past.Key(1, 1), payload(tx, 2, 2)) }, "the past of the entity of log entry 1: "},
		{"a past of nothing", func(tx *bbolt.Tx) error { return table.Past.Put(tx, past.Key(500, 600), []byte{255}) }, "the past of the entity of log entry 500: "},
		{"a past under another number", func(tx *bbolt.Tx) error { return table.Past.Put(tx, past.Key(82, 82), payload(tx, 2, 82)) }, "is under log entry 2 too"},
		{"a past that is to come", func(tx *bbolt.Tx) error { return table.Past.Put(tx, past.Key(2, 83), payload(tx, 2, 82)) }, "version 83 is past"},
		{"a payload of no kind", func(tx *bbolt.Tx) error { return table.Past.Put(tx, past.Key(2, 2), []byte{254}) }, "it does not decode"},
		{"an empty payload", func(tx *bbolt.Tx) error { return table.Past.Put(tx, past.Key(2, 2), nil) }, "it does not decode"},
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
