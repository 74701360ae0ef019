package postings

import (
	"slices"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore/boltstore/internal/table"
)

// Part is a part of the index: the postings of a list, those with one
// predicate where there is one.
type Part struct {
	List
	Predicate    uint32
	AnyPredicate bool
}

func (l Part) Has(p Place) bool {
	return p.list() == l.List && (l.AnyPredicate || p.Predicate == l.Predicate)
}

// Place returns the place of a posting of the list.
func (l Part) Place(predicate uint32, graph uint64) Place {
	if !l.AnyPredicate {
		predicate = max(predicate, l.Predicate)
	}
	return l.List.At(predicate, graph)
}

// Iterator walks a part of the index, with the changes that it lacks.
type Iterator struct {
	Part
	scan    *table.Scan
	pending []Run
	// rest are the postings of the current block that are still to come.
	rest []Posting
	Buf  []Posting
	// runs are the pending changes of the list that are still to come, the
	// oldest first. They are nil until the walk has begun.
	layers [][]Change
	begun  bool
	// at is where the walk stands.
	at Posting
}

func NewIterator(tx *bbolt.Tx, l Part, pending []Run) (*Iterator, error) {
	s, err := table.Index.Scan(tx)
	return &Iterator{Part: l, scan: s, pending: pending}, err
}

// begin begins the walk of another list.
func (w *Iterator) begin(l Part) {
	w.Part, w.rest, w.layers, w.begun = l, nil, w.layers[:0], false
}

// Seek goes to the first posting that is not before the place and returns it,
// false at the end of the list. A walk goes forward only.
func (w *Iterator) Seek(predicate uint32, graph uint64) (Posting, bool, error) {
	target := w.Place(predicate, graph)
	if len(w.rest) == 0 || w.rest[len(w.rest)-1].Compare(&target) < 0 {
		key, payload, _, err := w.scan.Floor(target.Key())
		if err == nil && key == nil {
			key, payload, err = w.scan.Next()
		}
		if err := w.load(key, payload, err); err != nil {
			return Posting{}, false, err
		}
	}
	i, _ := slices.BinarySearchFunc(w.rest, target, func(p Posting, t Place) int { return p.Compare(&t) })
	w.rest = w.rest[i:]
	w.seekPending(target)
	return w.here()
}

// seekPending goes to the pending changes that are not before the place.
func (w *Iterator) seekPending(target Place) {
	if !w.begun {
		w.begun = true
		for _, l := range w.pending {
			if rest := l.from(target); len(rest) > 0 && w.Has(rest[0].Place) {
				w.layers = append(w.layers, rest)
			}
		}
		return
	}
	for i, l := range w.layers {
		n, _ := slices.BinarySearchFunc(l, target, func(c Change, t Place) int { return c.Compare(&t) })
		w.layers[i] = l[n:]
	}
}

// Next goes to the next posting.
func (w *Iterator) Next() (Posting, bool, error) {
	w.pass(w.at.Place)
	return w.here()
}

// pass goes on from a place.
func (w *Iterator) pass(p Place) {
	if len(w.rest) > 0 && w.rest[0].Place == p {
		w.rest = w.rest[1:]
	}
	for i, l := range w.layers {
		if len(l) > 0 && l[0].Place == p {
			w.layers[i] = l[1:]
		}
	}
}

// here returns the posting at hand: that of the index, or what the newest of
// the pending changes makes of it.
func (w *Iterator) here() (Posting, bool, error) {
	for {
		p, ok, err := w.stored()
		if err != nil {
			return Posting{}, false, err
		}
		c := w.change()
		switch {
		case c == nil || ok && p.Compare(&c.Place) < 0:
			w.at = p
			return p, ok, nil
		case c.To > 0:
			w.at = Posting{c.Place, c.To}
			return w.at, true, nil
		}
		w.pass(c.Place)
	}
}

// change returns the first pending change of the list that is still to come,
// the newest where there are several of one place, nil where there is none.
func (w *Iterator) change() (first *Change) {
	for i := len(w.layers) - 1; i >= 0; i-- {
		if l := w.layers[i]; len(l) > 0 && w.Has(l[0].Place) && (first == nil || l[0].Compare(&first.Place) < 0) {
			first = &l[0]
		}
	}
	return first
}

// stored returns the posting of the index at hand, going on to the next block
// where the current one has ended.
func (w *Iterator) stored() (Posting, bool, error) {
	if len(w.rest) == 0 {
		if w.scan.Key == nil {
			return Posting{}, false, nil
		}
		if err := w.load(w.scan.Next()); err != nil || len(w.rest) == 0 {
			return Posting{}, false, err
		}
	}
	return w.rest[0], w.Has(w.rest[0].Place), nil
}

func (w *Iterator) load(key, payload []byte, err error) error {
	w.rest = nil
	if err != nil || key == nil {
		return err
	}
	w.Buf, err = DecodeBlock(w.Buf[:0], key, payload)
	w.rest = w.Buf
	return err
}
