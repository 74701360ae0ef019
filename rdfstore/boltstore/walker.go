package boltstore

import (
	"slices"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore/boltstore/internal/table"
)

// walkList is a part of the index: the postings of a list, those with one
// predicate where there is one.
type walkList struct {
	list
	predicate    uint32
	anyPredicate bool
}

func (l walkList) has(p place) bool {
	return p.list() == l.list && (l.anyPredicate || p.predicate == l.predicate)
}

// place returns the place of a posting of the list.
func (l walkList) place(predicate uint32, graph uint64) place {
	if !l.anyPredicate {
		predicate = max(predicate, l.predicate)
	}
	return l.list.at(predicate, graph)
}

// walker walks a part of the index, with the changes that it lacks.
type walker struct {
	walkList
	scan    *table.Scan
	pending []layer
	// rest are the postings of the current block that are still to come.
	rest []posting
	buf  []posting
	// layers are the pending changes of the list that are still to come, the
	// oldest first. They are nil until the walk has begun.
	layers [][]change
	begun  bool
	// at is where the walk stands.
	at posting
}

func newWalker(tx *bbolt.Tx, l walkList, pending []layer) (*walker, error) {
	s, err := table.Index.Scan(tx)
	return &walker{walkList: l, scan: s, pending: pending}, err
}

// begin begins the walk of another list.
func (w *walker) begin(l walkList) {
	w.walkList, w.rest, w.layers, w.begun = l, nil, w.layers[:0], false
}

// seek goes to the first posting that is not before the place and returns it,
// false at the end of the list. A walk goes forward only.
func (w *walker) seek(predicate uint32, graph uint64) (posting, bool, error) {
	target := w.place(predicate, graph)
	if len(w.rest) == 0 || w.rest[len(w.rest)-1].compare(&target) < 0 {
		key, payload, _, err := w.scan.Floor(target.key())
		if err == nil && key == nil {
			key, payload, err = w.scan.Next()
		}
		if err := w.load(key, payload, err); err != nil {
			return posting{}, false, err
		}
	}
	i, _ := slices.BinarySearchFunc(w.rest, target, func(p posting, t place) int { return p.compare(&t) })
	w.rest = w.rest[i:]
	w.seekPending(target)
	return w.here()
}

// seekPending goes to the pending changes that are not before the place.
func (w *walker) seekPending(target place) {
	if !w.begun {
		w.begun = true
		for _, l := range w.pending {
			if rest := l.from(target); len(rest) > 0 && w.has(rest[0].place) {
				w.layers = append(w.layers, rest)
			}
		}
		return
	}
	for i, l := range w.layers {
		n, _ := slices.BinarySearchFunc(l, target, func(c change, t place) int { return c.compare(&t) })
		w.layers[i] = l[n:]
	}
}

// next goes to the next posting.
func (w *walker) next() (posting, bool, error) {
	w.pass(w.at.place)
	return w.here()
}

// pass goes on from a place.
func (w *walker) pass(p place) {
	if len(w.rest) > 0 && w.rest[0].place == p {
		w.rest = w.rest[1:]
	}
	for i, l := range w.layers {
		if len(l) > 0 && l[0].place == p {
			w.layers[i] = l[1:]
		}
	}
}

// here returns the posting at hand: that of the index, or what the newest of
// the pending changes makes of it.
func (w *walker) here() (posting, bool, error) {
	for {
		p, ok, err := w.stored()
		if err != nil {
			return posting{}, false, err
		}
		c := w.change()
		switch {
		case c == nil || ok && p.compare(&c.place) < 0:
			w.at = p
			return p, ok, nil
		case c.to > 0:
			w.at = posting{c.place, c.to}
			return w.at, true, nil
		}
		w.pass(c.place)
	}
}

// change returns the first pending change of the list that is still to come,
// the newest where there are several of one place, nil where there is none.
func (w *walker) change() (first *change) {
	for i := len(w.layers) - 1; i >= 0; i-- {
		if l := w.layers[i]; len(l) > 0 && w.has(l[0].place) && (first == nil || l[0].compare(&first.place) < 0) {
			first = &l[0]
		}
	}
	return first
}

// stored returns the posting of the index at hand, going on to the next block
// where the current one has ended.
func (w *walker) stored() (posting, bool, error) {
	if len(w.rest) == 0 {
		if w.scan.Key == nil {
			return posting{}, false, nil
		}
		if err := w.load(w.scan.Next()); err != nil || len(w.rest) == 0 {
			return posting{}, false, err
		}
	}
	return w.rest[0], w.has(w.rest[0].place), nil
}

func (w *walker) load(key, payload []byte, err error) error {
	w.rest = nil
	if err != nil || key == nil {
		return err
	}
	w.buf, err = decodeBlock(w.buf[:0], key, payload)
	w.rest = w.buf
	return err
}
