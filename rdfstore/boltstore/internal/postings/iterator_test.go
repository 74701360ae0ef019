package postings

import (
	"errors"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/boltfile"
	"vitrine/rdfstore/boltstore/internal/record"
	"vitrine/rdfstore/boltstore/internal/table"
)

// index is an index in a file, with runs over it, and a model of what both come to.
type index struct {
	tx   *bbolt.Tx
	runs []Run
	has  map[Place]uint32
}

func newIndex(t *testing.T) *index {
	t.Helper()
	db, err := boltfile.Open(filepath.Join(t.TempDir(), "store.db"), boltfile.Options{
		Fill: func(tx *bbolt.Tx) error { return record.CreateTables(tx, rdfstore.Derivation{}, "") },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	tx, err := db.Begin(true)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tx.Rollback() })
	return &index{tx: tx, has: map[Place]uint32{}}
}

// change returns changes at random that follow from what there is, and makes them in
// the model.
func (x *index) change(r *rand.Rand, n int) []Change {
	changed := map[Place]Change{}
	for range n {
		kind := []ListKind{ByClass, ByObject, ByPredicate, ByRelation, BySubject}[r.IntN(5)]
		hash := r.Uint64N(4) << 40
		at := List{kind, hash}.At(r.Uint32N(3), r.Uint64N(60))
		if to := r.Uint32N(3); to != x.has[at] {
			changed[at] = Change{at, x.has[at], to}
		}
	}
	changes := slices.SortedFunc(maps.Values(changed), func(a, b Change) int { return a.Compare(&b.Place) })
	for _, c := range changes {
		if x.has[c.Place] = c.To; c.To == 0 {
			delete(x.has, c.Place)
		}
	}
	return changes
}

// flush carries out the runs in the tables.
func (x *index) flush(t *testing.T) {
	t.Helper()
	var lists [][]Change
	for _, run := range x.runs {
		lists = append(lists, run.Changes)
	}
	rest, err := MergeChanges(lists)
	for len(rest) > 0 && err == nil {
		var u *Update
		if u, err = NewUpdate(x.tx); err != nil {
			break
		}
		var n int
		if n, _, err = u.Block(rest); err != nil {
			break
		}
		rest = rest[n:]
		counts, failed := u.Counts.Edits()
		err = errors.Join(failed, table.Index.Apply(x.tx, u.Edits), table.Counts.Apply(x.tx, counts))
	}
	if x.runs = nil; err != nil {
		t.Fatal(err)
	}
}

// of returns the postings of a part from a place on, as the model has them.
func (x *index) of(part Part, from Place) (ps []Posting) {
	for at, n := range x.has {
		if part.Has(at) && at.Compare(&from) >= 0 {
			ps = append(ps, Posting{at, n})
		}
	}
	slices.SortFunc(ps, func(a, b Posting) int { return a.Compare(&b.Place) })
	return ps
}

// TestIteratorAsMap compares walks of parts, from the beginning and from random places
// on, and their lengths, with a map.
func TestIteratorAsMap(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 1))
	x := newIndex(t)
	for round := range 60 {
		if len(x.runs) > r.IntN(6) {
			x.flush(t)
		}
		x.runs = append(x.runs, NewRun(x.change(r, 1+r.IntN(400))))
		for range 20 {
			part := Part{List: List{[]ListKind{ByClass, ByObject, ByPredicate, ByRelation, BySubject}[r.IntN(5)], r.Uint64N(5) << 40}, Predicate: r.Uint32N(4)}
			part.AnyPredicate = part.Kind.inParts() && r.IntN(2) == 0
			x.compareWalk(t, r, part)
			want := Total{}
			for _, p := range x.of(part, Place{}) {
				want.Postings++
				want.Triples += uint64(p.N)
			}
			if got, err := part.Count(x.tx, x.runs); got != want || err != nil {
				t.Errorf("%v has the length %v, %v; want %v", part, got, err, want)
			}
		}
		x.compareAll(t)
		if t.Failed() {
			t.Fatalf("in round %d", round)
		}
	}
}

// compareWalk walks a part, going forward to random places and by random numbers of
// postings now and then.
func (x *index) compareWalk(t *testing.T, r *rand.Rand, part Part) {
	t.Helper()
	it, err := NewIterator(x.tx, part, x.runs)
	if err != nil {
		t.Fatal(err)
	}
	predicate, graph := r.Uint32N(3), r.Uint64N(60)
	p, ok, err := it.Seek(predicate, graph)
	want := x.of(part, part.Place(predicate, graph))
	for ; len(want) > 0; p, ok, err = it.Next() {
		if !ok || err != nil || p != want[0] {
			t.Errorf("%v: %v, %t, %v; want %v", part, p, ok, err, want[0])
			return
		}
		if r.IntN(6) == 0 {
			n := r.IntN(40)
			p, ok, err = it.Skip(uint64(n))
			if want = want[min(n, len(want)):]; len(want) == 0 {
				break
			}
			if !ok || err != nil || p != want[0] {
				t.Errorf("%v: after %d more %v, %t, %v; want %v", part, n, p, ok, err, want[0])
				return
			}
		}
		if r.IntN(4) > 0 {
			want = want[1:]
			continue
		}
		predicate, graph = p.Predicate, p.Graph+r.Uint64N(20)
		p, ok, err = it.Seek(predicate, graph)
		if want = x.of(part, part.Place(predicate, graph)); len(want) == 0 {
			break
		}
		if !ok || err != nil || p != want[0] {
			t.Errorf("%v: after a seek %v, %t, %v; want %v", part, p, ok, err, want[0])
			return
		}
		want = want[1:]
	}
	if ok || err != nil {
		t.Errorf("%v: %v is left over, %v", part, p, err)
	}
}

// compareAll walks the whole index.
func (x *index) compareAll(t *testing.T) {
	t.Helper()
	var lists [][]Change
	for _, run := range x.runs {
		lists = append(lists, run.Changes)
	}
	over, err := MergeChanges(lists)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for p, err := range All(x.tx, over, Change.Expects) {
		if n++; err != nil || x.has[p.Place] != p.N {
			t.Errorf("%v, %v; want %d", p, err, x.has[p.Place])
		}
	}
	if n != len(x.has) {
		t.Errorf("%d postings, want %d", n, len(x.has))
	}
}

// TestChangeOfAnother reads and flushes a run that changes what the index has not.
func TestChangeOfAnother(t *testing.T) {
	x := newIndex(t)
	at := List{ByObject, 1}.At(1, 1)
	x.runs = []Run{NewRun([]Change{{at, 0, 1}})}
	x.flush(t)
	for _, wrong := range []Change{{at, 2, 3}, {at, 2, 0}, {List{ByObject, 1}.At(1, 2), 1, 2}} {
		it, err := NewIterator(x.tx, Part{List: List{ByObject, 1}, AnyPredicate: true}, []Run{NewRun([]Change{wrong})})
		if err != nil {
			t.Fatal(err)
		}
		_, ok, err := it.Seek(0, 0)
		for ; ok && err == nil; _, ok, err = it.Next() {
		}
		u, failed := NewUpdate(x.tx)
		if failed != nil {
			t.Fatal(failed)
		}
		_, _, merged := u.Block([]Change{wrong})
		if !errors.Is(err, rdfstore.ErrCorrupt) || !errors.Is(merged, rdfstore.ErrCorrupt) {
			t.Errorf("%v: a walk: %v, a flush: %v; want ErrCorrupt", wrong, err, merged)
		}
	}
}
