package columns

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestCount compares the counts of frequent and rare values in segments of any length with those of
// the lists.
func TestCount(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		first, size := r.Uint64N(200), 1+r.Uint64N(300)
		docs, col := NewSet(first+size), &Column{starts: make([]uint32, 1, size+1), rare: NewSet(size)}
		common := frequentValue{2, NewSet(size)}
		share := []uint64{1, 50, 100}[r.IntN(3)]
		got, want := []uint32{5, 6, 7}, []uint32{5, 6, 7}
		for doc := range size {
			in := r.Uint64N(100) < share
			if in {
				docs.Add(first + doc)
			}
			for value := range uint32(3) {
				if r.IntN(3) == 0 {
					continue
				}
				if col.values = append(col.values, value); value == common.value {
					common.docs.Add(doc)
				} else {
					col.rare.Add(doc)
				}
				if in {
					want[value]++
				}
			}
			col.starts = append(col.starts, uint32(len(col.values)))
		}
		col.frequent = []frequentValue{common}
		if col.count(docs, first, got); !slices.Equal(got, want) {
			t.Fatalf("%d documents from %d: %v, want %v", size, first, got, want)
		}
	}
}
