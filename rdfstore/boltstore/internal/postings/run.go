package postings

import (
	"fmt"
	"slices"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/table"
)

// Run is a sorted sequence of changes of the index, one for each place. It
// never changes.
type Run struct {
	Changes []Change
	// start is the number of the first that still counts.
	Start int
	// sums has, for the first sumEvery changes, twice as many and so on, by how
	// much they change the length of a list that they were all part of.
	sums []Total
}

// sumEvery is how many changes stand between two sums.
const sumEvery = 32

func NewRun(changes []Change) Run {
	l := Run{Changes: changes}
	if len(changes) < 2*sumEvery {
		return l
	}
	l.sums = make([]Total, 0, len(changes)/sumEvery)
	var sum Total
	for part := range slices.Chunk(changes[:len(changes)/sumEvery*sumEvery], sumEvery) {
		for _, c := range part {
			sum.Add(c)
		}
		l.sums = append(l.sums, sum)
	}
	return l
}

// Add adds what a change makes of a length, in two's complement.
func (t *Total) Add(c Change) {
	if c.From == 0 {
		t.Postings++
	}
	if c.To == 0 {
		t.Postings--
	}
	t.Triples += uint64(c.To) - uint64(c.From)
}

// Len returns the number of changes.
func (l Run) Len() int { return len(l.Changes) - l.Start }

// from returns the changes from a place on.
func (l Run) from(p Place) []Change { return l.Changes[l.at(p):] }

// After returns the changes that stand after a place.
func (l Run) After(p Place) []Change {
	rest := l.from(p)
	if len(rest) > 0 && rest[0].Place == p {
		rest = rest[1:]
	}
	return rest
}

// at returns the number of the first change that is not before the place.
func (l Run) at(p Place) int {
	i, _ := slices.BinarySearchFunc(l.Changes[l.Start:], p, func(c Change, p Place) int { return c.Compare(&p) })
	return l.Start + i
}

// part returns the changes of a part of the index, from a place in it on.
func (l Run) part(part Part, from Place) []Change {
	i := l.at(from)
	return l.Changes[i : i+ofPart(l.Changes[i:], part)]
}

// ofPart returns how many changes at the beginning are of a part of the index.
func ofPart(changes []Change, part Part) int {
	if len(changes) == 0 || !part.Has(changes[0].Place) {
		return 0
	}
	n, _ := slices.BinarySearchFunc(changes, part, func(c Change, part Part) int {
		if part.Has(c.Place) {
			return -1
		}
		return 1
	})
	return n
}

// length returns by how much the changes of a list change its length.
func (l Run) length(list Part) Total {
	i := l.at(list.Place(0, 0))
	n := ofPart(l.Changes[i:], list)
	if n == 0 {
		return Total{}
	}
	before, all := l.sum(i), l.sum(i+n)
	return Total{all.Postings - before.Postings, all.Triples - before.Triples}
}

// sum returns the sum of the first n changes.
func (l Run) sum(n int) (sum Total) {
	i := min(n/sumEvery, len(l.sums))
	if i > 0 {
		sum = l.sums[i-1]
	}
	for _, c := range l.Changes[i*sumEvery : n] {
		sum.Add(c)
	}
	return sum
}

// rule says how changes of the index are merged: each follows from the one before
// it, and one that leads back to where that began cancels it out.
var rule = table.MergeRule[Change]{
	Compare: func(a, b *Change) int { return a.Compare(&b.Place) },
	Join: func(older, newer *Change) (Change, bool, error) {
		if older.To != newer.From {
			return Change{}, false, fmt.Errorf("%w: two changes of the index do not follow from each other", rdfstore.ErrCorrupt)
		}
		return Change{older.Place, older.From, newer.To}, older.From != newer.To, nil
	},
}

// MergeChanges returns the changes that several lists of changes come to, one after
// the other. Each is in order.
func MergeChanges(lists [][]Change) ([]Change, error) { return rule.Lists(lists) }

// LengthIn returns by how much the changes of some runs change the length of a
// list.
func LengthIn(l Part, runs []Run) (sum Total) {
	for _, run := range runs {
		t := run.length(l)
		sum.Postings += t.Postings
		sum.Triples += t.Triples
	}
	return sum
}
