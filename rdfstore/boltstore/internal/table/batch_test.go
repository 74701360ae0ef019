package table

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"go.etcd.io/bbolt"
)

// TestBatches applies random batches to tables, and to a model.
func TestBatches(t *testing.T) {
	db, model := newTables(t), map[string]string{}
	r := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		apply(t, db, randomBatch(r, model))
	}
	if got := entries(t, db); fmt.Sprint(got) != fmt.Sprint(model) {
		t.Errorf("the tables have %v, want %v", got, model)
	}
}

func newTables(t *testing.T) *bbolt.DB {
	t.Helper()
	db, err := bbolt.Open(filepath.Join(t.TempDir(), "tables"), 0o600, &bbolt.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	err = db.Update(func(tx *bbolt.Tx) error { return errors.Join(Graphs.Create(tx), Classes.Create(tx)) })
	if err != nil {
		t.Fatal(err)
	}
	return db
}

// randomBatch returns a batch and carries it out on the model, whose keys begin with
// the tag of the table.
func randomBatch(r *rand.Rand, model map[string]string) *Batch {
	b := &Batch{}
	for range 1 + r.IntN(4) {
		of := []Table{Graphs, Classes}[r.IntN(2)]
		key := func() []byte { return []byte{1, byte(r.IntN(40))} }
		switch r.IntN(3) {
		case 0:
			k := key()
			b.Delete(of, k)
			delete(model, string(of.tag)+string(k))
		case 1:
			k, payload := key(), fmt.Append(nil, r.Uint32())
			b.Put(of, k, payload)
			model[string(of.tag)+string(k)] = string(payload)
		default:
			some := map[string]string{}
			for range 1 + r.IntN(5) {
				some[string(key())] = fmt.Sprint(r.Uint32())
			}
			var list []Entry
			for k, payload := range some {
				list = append(list, Entry{Key: []byte(k), Value: ValueOf([]byte(payload))})
				model[string(of.tag)+k] = payload
			}
			b.Insert(of, list)
		}
	}
	return b
}

func apply(t *testing.T, db *bbolt.DB, b *Batch) {
	t.Helper()
	if err := db.Update(b.Apply); err != nil {
		t.Fatal(err)
	}
}

// entries returns the entries of both tables, with their tags before the keys.
func entries(t *testing.T, db *bbolt.DB) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := db.View(func(tx *bbolt.Tx) error {
		for _, of := range []Table{Graphs, Classes} {
			s, err := of.Scan(tx)
			if err != nil {
				return err
			}
			k, payload, err := s.First()
			for ; k != nil && err == nil; k, payload, err = s.Next() {
				all[string(of.tag)+string(k)] = string(payload)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
