package table

import (
	"cmp"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
)

// step is how the value of a key changes, where 0 stands for none.
type step struct{ key, from, to int }

var errGap = errors.New("a step does not follow")

var rule = MergeRule[step]{
	Compare: func(a, b *step) int { return cmp.Compare(a.key, b.key) },
	Join: func(older, newer *step) (step, bool, error) {
		if older.to != newer.from {
			return step{}, false, errGap
		}
		return step{older.key, older.from, newer.to}, older.from != newer.to, nil
	},
}

// items is a base that is in memory.
type items struct{ rest []step }

func (b *items) Head() (*step, error) {
	if len(b.rest) == 0 {
		return nil, nil
	}
	return &b.rest[0], nil
}

func (b *items) Next() error {
	b.rest = b.rest[1:]
	return nil
}

func TestMerge(t *testing.T) {
	for _, test := range []struct {
		name  string
		lists [][]step
		want  []step
		err   error
	}{
		{"nothing", nil, nil, nil},
		{"one list", [][]step{{{1, 0, 2}}}, []step{{1, 0, 2}}, nil},
		{"empty lists", [][]step{{}, {}, {}}, nil, nil},
		{"apart", [][]step{{{2, 0, 1}}, {{1, 0, 1}, {3, 0, 1}}}, []step{{1, 0, 1}, {2, 0, 1}, {3, 0, 1}}, nil},
		{"one after the other", [][]step{{{1, 0, 1}}, {{1, 1, 2}}, {{1, 2, 3}}}, []step{{1, 0, 3}}, nil},
		{"there and back", [][]step{{{1, 0, 1}, {2, 0, 1}}, {{1, 1, 0}}}, []step{{2, 0, 1}}, nil},
		{"there, back and there", [][]step{{{1, 0, 1}}, {{1, 1, 0}}, {{1, 0, 2}}}, []step{{1, 0, 2}}, nil},
		{"a gap", [][]step{{{1, 0, 1}}, {{1, 2, 3}}}, nil, errGap},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := rule.Lists(test.lists)
			if !errors.Is(err, test.err) || !slices.Equal(got, test.want) {
				t.Errorf("lists come to %v, %v; want %v, %v", got, err, test.want, test.err)
			}
			base := &items{}
			if len(test.lists) > 0 {
				base.rest, test.lists = test.lists[0], test.lists[1:]
			}
			got, err = walk(NewMerged(&rule, base, test.lists))
			if !errors.Is(err, test.err) || err == nil && !slices.Equal(got, test.want) {
				t.Errorf("a walk comes to %v, %v; want %v, %v", got, err, test.want, test.err)
			}
		})
	}
}

// walk returns what is left of a walk.
func walk(it *Merged[step]) (all []step, err error) {
	for {
		s, err := it.Next()
		if s == nil || err != nil {
			return all, err
		}
		all = append(all, *s)
	}
}

// randomLists returns lists of steps that follow from each other, and what the keys
// have after all of them.
func randomLists(r *rand.Rand, n int) (lists [][]step, has map[int]int) {
	has = map[int]int{}
	for range n {
		changed := map[int]step{}
		for range r.IntN(1 << r.IntN(8)) {
			key, to := r.IntN(100), r.IntN(3)
			if to != has[key] {
				changed[key] = step{key, has[key], to}
			}
		}
		var list []step
		for _, key := range slices.Sorted(maps.Keys(changed)) {
			list = append(list, changed[key])
			has[key] = changed[key].to
		}
		lists = append(lists, list)
	}
	return lists, has
}

// TestMergeAsMap compares what lists come to, and walks of them from random keys on,
// with a map. The lists must stay as they are.
func TestMergeAsMap(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3))
	for round := range 500 {
		lists, has := randomLists(r, 1+r.IntN(12))
		copies := make([][]step, len(lists))
		for i := range lists {
			copies[i] = slices.Clone(lists[i])
		}
		var want []step
		for _, key := range slices.Sorted(maps.Keys(has)) {
			if has[key] > 0 {
				want = append(want, step{key, 0, has[key]})
			}
		}
		if got, err := rule.Lists(lists); err != nil || !slices.Equal(got, want) {
			t.Fatalf("round %d: %v, %v; want %v", round, got, err, want)
		}
		base := &items{lists[0]}
		it := NewMerged(&rule, base, slices.Clone(lists[1:]))
		for key := 0; key < 100; key += 1 + r.IntN(50) {
			for len(base.rest) > 0 && base.rest[0].key < key {
				base.rest = base.rest[1:]
			}
			it.SeekRuns(&step{key: key})
			at, _ := slices.BinarySearchFunc(want, key, func(s step, key int) int { return cmp.Compare(s.key, key) })
			got, err := it.Next()
			switch {
			case err != nil:
				t.Fatal(err)
			case at == len(want):
				if got != nil {
					t.Fatalf("round %d: from %d on %v, want none", round, key, *got)
				}
			case got == nil || *got != want[at]:
				t.Fatalf("round %d: from %d on %v, want %v", round, key, got, want[at])
			default:
				key = got.key
			}
		}
		for i := range lists {
			if !slices.Equal(lists[i], copies[i]) {
				t.Fatalf("round %d: list %d was changed", round, i)
			}
		}
	}
}

// broken is a base that cannot be read.
type broken struct{ head *step }

var errBroken = errors.New("broken")

func (b *broken) Head() (*step, error) { return b.head, nil }
func (b *broken) Next() error          { return errBroken }

func TestBrokenBase(t *testing.T) {
	for _, runs := range [][][]step{nil, {{{2, 0, 1}}}, {{{1, 1, 2}}}} {
		if _, err := walk(NewMerged(&rule, &broken{&step{1, 0, 1}}, runs)); !errors.Is(err, errBroken) {
			t.Errorf("%v: %v, want the error of the base", runs, err)
		}
	}
}
