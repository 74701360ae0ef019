package boltstore

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/knakk/rdf"
	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/boltfile"
	"vitrine/rdfstore/boltstore/internal/memtable"
	"vitrine/rdfstore/boltstore/internal/postings"
	"vitrine/rdfstore/boltstore/internal/record"
	"vitrine/rdfstore/boltstore/internal/table"
	"vitrine/rdfstore/graph"
)

// toClasses derives relation 1 to each class of an entity.
var toClasses = rdfstore.Derivation{Version: "classes", Of: func(g *graph.Graph) []rdfstore.Related {
	var all []rdfstore.Related
	for _, class := range g.Classes() {
		all = append(all, rdfstore.Related{To: class, By: 1})
	}
	return all
}}

// small makes a store in which every table has entries, and returns its path.
// The changes of its last write are pending, all others in the index.
func small(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "store.db")
	s := openTest(t, path)
	var changes []rdfstore.Change
	for i := range postings.ManyPostings + 10 {
		name := testIRI(fmt.Sprintf("https://museum.example/object/%03d", i))
		g := &graph.Graph{Name: name, Triples: []rdf.Triple{
			{Subj: name, Pred: graph.Type, Obj: testIRI("x:Class")},
			{Subj: name, Pred: graph.Label, Obj: graph.String(fmt.Sprint(i))},
		}}
		changes = append(changes, rdfstore.Change{Put: g})
	}
	if _, err := s.Apply(t.Context(), changes...); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := Compact(t.Context(), path, toClasses, rdfstore.Retention{}); err != nil {
		t.Fatal(err)
	}
	s, err := Open(path, LeavePending(Options{Derivation: toClasses}))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Apply(t.Context(), rdfstore.Change{Delete: testIRI("https://museum.example/object/005")}); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// updateIndex carries out changes, which are in order, in the index itself.
func updateIndex(tx *bbolt.Tx, changes []postings.Change) error {
	f := memtable.Flush{Frozen: postings.NewRun(changes)}
	if err := f.Prepare(tx, math.MaxInt); err != nil {
		return err
	}
	return f.Write(tx)
}

// membership is the place of a graph in the class of a small store.
func membership(graph uint64) postings.Place {
	return postings.Members(record.Class{ID: 1}).Place(0, graph)
}

func testIRI(s string) rdf.IRI {
	iri, err := graph.IRI(s)
	if err != nil {
		panic(err)
	}
	return iri
}

// first returns the first entry of a table, or the first whose key begins with
// a prefix.
func first(t *testing.T, tx *bbolt.Tx, in table.Table, prefix ...byte) (key, payload []byte) {
	t.Helper()
	s, err := in.Scan(tx)
	if err != nil {
		t.Fatal(err)
	}
	k, payload, err := s.Seek(prefix)
	if err != nil || k == nil {
		t.Fatalf("table %s has no entry: %v", in.Name, err)
	}
	return bytes.Clone(k), bytes.Clone(payload)
}

