package check_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/knakk/rdf"
	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/boltstore/internal/boltfile"
	"vitrine/rdfstore/boltstore/internal/check"
	"vitrine/rdfstore/boltstore/internal/record"
	"vitrine/rdfstore/boltstore/internal/table"
	"vitrine/rdfstore/codec"
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

func iriOf(s string) rdf.IRI {
	iri, err := graph.IRI(s)
	if err != nil {
		panic(err)
	}
	return iri
}

func object(i int) rdf.IRI { return iriOf(fmt.Sprintf("https://museum.example/object/%03d", i)) }

// entities is how many a sound store has: those from object 1 on. Object 0 was
// deleted, which is the last entry of the log.
const entities = 79

// sound makes a store in which nothing is wrong, and returns its path.
func sound(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "store.db")
	_, err := boltstore.BulkLoad(t.Context(), path, func(yield func(*graph.Graph, error) bool) {
		for i := range entities + 1 {
			g := &graph.Graph{Name: object(i), Triples: []rdf.Triple{
				{Subj: object(i), Pred: graph.Type, Obj: iriOf("x:Class")},
				{Subj: object(i), Pred: graph.Label, Obj: graph.String(fmt.Sprint(i))},
			}}
			if !yield(g, nil) {
				return
			}
		}
	}, boltstore.BulkOptions{Derivation: toClasses})
	if err != nil {
		t.Fatal(err)
	}
	s, err := boltstore.Open(path, boltstore.Options{Derivation: toClasses})
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.Apply(t.Context(), rdfstore.Change{Delete: object(0)})
	if err := errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}

