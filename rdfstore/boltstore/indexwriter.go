package boltstore

import (
	"fmt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/table"
)

// indexWriter writes the index in order, and with it the lengths of its long
// lists.
type indexWriter struct {
	put func(t table.Table, key, payload []byte) error
	// first and last are the first and last places of the block at hand, and
	// block is what is encoded of it.
	first, last place
	block       []byte
	// n and blocks are how many postings and blocks were written.
	n, blocks uint64
	// whole is the length of the list at hand, each that of its part with the
	// last predicate, and parts those of the parts before that are long.
	whole, each total
	parts       []table.Entry
}

// add writes a posting that stands after those before.
func (w *indexWriter) add(p posting) error {
	if w.n > 0 {
		if p.compare(&w.last) <= 0 {
			return fmt.Errorf("%w: the index is out of order", rdfstore.ErrCorrupt)
		}
		if p.kind != w.last.kind || len(w.block) >= fullBlock {
			if err := w.endBlock(); err != nil {
				return err
			}
		}
		if err := w.endLists(p.place); err != nil {
			return err
		}
	}
	if len(w.block) == 0 {
		w.first, w.last = p.place, p.place
	}
	w.block = appendPosting(w.block, w.last, p)
	w.last = p.place
	w.n++
	for _, t := range []*total{&w.whole, &w.each} {
		t.postings++
		t.triples += uint64(p.n)
	}
	return nil
}

// endBlock writes the block at hand.
func (w *indexWriter) endBlock() error {
	if err := w.put(table.Index, w.first.key(), w.block); err != nil {
		return err
	}
	w.blocks++
	w.block = w.block[:0]
	return nil
}

// endLists writes the lengths of the lists that do not go on at the place.
func (w *indexWriter) endLists(next place) error {
	if next.list() == w.last.list() && next.predicate == w.last.predicate {
		return nil
	}
	l := walkList{list: w.last.list(), predicate: w.last.predicate}
	if w.each.postings >= manyPostings {
		w.parts = append(w.parts, table.Entry{Key: l.countKey(), Value: w.each.encode()})
	}
	w.each = total{}
	if next.list() == w.last.list() {
		return nil
	}
	// The key of the whole list is the beginning of those of its parts.
	l.anyPredicate = true
	if w.whole.postings >= manyPostings && l.kind.inParts() {
		if err := w.put(table.Counts, l.countKey(), w.whole.encode()); err != nil {
			return err
		}
	}
	for _, part := range w.parts {
		if err := w.put(table.Counts, part.Key, part.Value); err != nil {
			return err
		}
	}
	w.whole, w.parts = total{}, w.parts[:0]
	return nil
}

// flush writes what is left.
func (w *indexWriter) flush() error {
	if w.n == 0 {
		return nil
	}
	if err := w.endBlock(); err != nil {
		return err
	}
	return w.endLists(place{})
}
