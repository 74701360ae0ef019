package postings

import (
	"fmt"
	"slices"

	"vitrine/rdfstore"
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

// length returns by how much the changes of a list change its length.
func (l Run) length(list Part) Total {
	i := l.at(list.Place(0, 0))
	n, _ := slices.BinarySearchFunc(l.Changes[i:], list, func(c Change, list Part) int {
		if list.Has(c.Place) {
			return -1
		}
		return 1
	})
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

// MergeChanges returns the changes that several lists of changes come to, one after
// the other. Each is in order.
func MergeChanges(lists [][]Change) ([]Change, error) {
	switch len(lists) {
	case 0:
		return nil, nil
	case 1:
		return lists[0], nil
	}
	n := 0
	for _, l := range lists {
		n += len(l)
	}
	return mergeInto(make([]Change, n), lists)
}

// mergeInto does the same in an array that has room for all of them, from its
// beginning on. It cuts the lists into two parts of about the same length, and
// merges the newer ones where they leave room for the older before them.
func mergeInto(room []Change, lists [][]Change) ([]Change, error) {
	if len(lists) == 1 {
		return room[:copy(room, lists[0])], nil
	}
	half, n := 1, len(lists[0])
	for half+1 < len(lists) && 2*n+len(lists[half]) < len(room) {
		n += len(lists[half])
		half++
	}
	older := lists[0]
	if half > 1 {
		var err error
		if older, err = mergeInto(make([]Change, n), lists[:half]); err != nil {
			return nil, err
		}
	}
	newer, err := mergeInto(room[n:], lists[half:])
	if err != nil {
		return nil, err
	}
	return mergeChanges(room, older, newer)
}

// mergeChanges merges older changes and newer ones into an array, from its
// beginning on. The newer may stand in it themselves, where they leave room for
// the older before them: then none is overwritten before it has been read.
func mergeChanges(room, older, newer []Change) ([]Change, error) {
	i, j, n := 0, 0, 0
	for i < len(older) && j < len(newer) {
		o, c := &older[i], &newer[j]
		switch order := o.Compare(&c.Place); {
		case order < 0:
			room[n] = *o
			i, n = i+1, n+1
		case order > 0:
			room[n] = *c
			j, n = j+1, n+1
		default:
			if o.To != c.From {
				return nil, fmt.Errorf("%w: two changes of the index do not follow from each other", rdfstore.ErrCorrupt)
			}
			if o.From != c.To {
				room[n] = Change{o.Place, o.From, c.To}
				n++
			}
			i, j = i+1, j+1
		}
	}
	n += copy(room[n:], older[i:])
	n += copy(room[n:], newer[j:])
	return room[:n], nil
}

// LengthIn returns by how much the changes of some runs change the length of a
// list.
func LengthIn(l Part, layers []Run) (sum Total) {
	for _, layer := range layers {
		t := layer.length(l)
		sum.Postings += t.Postings
		sum.Triples += t.Triples
	}
	return sum
}
