package record

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/knakk/rdf"
	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/table"
	"vitrine/rdfstore/graph"
)

// randomLog returns entries about a few names, as commits write them.
func randomLog(t *testing.T, r *rand.Rand, n int) (all []Logged) {
	t.Helper()
	iri := func(of string, i int) rdf.IRI {
		iri, err := graph.IRI(fmt.Sprintf("https://museum.example/%s/%d", of, i))
		if err != nil {
			t.Fatal(err)
		}
		return iri
	}
	first, now := map[int]uint64{}, time.Unix(1e9, 5).UTC()
	for seq := range uint64(n) {
		about := r.IntN(1 + n/4)
		if first[about] == 0 {
			first[about] = seq + 1
		}
		e := Logged{First: first[about]}
		e.Seq, e.Name, e.Time = seq+1, iri("object", about), now
		e.Kind = rdfstore.Kind(1 + r.IntN(3))
		if r.IntN(8) > 0 {
			e.Class = iri("class", r.IntN(3))
		}
		if e.Purged = r.IntN(9) == 0; e.Kind == rdfstore.Deleted && r.IntN(2) == 0 {
			e.Successor = iri("successor", r.IntN(100))
		}
		if r.IntN(2) == 0 {
			e.Author, e.Message = strings.Repeat("a", r.IntN(3)), strings.Repeat("why ", r.IntN(30))
		}
		all, now = append(all, e), now.Add(time.Duration(r.IntN(3)*r.IntN(1e9)))
	}
	return all
}

// inFile calls fn with a transaction of a file that has the log.
func inFile(t *testing.T, fn func(tx *bbolt.Tx) error) {
	t.Helper()
	db, err := bbolt.Open(filepath.Join(t.TempDir(), "log"), 0o600, &bbolt.Options{NoSync: true})
	if err == nil {
		err = errors.Join(db.Update(table.Log.Create), db.Update(fn), db.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestLog writes logs in several parts, without the authors and messages of some names, and reads
// them from each entry on.
func TestLog(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	for range 30 {
		want := randomLog(t, r, 1+r.IntN(200))
		inFile(t, func(tx *bbolt.Tx) error {
			unsigned := map[uint64]bool{}
			for rest, from := want, 0; len(rest) > 0; {
				n := 1 + r.IntN(len(rest))
				w := LogWriter{Put: func(key, payload []byte) error { return table.Log.Put(tx, key, payload) }}
				if from > 0 && r.IntN(3) == 0 {
					unsigned[want[r.IntN(from)].First] = true
				}
				err := w.Continue(tx, unsigned)
				for _, e := range rest[:n] {
					if err == nil {
						err = w.Add(e)
					}
					from++
				}
				if err = errors.Join(err, w.Flush()); err != nil {
					return err
				}
				for i, e := range want[:from-n] {
					if unsigned[e.First] {
						want[i].Author, want[i].Message = "", ""
					}
				}
				clear(unsigned)
				rest = rest[n:]
			}
			return compareLog(t, tx, want, r.IntN(len(want)))
		})
	}
}

// compareLog reads the log as a whole and from one entry on, and each entry.
func compareLog(t *testing.T, tx *bbolt.Tx, want []Logged, from int) error {
	t.Helper()
	for _, from := range []int{0, from} {
		l, err := OpenLog(tx)
		if err != nil {
			return err
		}
		var got []Logged
		for e, err := range l.From(uint64(from + 1)) {
			if err != nil {
				return err
			}
			got = append(got, e)
		}
		if !reflect.DeepEqual(got, want[from:]) {
			t.Errorf("from %d:\n%v\nwant\n%v", from, got, want[from:])
		}
	}
	for _, e := range want {
		if got, err := GetLogEntry(tx, e.Seq); err != nil || got != e.LogEntry {
			t.Errorf("entry %d is %v, %v; want %v", e.Seq, got, err, e.LogEntry)
		}
	}
	last, err := LastChange(tx)
	if last != want[len(want)-1].LogEntry {
		t.Errorf("the last is %v, want %v", last, want[len(want)-1])
	}
	if _, missing := GetLogEntry(tx, last.Seq+1); !errors.Is(missing, rdfstore.ErrCorrupt) {
		t.Errorf("an entry that is to come: %v", missing)
	}
	return err
}

// FuzzLogBlock reads blocks that may be none.
func FuzzLogBlock(f *testing.F) {
	f.Add(LogBlock(Logged{LogEntry: rdfstore.LogEntry{Seq: 7, Kind: rdfstore.Created, Author: "a"}, First: 7}))
	f.Fuzz(func(t *testing.T, payload []byte) {
		if _, err := DecodeLogBlock(table.NumberKey(7), payload); err != nil && !errors.Is(err, rdfstore.ErrCorrupt) {
			t.Error(err)
		}
	})
}
