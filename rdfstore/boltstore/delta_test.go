package boltstore

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/memtable"
	"vitrine/rdfstore/boltstore/internal/postings"
	"vitrine/rdfstore/boltstore/internal/table"
)

// spread says how many different hashes, predicates and graphs there are among
// random changes, and what share of the places have postings after them.
type spread struct {
	hashes     uint64
	predicates uint32
	graphs     uint64
	kept       float64
}

// randomChanges returns changes that follow from what each place has, in
// order, and notes what the places have then.
func randomChanges(r *rand.Rand, has map[postings.Place]uint32, s spread, n int) []postings.Change {
	changed := map[postings.Place]postings.Change{}
	for range n {
		kind := []postings.ListKind{postings.ByClass, postings.ByObject, postings.ByPredicate, postings.ByRelation, postings.BySubject}[r.IntN(5)]
		at := postings.List{Kind: kind, Hash: r.Uint64N(s.hashes) << 40}.At(r.Uint32N(s.predicates), r.Uint64N(s.graphs))
		to := uint32(0)
		if r.Float64() < s.kept {
			to = 1 + r.Uint32N(3)
		}
		if to != has[at] {
			changed[at] = postings.Change{Place: at, From: has[at], To: to}
		}
	}
	var changes []postings.Change
	for at, c := range changed {
		changes = append(changes, c)
		has[at] = c.To
	}
	slices.SortFunc(changes, func(a, b postings.Change) int { return a.Compare(&b.Place) })
	return changes
}

// TestPending compares what layers of changes come to, all the while they are
// added, frozen and merged, with a map.
func TestPending(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	p, has := &memtable.Memtable{}, map[postings.Place]uint32{}
	// merged is what the index would have.
	merged := map[postings.Place]uint32{}
	// waiting is what was settled and not taken up yet.
	var waiting *memtable.Compaction
	taken, late := 0, 0
	for step := range 600 {
		var err error
		switch {
		case waiting == nil && p.Fresh > 0 && r.IntN(2) == 0:
			s := p.Compact()
			waiting, err = &s, s.Err
		case waiting != nil && r.IntN(2) == 0:
			if taken++; waiting.Freezes != p.Freezes {
				late++
			}
			p, waiting = p.ApplyCompaction(*waiting), nil
		case len(p.Frozen) > 0 && r.IntN(2) == 0:
			var frozen []postings.Change
			if frozen, err = memtable.MergeRuns(p.Frozen); err != nil {
				break
			}
			b := &memtable.Flush{Frozen: postings.NewRun(frozen)}
			if len(frozen) > 0 {
				b.Changes = 1 + r.IntN(len(frozen))
			}
			for _, c := range frozen[:b.Changes] {
				merged[c.Place] = c.To
			}
			p = p.Flushed(b)
		case len(p.Frozen) == 0 && p.Len() > 300:
			p = p.Freeze(uint64(step))
		default:
			var lists [][]postings.Change
			for range r.IntN(4) {
				lists = append(lists, randomChanges(r, has, spread{3, 4, 60, 0.75}, 1+r.IntN(40)))
			}
			p = p.Add(lists)
		}
		if err != nil {
			t.Fatal(err)
		}
		checkLengths(t, p, merged, has)
		all, err := memtable.MergeRuns(p.Runs())
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range all {
			if c.From != merged[c.Place] || c.To != has[c.Place] {
				t.Fatalf("step %d: %v, want %d to %d", step, c, merged[c.Place], has[c.Place])
			}
		}
		for i := 1; i < len(p.Active)-p.Fresh; i++ {
			if p.Active[i-1].Len() <= p.Active[i].Len() {
				t.Fatalf("step %d: layer %d is not shorter than the one before", step, i)
			}
		}
	}
	if late == 0 || late == taken {
		t.Errorf("of %d settled layers %d came too late", taken, late)
	}
}

// checkLengths compares the lengths of all lists.
func checkLengths(t *testing.T, p *memtable.Memtable, before, after map[postings.Place]uint32) {
	t.Helper()
	want := map[postings.Part]postings.Total{}
	for at := range after {
		for l := range postings.ListsOf(at) {
			sum := want[l]
			if before[at] != after[at] {
				sum.Add(postings.Change{Place: at, From: before[at], To: after[at]})
			}
			want[l] = sum
		}
	}
	for l, sum := range want {
		if got := postings.LengthIn(l, p.Runs()); got != sum {
			t.Fatalf("length of %v: %v, want %v", l, got, sum)
		}
	}
}

// TestMergeAll merges lists of changes, long ones and short ones, which must
// stay as they are.
func TestMergeAll(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for round := range 200 {
		has := map[postings.Place]uint32{}
		var lists, copies [][]postings.Change
		for range r.IntN(12) {
			changes := randomChanges(r, has, spread{3, 4, 60, 0.5}, 1<<r.IntN(9))
			lists, copies = append(lists, changes), append(copies, slices.Clone(changes))
		}
		all, err := postings.MergeChanges(lists)
		if err != nil {
			t.Fatal(err)
		}
		var want []postings.Change
		for at, n := range has {
			if n > 0 {
				want = append(want, postings.Change{Place: at, From: 0, To: n})
			}
		}
		slices.SortFunc(want, func(a, b postings.Change) int { return a.Compare(&b.Place) })
		if !slices.Equal(all, want) {
			t.Fatalf("round %d: %v, want %v", round, all, want)
		}
		for i := range lists {
			if !slices.Equal(lists[i], copies[i]) {
				t.Fatalf("round %d: list %d was changed", round, i)
			}
		}
	}
}

func TestChangesMustFollow(t *testing.T) {
	at := postings.List{Kind: postings.ByObject, Hash: 1}.At(1, 1)
	_, err := postings.MergeChanges([][]postings.Change{{{Place: at, From: 0, To: 2}}, {{Place: at, From: 1, To: 0}}})
	if !errors.Is(err, rdfstore.ErrCorrupt) {
		t.Errorf("%v, want ErrCorrupt", err)
	}
	if all, err := postings.MergeChanges([][]postings.Change{{{Place: at, From: 0, To: 2}}, {{Place: at, From: 2, To: 0}}}); err != nil || len(all) > 0 {
		t.Errorf("there and back comes to %v, %v", all, err)
	}
}

// FuzzChanges reads arbitrary bytes as an entry of the pending table; what it
// reads must be written and read again alike.
func FuzzChanges(f *testing.F) {
	changes := randomChanges(rand.New(rand.NewPCG(3, 3)), map[postings.Place]uint32{}, spread{3, 4, 1, 0.75}, 50)
	f.Add(memtable.AppendEntry(nil, 300, changes))
	f.Add([]byte("\x01s\x01\x01\x02\x03"))
	f.Fuzz(func(t *testing.T, payload []byte) {
		changes, err := memtable.DecodeEntry(table.NumberKey(1), payload)
		if err != nil {
			if !errors.Is(err, rdfstore.ErrCorrupt) {
				t.Errorf("%v, want ErrCorrupt", err)
			}
			return
		}
		if len(changes) == 0 {
			return
		}
		again, err := memtable.DecodeEntry(table.NumberKey(1), memtable.AppendEntry(nil, changes[0].Graph, changes))
		if err != nil || !slices.Equal(again, changes) {
			t.Errorf("%v became %v, %v", changes, again, err)
		}
	})
}
