package postings

import (
	"fmt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/table"
)

// BlockWriter writes the index in order, and with it the lengths of its long
// lists.
type BlockWriter struct {
	Put func(t table.Table, key, payload []byte) error
	// first and last are the first and last places of the current block, and
	// block is what is encoded of it.
	first, last Place
	block       []byte
	// n and blocks are how many postings and blocks were written.
	N, Blocks uint64
	// whole is the length of the current list, each that of its part with the
	// last predicate, and parts those of the parts before that are long.
	whole, each Total
	parts       []table.Entry
}

// Add writes a posting that stands after those before.
func (w *BlockWriter) Add(p Posting) error {
	if w.N > 0 {
		if p.Compare(&w.last) <= 0 {
			return fmt.Errorf("%w: the index is out of order", rdfstore.ErrCorrupt)
		}
		if p.Kind != w.last.Kind || len(w.block) >= fullBlock {
			if err := w.endBlock(); err != nil {
				return err
			}
		}
		if err := w.endLists(p.Place); err != nil {
			return err
		}
	}
	if len(w.block) == 0 {
		w.first, w.last = p.Place, p.Place
	}
	w.block = appendPosting(w.block, w.last, p)
	w.last = p.Place
	w.N++
	for _, t := range []*Total{&w.whole, &w.each} {
		t.Postings++
		t.Triples += uint64(p.N)
	}
	return nil
}

// endBlock writes the current block.
func (w *BlockWriter) endBlock() error {
	if err := w.Put(table.Index, w.first.Key(), w.block); err != nil {
		return err
	}
	w.Blocks++
	w.block = w.block[:0]
	return nil
}

// endLists writes the lengths of the lists that do not go on at the place.
func (w *BlockWriter) endLists(next Place) error {
	if next.list() == w.last.list() && next.Predicate == w.last.Predicate {
		return nil
	}
	l := Part{List: w.last.list(), Predicate: w.last.Predicate}
	if w.each.Postings >= ManyPostings {
		w.parts = append(w.parts, table.Entry{Key: l.CountKey(), Value: w.each.Encode()})
	}
	w.each = Total{}
	if next.list() == w.last.list() {
		return nil
	}
	// The key of the whole list is the beginning of those of its parts.
	l.AnyPredicate = true
	if w.whole.Postings >= ManyPostings && l.Kind.inParts() {
		if err := w.Put(table.Counts, l.CountKey(), w.whole.Encode()); err != nil {
			return err
		}
	}
	for _, part := range w.parts {
		if err := w.Put(table.Counts, part.Key, part.Value); err != nil {
			return err
		}
	}
	w.whole, w.parts = Total{}, w.parts[:0]
	return nil
}

// Flush writes what is left.
func (w *BlockWriter) Flush() error {
	if w.N == 0 {
		return nil
	}
	if err := w.endBlock(); err != nil {
		return err
	}
	return w.endLists(Place{})
}