// TestCheckNamesEachFault changes one entry of a sound store, with right
// checksums, and looks for the fault that must be reported.
func TestCheckNamesEachFault(t *testing.T) {
	// The entity of the first graph.
	const object = "https://museum.example/object/000"
	drop := func(in table.Table, prefix ...byte) func(*testing.T, *bbolt.Tx) error {
		return func(t *testing.T, tx *bbolt.Tx) error {
			k, _ := first(t, tx, in, prefix...)
			return in.Delete(tx, k)
		}
	}
	tests := []struct {
		name   string
		change func(t *testing.T, tx *bbolt.Tx) error
		want   string
	}{
		{"name lost", drop(table.Names), object + ": it has a graph and is not in the list of names"},
		{"graph lost", drop(table.Graphs), object + ": it is in the list of names and has no graph"},
		{"tombstone lost", drop(table.Tombstones), "object/005: the log knows it, and there is neither a graph nor a tombstone"},
		{"log entry lost", drop(table.Log), ": it comes after 0"},
		{"member lost", func(t *testing.T, tx *bbolt.Tx) error {
			return updateIndex(tx, []postings.Change{{Place: membership(1), From: 1, To: 0}})
		}, "index, class 1 (x:Class), graph 1 (" + object + "): it is missing from the index"},
		{"class lost", drop(table.Classes), object + ": its class x:Class is not in the list of classes"},
		{"length lost", drop(table.Counts), "the length of a list is missing"},
		{"postings lost", drop(table.Index, byte(postings.ByObject)), "it is missing from the index"},
		{"dictionary lost", drop(table.Dictionary), "the dictionary has no "},
		{"dictionary out of sequence", func(t *testing.T, tx *bbolt.Tx) error {
			k, payload := first(t, tx, table.Dictionary)
			return errors.Join(table.Dictionary.Delete(tx, k), table.Dictionary.Put(tx, []byte{0, 0, 0, 7}, payload))
		}, "the number is out of sequence"},
		{"dictionary that does not decode", func(t *testing.T, tx *bbolt.Tx) error {
			k, payload := first(t, tx, table.Dictionary)
			return table.Dictionary.Put(tx, k, payload[:len(payload)-1])
		}, "the dictionary does not decode"},
		{"no IRI in the dictionary", func(t *testing.T, tx *bbolt.Tx) error {
			k, payload := first(t, tx, table.Dictionary)
			return table.Dictionary.Put(tx, k, append(payload, 'i', 2, ' ', 'x'))
		}, "is no IRI"},
		{"pending changes lost", drop(table.Pending), "the graph has no such triple, class or relation"},
		{"pending changes that do not decode", func(t *testing.T, tx *bbolt.Tx) error {
			return table.Pending.Put(tx, table.NumberKey(75), []byte("\x01s"))
		}, "the changes do not decode"},
		{"pending change of another posting", func(t *testing.T, tx *bbolt.Tx) error {
			return table.Pending.Put(tx, table.NumberKey(76), memtable.AppendEntry(nil, 1, []postings.Change{{Place: postings.List{Kind: postings.ByObject, Hash: 7}.At(1, 1), From: 2, To: 0}}))
		}, "the index counts 0 triples where the graph has 2"},
		{"pending changes that do not follow", func(t *testing.T, tx *bbolt.Tx) error {
			at := postings.List{Kind: postings.ByObject, Hash: 7}.At(1, 1)
			return errors.Join(
				table.Pending.Put(tx, table.NumberKey(76), memtable.AppendEntry(nil, 1, []postings.Change{{Place: at, From: 0, To: 2}})),
				table.Pending.Put(tx, table.NumberKey(77), memtable.AppendEntry(nil, 1, []postings.Change{{Place: at, From: 3, To: 0}})))
		}, "do not follow from each other"},
		{"changes wrongly said to be merged", func(t *testing.T, tx *bbolt.Tx) error {
			return table.Meta.Put(tx, memtable.CheckpointKey, memtable.Checkpoint{UpTo: 75, Place: postings.Place{Kind: 0xff}}.Encode())
		}, "the graph has no such triple, class or relation"},
		{"mark that does not decode", func(t *testing.T, tx *bbolt.Tx) error {
			return table.Meta.Put(tx, memtable.CheckpointKey, []byte("x"))
		}, "how far the index is flushed does not decode"},
		{"counters lost", drop(table.Meta, record.CountersKey...), "does not decode"},
		{"name of another graph", func(t *testing.T, tx *bbolt.Tx) error {
			return table.Names.Put(tx, []byte(object), binary.AppendUvarint(nil, 2))
		}, object + ": the list of names says graph 2, it is graph 1"},
		{"graph and tombstone", func(t *testing.T, tx *bbolt.Tx) error {
			_, payload := first(t, tx, table.Tombstones)
			return table.Tombstones.Put(tx, []byte(object), payload)
		}, object + ": it has a graph and a tombstone"},
		{"older graph", func(t *testing.T, tx *bbolt.Tx) error {
			entry := rdfstore.LogEntry{Seq: 76, Name: testIRI(object), Kind: rdfstore.Updated}
			last, err := record.LastChange(tx)
			if err != nil || last.Seq != 75 {
				return fmt.Errorf("the log ends with %d, %w", last.Seq, err)
			}
			entry.Time = last.Time
			return table.Log.Put(tx, table.NumberKey(76), record.LogBlock(record.Logged{LogEntry: entry, First: 1}))
		}, object + ": its graph is of version 1, the log ends with 76"},
		{"foreign member", func(t *testing.T, tx *bbolt.Tx) error {
			return updateIndex(tx, []postings.Change{{Place: membership(1000), From: 0, To: 1}})
		}, "index, class 1 (x:Class), graph 1000: the graph has no such triple, class or relation"},
		{"member of another class", func(t *testing.T, tx *bbolt.Tx) error {
			return updateIndex(tx, []postings.Change{{Place: postings.Members(record.Class{ID: 7}).Place(0, 1), From: 0, To: 1}})
		}, "index, class 7, graph 1 (" + object + "): the graph has no such triple, class or relation"},
		{"member counted twice", func(t *testing.T, tx *bbolt.Tx) error {
			return updateIndex(tx, []postings.Change{{Place: membership(1), From: 1, To: 2}})
		}, object + "): the index counts 2 triples, the graph has 1"},
		{"pending member that is one", func(t *testing.T, tx *bbolt.Tx) error {
			return table.Pending.Put(tx, table.NumberKey(76), memtable.AppendEntry(nil, 1, []postings.Change{{Place: membership(1), From: 0, To: 1}}))
		}, object + "): the store is damaged: the index counts 1 triples where the graph has 0"},
		{"wrong length of a class", func(t *testing.T, tx *bbolt.Tx) error {
			return table.Counts.Put(tx, postings.Members(record.Class{ID: 1}).CountKey(), postings.Total{Postings: 100, Triples: 100}.Encode())
		}, "the length of a list is wrong"},
		{"wrong number of members", func(t *testing.T, tx *bbolt.Tx) error {
			var b table.Batch
			record.PutClass(&b, record.Class{IRI: testIRI("x:Class"), ID: 1, Entities: 7})
			return b.Apply(tx)
		}, "class x:Class: it has 73 entities, not 7"},
		{"wrong length", func(t *testing.T, tx *bbolt.Tx) error {
			k, _ := first(t, tx, table.Counts, byte(postings.ByPredicate))
			return table.Counts.Put(tx, k, postings.Total{Postings: 100, Triples: 100}.Encode())
		}, "the length of a list is wrong"},
		{"length of a short list", func(t *testing.T, tx *bbolt.Tx) error {
			return table.Counts.Put(tx, postings.Part{List: postings.List{Kind: postings.BySubject, Hash: 7}, AnyPredicate: true}.CountKey(), postings.Total{Postings: 64, Triples: 64}.Encode())
		}, "there is no such long list"},
		{"posting of no graph", func(t *testing.T, tx *bbolt.Tx) error {
			return updateIndex(tx, []postings.Change{{Place: postings.List{Kind: postings.ByObject, Hash: 7}.At(1, 1), From: 0, To: 1}})
		}, "the graph has no such triple, class or relation"},
		{"posting of too many triples", func(t *testing.T, tx *bbolt.Tx) error {
			k, payload := first(t, tx, table.Index, byte(postings.ByObject))
			ps, err := postings.DecodeBlock(nil, k, payload)
			if err != nil {
				return err
			}
			return updateIndex(tx, []postings.Change{{Place: ps[0].Place, From: ps[0].N, To: ps[0].N + 1}})
		}, "triples, the graph has 1"},
		{"relation of no graph", func(t *testing.T, tx *bbolt.Tx) error {
			return updateIndex(tx, []postings.Change{{Place: postings.RelatedTo(testIRI("x:Class")).At(2, 1), From: 0, To: 1}})
		}, "relation 2, graph 1: the graph has no such triple, class or relation"},
		{"relation lost", func(t *testing.T, tx *bbolt.Tx) error {
			return updateIndex(tx, []postings.Change{{Place: postings.RelatedTo(testIRI("x:Class")).At(1, 8), From: 1, To: 0}})
		}, "relation 1, graph 8: it is missing from the index"},
		{"relation counted twice", func(t *testing.T, tx *bbolt.Tx) error {
			return updateIndex(tx, []postings.Change{{Place: postings.RelatedTo(testIRI("x:Class")).At(1, 8), From: 1, To: 2}})
		}, "relation 1, graph 8: the index counts 2 triples, the graph has 1"},
		{"wrong length of a relation", func(t *testing.T, tx *bbolt.Tx) error {
			l := postings.Part{List: postings.RelatedTo(testIRI("x:Class")), Predicate: 1}
			return table.Counts.Put(tx, l.CountKey(), postings.Total{Postings: 100, Triples: 100}.Encode())
		}, "the length of a list is wrong"},
		{"wrong counters", func(t *testing.T, tx *bbolt.Tx) error {
			c, err := record.GetCounters(tx)
			c.Entities, c.Triples = 1, 1
			var b table.Batch
			c.Put(&b)
			return errors.Join(err, b.Apply(tx))
		}, "counters: there are 73 entities, not 1"},
		{"graph that does not decode", func(t *testing.T, tx *bbolt.Tx) error {
			return table.Graphs.Put(tx, table.NumberKey(1), []byte("x"))
		}, "does not decode"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			path := small(t)
			if faults, err := faultsOf(t, path); err != nil || len(faults) > 0 {
				t.Fatalf("before the change: %v, %v", faults, err)
			}
			db, err := bbolt.Open(path, boltfile.Mode, nil)
			if err != nil {
				t.Fatal(err)
			}
			err = db.Update(func(tx *bbolt.Tx) error { return test.change(t, tx) })
			if err := errors.Join(err, db.Close()); err != nil {
				t.Fatal(err)
			}
			faults, err := faultsOf(t, path)
			if !errors.Is(err, rdfstore.ErrCorrupt) || !strings.Contains(strings.Join(faults, "\n"), test.want) {
				t.Errorf("Check: %v, faults:\n%s\nwant %q", err, strings.Join(faults, "\n"), test.want)
			}
		})
	}
}

