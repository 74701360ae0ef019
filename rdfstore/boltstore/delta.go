package boltstore

import (
	"fmt"
	"slices"

	"vitrine/rdfstore"
)

// layer is a sorted sequence of changes of the index, one for each place. It
// never changes.
type layer struct {
	changes []change
	// start is the number of the first that still counts.
	start int
	// sums has, for the first sumEvery changes, twice as many and so on, by how
	// much they change the length of a list that they were all part of.
	sums []total
}

// sumEvery is how many changes stand between two sums.
const sumEvery = 32

func newLayer(changes []change) layer {
	l := layer{changes: changes}
	if len(changes) < 2*sumEvery {
		return l
	}
	l.sums = make([]total, 0, len(changes)/sumEvery)
	var sum total
	for part := range slices.Chunk(changes[:len(changes)/sumEvery*sumEvery], sumEvery) {
		for _, c := range part {
			sum.add(c)
		}
		l.sums = append(l.sums, sum)
	}
	return l
}

// add adds what a change makes of a length, in two's complement.
func (t *total) add(c change) {
	if c.from == 0 {
		t.postings++
	}
	if c.to == 0 {
		t.postings--
	}
	t.triples += uint64(c.to) - uint64(c.from)
}

// len returns the number of changes.
func (l layer) len() int { return len(l.changes) - l.start }

// from returns the changes from a place on.
func (l layer) from(p place) []change { return l.changes[l.at(p):] }

// after returns the changes that stand after a place.
func (l layer) after(p place) []change {
	rest := l.from(p)
	if len(rest) > 0 && rest[0].place == p {
		rest = rest[1:]
	}
	return rest
}

// at returns the number of the first change that is not before the place.
func (l layer) at(p place) int {
	i, _ := slices.BinarySearchFunc(l.changes[l.start:], p, func(c change, p place) int { return c.compare(&p) })
	return l.start + i
}

// length returns by how much the changes of a list change its length.
func (l layer) length(list walkList) total {
	i := l.at(list.place(0, 0))
	n, _ := slices.BinarySearchFunc(l.changes[i:], list, func(c change, list walkList) int {
		if list.has(c.place) {
			return -1
		}
		return 1
	})
	if n == 0 {
		return total{}
	}
	before, all := l.sum(i), l.sum(i+n)
	return total{all.postings - before.postings, all.triples - before.triples}
}

// sum returns the sum of the first n changes.
func (l layer) sum(n int) (sum total) {
	i := min(n/sumEvery, len(l.sums))
	if i > 0 {
		sum = l.sums[i-1]
	}
	for _, c := range l.changes[i*sumEvery : n] {
		sum.add(c)
	}
	return sum
}

// mergeAll returns the changes that several lists of changes come to, one after
// the other. Each is in order.
func mergeAll(lists [][]change) ([]change, error) {
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
	return mergeInto(make([]change, n), lists)
}

// mergeInto does the same in an array that has room for all of them, from its
// beginning on. It cuts the lists into two parts of about the same length, and
// merges the newer ones where they leave room for the older before them.
func mergeInto(room []change, lists [][]change) ([]change, error) {
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
		if older, err = mergeInto(make([]change, n), lists[:half]); err != nil {
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
func mergeChanges(room, older, newer []change) ([]change, error) {
	i, j, n := 0, 0, 0
	for i < len(older) && j < len(newer) {
		o, c := &older[i], &newer[j]
		switch order := o.compare(&c.place); {
		case order < 0:
			room[n] = *o
			i, n = i+1, n+1
		case order > 0:
			room[n] = *c
			j, n = j+1, n+1
		default:
			if o.to != c.from {
				return nil, fmt.Errorf("%w: two changes of the index do not follow from each other", rdfstore.ErrCorrupt)
			}
			if o.from != c.to {
				room[n] = change{o.place, o.from, c.to}
				n++
			}
			i, j = i+1, j+1
		}
	}
	n += copy(room[n:], older[i:])
	n += copy(room[n:], newer[j:])
	return room[:n], nil
}
