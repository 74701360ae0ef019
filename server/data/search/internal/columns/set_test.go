package columns

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSet compares sets with lists of numbers, sparse and nearly full ones.
func TestSet(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		docs := 1 + r.Uint64N(300)
		share := []uint64{1, 50, 95, 100}[r.IntN(4)]
		set, want := NewSet(docs), []uint64(nil)
		for doc := range docs {
			if r.Uint64N(100) < share {
				set.Add(doc)
				want = append(want, doc)
			}
		}
		if got := set.Count(); got != uint64(len(want)) {
			t.Fatalf("%d documents, want %d", got, len(want))
		}
		first := r.Uint64N(docs)
		last := first + r.Uint64N(docs-first+1)
		want = slices.DeleteFunc(want, func(doc uint64) bool { return doc < first || doc >= last })
		var each, words []uint64
		set.Each(first, last, func(doc uint64) { each = append(each, doc) })
		for n := first; n < last; n++ {
			if set.word(first, int(n-first)/64)>>((n-first)%64)&1 != 0 {
				words = append(words, n)
			}
		}
		if !slices.Equal(each, want) || !slices.Equal(words, want) {
			t.Fatalf("from %d to %d: %v, %v, want %v", first, last, each, words, want)
		}
	}
}