// change changes the tables of a store behind its back.
func change(t *testing.T, path string, fn func(tx *bbolt.Tx) error) {
	t.Helper()
	db, err := bbolt.Open(path, boltfile.Mode, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(db.Update(fn), db.Close()); err != nil {
		t.Fatal(err)
	}
}

// faults returns what a check reports, and fails the test where it leaves files.
func faults(t *testing.T, path string, d rdfstore.Derivation) ([]string, error) {
	t.Helper()
	var all []string
	err := check.Run(t.Context(), path, d, func(f check.Fault) { all = append(all, f.String()) })
	if files, globErr := filepath.Glob(path + "*"); globErr != nil || len(files) != 1 {
		t.Errorf("left: %v, %v", files, globErr)
	}
	return all, err
}

// firstOf returns the number of the first entry that the log of a sound store has of a name.
func firstOf(name rdf.IRI) uint64 {
	i, _ := strconv.ParseUint(strings.TrimPrefix(name.String(), "https://museum.example/object/"), 10, 64)
	return i + 1
}

// logEntry puts an entry after the last of the log.
func logEntry(tx *bbolt.Tx, e rdfstore.LogEntry) error {
	last, err := record.LastChange(tx)
	if err != nil {
		return err
	}
	e.Seq = last.Seq + 1
	if e.Time.IsZero() {
		e.Time = last.Time
	}
	return table.Log.Put(tx, table.NumberKey(e.Seq), record.LogBlock(record.Logged{LogEntry: e, First: firstOf(e.Name)}))
}

// putGraph stores the record of a graph under a number, of version 1.
func putGraph(tx *bbolt.Tx, id uint64, g *graph.Graph) error {
	dict, err := record.LoadDictionary(tx)
	if err != nil {
		return err
	}
	now := time.Unix(1, 0)
	payload, err := dict.Encode(&rdfstore.Entity{Graph: g, Version: 1, Created: now, Modified: now}, 1, codec.NumberTerms(g))
	if err != nil {
		return err
	}
	return table.Graphs.Put(tx, table.NumberKey(id), payload)
}

// TestFaults changes one thing of a sound store, with right checksums unless those are
// what is changed, and looks for the fault.
func TestFaults(t *testing.T) {
	one := &graph.Graph{Name: object(1), Triples: []rdf.Triple{{Subj: object(1), Pred: graph.Type, Obj: iriOf("x:Class")}}}
	raw := func(in table.Table, fn func(b *bbolt.Bucket, key, value []byte) error) func(tx *bbolt.Tx) error {
		return func(tx *bbolt.Tx) error {
			b := tx.Bucket([]byte(in.Name))
			c := b.Cursor()
			c.First()
			k, v := c.Next() // the first is the head
			return fn(b, bytes.Clone(k), bytes.Clone(v))
		}
	}
	for _, test := range []struct {
		name   string
		change func(tx *bbolt.Tx) error
		want   string
	}{
		{"a table lost", func(tx *bbolt.Tx) error { return tx.DeleteBucket([]byte(table.Classes.Name)) }, "table classes: it is missing"},
		{"a bit flipped in a record", raw(table.Graphs, func(b *bbolt.Bucket, k, v []byte) error {
			v[len(v)-1] ^= 1
			return b.Put(k, v)
		}), "table graphs, the entity " + object(1).String()},
		{"a bit flipped in a name", raw(table.Names, func(b *bbolt.Bucket, k, v []byte) error {
			v[len(v)-1] ^= 1
			return b.Put(k, v)
		}), "the checksum does not match"},
		{"a store that lost its base", func(tx *bbolt.Tx) error { return table.Meta.Delete(tx, record.BaseKey) }, "table meta: the base of the store is missing"},
		{"an entry gone with its page", raw(table.Names, func(b *bbolt.Bucket, k, _ []byte) error { return b.Delete(k) }), "entries before it are missing"},
		{"the last entry gone with its page", func(tx *bbolt.Tx) error {
			b := tx.Bucket([]byte(table.Log.Name))
			k, _ := b.Cursor().Last()
			return b.Delete(k)
		}, "table log: entries at the end are missing"},

		{"a log that goes back in time", func(tx *bbolt.Tx) error {
			return logEntry(tx, rdfstore.LogEntry{Name: object(1), Kind: rdfstore.Updated, Time: time.Unix(1, 0)})
		}, "log entry 82: it is earlier than the one before"},
		{"a log entry of no kind", func(tx *bbolt.Tx) error {
			return logEntry(tx, rdfstore.LogEntry{Name: object(1), Kind: rdfstore.Deleted + 1})
		}, "log entry 82: it is of no known kind"},
		{"a successor that never was", func(tx *bbolt.Tx) error {
			return logEntry(tx, rdfstore.LogEntry{Name: object(0), Kind: rdfstore.Deleted, Successor: object(500)})
		}, object(500).String() + ": log entry 82 has it as a successor, and it never was there"},
		{"a successor of what is there", func(tx *bbolt.Tx) error {
			return logEntry(tx, rdfstore.LogEntry{Name: object(1), Kind: rdfstore.Updated, Successor: object(2)})
		}, "log entry 82: it has a successor that it cannot have"},
		{"a gap in the log", func(tx *bbolt.Tx) error {
			last, err := record.LastChange(tx)
			e := rdfstore.LogEntry{Seq: 90, Name: object(1), Kind: rdfstore.Updated, Time: last.Time}
			return errors.Join(err, table.Log.Put(tx, table.NumberKey(90), record.LogBlock(record.Logged{LogEntry: e, First: 2})))
		}, "log entry 90: it comes after 81"},
		{"an entry of the log that does not decode", func(tx *bbolt.Tx) error {
			return table.Log.Put(tx, table.NumberKey(82), []byte{1})
		}, "the entry does not decode"},
		{"a tombstone of another version", func(tx *bbolt.Tx) error {
			return logEntry(tx, rdfstore.LogEntry{Name: object(0), Kind: rdfstore.Deleted})
		}, object(0).String() + ": its tombstone is of version 81, the log ends with 82"},
		{"a tombstone that does not decode", func(tx *bbolt.Tx) error {
			return table.Tombstones.Put(tx, []byte(object(0).String()), []byte{1})
		}, "object/000 does not decode"},
		{"a name that the log does not know", func(tx *bbolt.Tx) error {
			return table.Names.Put(tx, []byte("https://museum.example/object/9"), binary.AppendUvarint(nil, 2))
		}, "object/9: the log does not know it"},
		{"two graphs of one name", func(tx *bbolt.Tx) error { return putGraph(tx, 3, one) }, object(1).String() + ": it has 2 graphs"},
		{"a number of a graph that was never given", func(tx *bbolt.Tx) error { return putGraph(tx, 1000, one) }, object(1).String() + ": its number 1000 was never given"},
		{"a graph that may not be", func(tx *bbolt.Tx) error {
			g := *one
			g.Triples = []rdf.Triple{{Subj: object(1), Pred: graph.Type, Obj: graph.String(strings.Repeat("a", graph.MaxLiteral+1))}}
			return putGraph(tx, 2, &g)
		}, object(1).String() + ": too large"},
		{"a number of a class that was never given", func(tx *bbolt.Tx) error {
			return putClass(tx, record.Class{IRI: iriOf("x:Other"), ID: 9, Entities: 1})
		}, "class x:Other: its number was never given"},
		{"a class without entities", func(tx *bbolt.Tx) error {
			return putClass(tx, record.Class{IRI: iriOf("x:Other"), ID: 1, Entities: 1})
		}, "class x:Other: it has 0 entities, not 1"},
		{"a wrong number of triples", func(tx *bbolt.Tx) error {
			c, err := record.GetCounters(tx)
			c.Triples++
			return errors.Join(err, table.Meta.Put(tx, record.CountersKey, c.Encode()))
		}, fmt.Sprintf("counters: there are %d triples, not %d", 2*entities, 2*entities+1)},
	} {
		t.Run(test.name, func(t *testing.T) {
			path := sound(t)
			if all, err := faults(t, path, toClasses); err != nil || len(all) > 0 {
				t.Fatalf("before the change: %v, %v", all, err)
			}
			change(t, path, test.change)
			all, err := faults(t, path, toClasses)
			if !errors.Is(err, rdfstore.ErrCorrupt) || !strings.Contains(strings.Join(all, "\n"), test.want) {
				t.Errorf("%v, faults:\n%s\nwant %q", err, strings.Join(all, "\n"), test.want)
			}
			if err != nil && !strings.Contains(err.Error(), fmt.Sprintf("%d faults", len(all))) {
				t.Errorf("%d faults are reported, and the error says %v", len(all), err)
			}
			if err := check.Run(t.Context(), path, toClasses, nil); !errors.Is(err, rdfstore.ErrCorrupt) {
				t.Errorf("without a report: %v", err)
			}
		})
	}
}

// TestRelationsOfAnotherVersion: what another derivation has found is not compared.
func TestRelationsOfAnotherVersion(t *testing.T) {
	path := sound(t)
	for _, d := range []rdfstore.Derivation{{}, {Version: "other", Of: func(*graph.Graph) []rdfstore.Related { return nil }}} {
		if all, err := faults(t, path, d); err != nil || len(all) > 0 {
			t.Errorf("derivation %q: %v, %v", d.Version, all, err)
		}
	}
	same := rdfstore.Derivation{Version: toClasses.Version, Of: func(*graph.Graph) []rdfstore.Related { return nil }}
	if all, err := faults(t, path, same); !errors.Is(err, rdfstore.ErrCorrupt) || len(all) < entities {
		t.Errorf("a derivation that finds none under the same version: %d faults, %v", len(all), err)
	}
}

// TestACheckThatCannotLook: such an error is not one about damage.
func TestACheckThatCannotLook(t *testing.T) {
	path := sound(t)
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := check.Run(t.Context(), path+".none", toClasses, nil); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("of no file: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := check.Run(ctx, path, toClasses, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	broken := rdfstore.Derivation{Version: toClasses.Version, Of: func(*graph.Graph) []rdfstore.Related { panic("a derivation with a bug") }}
	var bug *boltfile.BugError
	if _, err := faults(t, path, broken); !errors.As(err, &bug) || errors.Is(err, rdfstore.ErrCorrupt) {
		t.Errorf("a derivation that panics: %v", err)
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the file has changed, %v", err)
	}
}

func putClass(tx *bbolt.Tx, c record.Class) error {
	var b table.Batch
	record.PutClass(&b, c)
	return b.Apply(tx)
}
