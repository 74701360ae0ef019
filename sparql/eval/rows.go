package eval

import (
	"hash/maphash"

	"github.com/knakk/rdf"
)

// The bytes that are counted for what is kept.
const (
	// rowBytes is for a row and what holds it, placeBytes for each place in it.
	rowBytes   = 64
	placeBytes = 16
	// termBytes is for a term beside its texts.
	termBytes = 32
)

// sizeOf returns the bytes that are counted for a term.
func sizeOf(term rdf.Term) int64 {
	switch t := term.(type) {
	case nil:
		return 0
	case rdf.Literal:
		return 2*termBytes + int64(len(t.String())+len(t.Lang()))
	default:
		return termBytes + int64(len(t.String()))
	}
}

// sizeOfRow returns the bytes that are counted for a row.
func sizeOfRow(row []rdf.Term) int64 {
	size := int64(rowBytes + placeBytes*len(row))
	for _, term := range row {
		size += sizeOf(term)
	}
	return size
}

// rowIndex numbers rows, in the order in which they come, and finds them by some of
// their places.
type rowIndex struct {
	seed maphash.Seed
	rows [][]rdf.Term
	// first has the number of the last row of each hash, and before the number of the
	// one of the same hash before each row. Numbers count from 1.
	first  map[uint64]int
	before []int
	// keys are the places that rows are found by.
	keys []int
}

func newRowIndex(keys []int) *rowIndex {
	return &rowIndex{seed: maphash.MakeSeed(), first: map[uint64]int{}, keys: keys}
}

// hash returns the hash of the terms in some places of a row.
func (x *rowIndex) hash(row []rdf.Term, places []int) uint64 {
	h := uint64(len(places))
	for _, i := range places {
		h = h*0x9E3779B97F4A7C15 ^ maphash.Comparable(x.seed, row[i])
		h ^= h >> 32
	}
	return h
}

// add adds a row.
func (x *rowIndex) add(row []rdf.Term) {
	h := x.hash(row, x.keys)
	x.rows = append(x.rows, row)
	x.before = append(x.before, x.first[h])
	x.first[h] = len(x.rows)
}

// find calls fn with the number of each row whose keys are the terms in the places of
// another row, the last one first, as long as fn returns true.
func (x *rowIndex) find(other []rdf.Term, places []int, fn func(row int) bool) {
	for n := x.first[x.hash(other, places)]; n != 0; n = x.before[n-1] {
		if x.equal(x.rows[n-1], other, places) && !fn(n-1) {
			return
		}
	}
}

// number returns the number of a row whose keys are the terms in the places of another.
func (x *rowIndex) number(other []rdf.Term, places []int) (number int, found bool) {
	x.find(other, places, func(i int) bool {
		number, found = i, true
		return false
	})
	return number, found
}

func (x *rowIndex) equal(row, other []rdf.Term, places []int) bool {
	for i, key := range x.keys {
		if row[key] != other[places[i]] {
			return false
		}
	}
	return true
}

// places returns the numbers below n, in order.
func places(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}