func faultsOf(t *testing.T, path string) ([]string, error) {
	t.Helper()
	var faults []string
	err := Check(t.Context(), path, toClasses, func(f Fault) { faults = append(faults, f.String()) })
	return faults, err
}

// TestMissedEntries takes entries away as a damaged page does, without telling
// their neighbours.
func TestMissedEntries(t *testing.T) {
	path := small(t)
	db, err := bbolt.Open(path, boltfile.Mode, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = db.Update(func(tx *bbolt.Tx) error {
		names := tx.Bucket([]byte(table.Names.Name))
		for _, n := range []string{"000", "020", "073"} { // the first, one between, the last
			if err := names.Delete([]byte("https://museum.example/object/" + n)); err != nil {
				return err
			}
		}
		return nil
	})
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	s, err := Open(path, Options{Create: true, Derivation: toClasses})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for n, want := range map[string]error{"000": rdfstore.ErrCorrupt, "020": rdfstore.ErrCorrupt, "073": rdfstore.ErrCorrupt, "0005": rdfstore.ErrCorrupt, "005": rdfstore.ErrDeleted, "0055": rdfstore.ErrNotFound} {
		if _, err := s.Get(t.Context(), testIRI("https://museum.example/object/"+n)); !errors.Is(err, want) {
			t.Errorf("Get of %s: %v, want %v", n, err, want)
		}
	}
	for _, walk := range []error{walkError(s.Entities(t.Context(), "")), walkError(s.Graphs(t.Context(), ""))} {
		if !errors.Is(walk, rdfstore.ErrCorrupt) {
			t.Errorf("a walk of names ends with %v, want ErrCorrupt", walk)
		}
	}
}

func walkError[T any](walk func(func(T, error) bool)) (err error) {
	walk(func(_ T, e error) bool {
		err = e
		return e == nil
	})
	return err
}

func TestOtherFormats(t *testing.T) {
	tests := []struct {
		name    string
		payload []byte
		says    string
	}{
		{"another version", binary.AppendUvarint([]byte(record.FormatName), record.FormatVersion+1), "use the vitrine that wrote it"},
		{"foreign", []byte("another store"), "something else"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			path := small(t)
			db, err := bbolt.Open(path, boltfile.Mode, nil)
			if err != nil {
				t.Fatal(err)
			}
			err = db.Update(func(tx *bbolt.Tx) error { return table.Meta.Put(tx, record.FormatKey, test.payload) })
			if err := errors.Join(err, db.Close()); err != nil {
				t.Fatal(err)
			}
			for _, readOnly := range []bool{false, true} {
				_, err := Open(path, Options{ReadOnly: readOnly, Derivation: toClasses})
				if !errors.Is(err, ErrFormat) || !strings.Contains(err.Error(), test.says) || !strings.Contains(err.Error(), path) {
					t.Errorf("Open: %v, want ErrFormat, the path and %q", err, test.says)
				}
			}
		})
	}
}
