package memtable

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"vitrine/rdfstore"
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
// order, and takes down what the places have then.
func randomChanges(r *rand.Rand, has map[postings.Place]uint32, s spread, n int) []postings.Change {
	changed := map[postings.Place]postings.Change{}
	for range n {
		kind := []postings.ListKind{postings.ByClass, postings.ByObject, postings.ByPredicate, postings.ByRelation, postings.BySubject}[r.IntN(5)]
		hash := r.Uint64N(s.hashes) << 40
		at := postings.List{Kind: kind, Hash: hash}.At(r.Uint32N(s.predicates), r.Uint64N(s.graphs))
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

// TestRuns compares what runs of changes come to, all the while they are added,
// compacted, frozen and flushed, with maps.
func TestRuns(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	m, has := &Memtable{}, map[postings.Place]uint32{}
	// flushed is what the index would have.
	flushed := map[postings.Place]uint32{}
	// waiting is what was compacted and not taken up yet.
	var waiting *Compaction
	taken, late := 0, 0
	for step := range 900 {
		switch {
		case waiting == nil && m.Fresh > 0 && r.IntN(2) == 0:
			c := m.Compact()
			if waiting = &c; c.Err != nil {
				t.Fatal(c.Err)
			}
		case waiting != nil && r.IntN(2) == 0:
			if taken++; waiting.freezes != m.freezes {
				late++
			}
			m, waiting = m.ApplyCompaction(*waiting), nil
		case len(m.Frozen) > 0 && r.IntN(2) == 0:
			m = m.Flushed(randomFlush(t, r, m, flushed))
		case m.Checkpoint.UpTo > 0 && len(m.Frozen) == 0:
			m = m.EntriesDropped(r.IntN(2) == 0)
		case m.CanFreeze() && m.Len() > 300:
			m = m.Freeze(uint64(step))
		default:
			var runs []postings.Run
			for range r.IntN(4) {
				runs = append(runs, postings.NewRun(randomChanges(r, has, spread{3, 4, 60, 0.75}, 1+r.IntN(40))))
			}
			m = m.Add(runs, len(runs))
		}
		checkLengths(t, m, flushed, has)
		checkRuns(t, m, flushed, has)
		if t.Failed() {
			t.Fatalf("in step %d", step)
		}
	}
	if late == 0 || late == taken {
		t.Errorf("of %d compactions %d came too late", taken, late)
	}
}

// randomFlush returns a flush of some of the frozen changes, and carries it out in the
// models of the tables.
func randomFlush(t *testing.T, r *rand.Rand, m *Memtable, index map[postings.Place]uint32) *Flush {
	t.Helper()
	frozen, err := MergeRuns(m.Frozen)
	if err != nil {
		t.Fatal(err)
	}
	f := &Flush{Frozen: frozen}
	changes := frozen.Changes[frozen.Start:]
	if len(changes) > 0 {
		f.Changes = 1 + r.IntN(len(changes))
	}
	for _, c := range changes[:f.Changes] {
		index[c.Place] = c.To
	}
	return f
}

// checkRuns compares what the runs of a memtable come to with the models.
func checkRuns(t *testing.T, m *Memtable, flushed, has map[postings.Place]uint32) {
	t.Helper()
	all, err := MergeRuns(m.Runs())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range all.Changes {
		if c.From != flushed[c.Place] || c.To != has[c.Place] {
			t.Errorf("%v, want %d to %d", c, flushed[c.Place], has[c.Place])
		}
	}
	for i := 1; i < len(m.Active)-m.Fresh; i++ {
		if m.Active[i-1].Len() <= m.Active[i].Len() {
			t.Errorf("run %d is not shorter than the one before", i)
		}
	}
}

// checkLengths compares the lengths of all lists.
func checkLengths(t *testing.T, m *Memtable, before, after map[postings.Place]uint32) {
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
	runs, err := m.PostingsOf()
	if err != nil {
		t.Fatal(err)
	}
	for l, sum := range want {
		if got := postings.LengthIn(l, runs); got != sum {
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
	f.Add(AppendEntry(nil, 300, changes))
	f.Add([]byte("\x01s\x01\x01\x02\x03"))
	f.Fuzz(func(t *testing.T, payload []byte) {
		changes, err := DecodeEntry(table.NumberKey(1), payload)
		if err != nil {
			if !errors.Is(err, rdfstore.ErrCorrupt) {
				t.Errorf("%v, want ErrCorrupt", err)
			}
			return
		}
		if len(changes) == 0 {
			return
		}
		again, err := DecodeEntry(table.NumberKey(1), AppendEntry(nil, changes[0].Graph, changes))
		if err != nil || !slices.Equal(again, changes) {
			t.Errorf("%v became %v, %v", changes, again, err)
		}
	})
}
