package boltstore

import (
	"bytes"
	"fmt"
	"slices"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
)

// change is how one posting changes: from n to another n, where 0 stands for
// no posting.
type change struct {
	place
	from, to uint32
}

// diff returns the changes that lead from the postings of one state of a graph
// to those of another. All are in order.
func diff(from, to []posting) []change {
	var changes []change
	for len(from) > 0 || len(to) > 0 {
		switch {
		case len(to) == 0 || len(from) > 0 && from[0].compare(to[0].place) < 0:
			changes = append(changes, change{from[0].place, from[0].n, 0})
			from = from[1:]
		case len(from) == 0 || to[0].compare(from[0].place) < 0:
			changes = append(changes, change{to[0].place, 0, to[0].n})
			to = to[1:]
		default:
			if from[0].n != to[0].n {
				changes = append(changes, change{from[0].place, from[0].n, to[0].n})
			}
			from, to = from[1:], to[1:]
		}
	}
	return changes
}

// updateIndex carries out changes, which are in order, block by block.
func updateIndex(tx *bbolt.Tx, changes []change) error {
	counts := newCounter(tx)
	for len(changes) > 0 {
		n, err := updateBlock(tx, changes, counts)
		if err != nil {
			return err
		}
		changes = changes[n:]
	}
	return counts.store()
}

// updateBlock carries out those of the changes that fall into the block of the
// first, and returns their number.
func updateBlock(tx *bbolt.Tx, changes []change, counts *counter) (int, error) {
	key, old, end, err := blockFor(tx, changes[0].place)
	if err != nil {
		return 0, err
	}
	n := 1
	for n < len(changes) && changes[n].kind == changes[0].kind && (end == nil || bytes.Compare(changes[n].key(), end) < 0) {
		n++
	}
	merged, err := merge(old, changes[:n])
	if err != nil {
		return 0, err
	}
	if key != nil && (len(merged) == 0 || !bytes.Equal(merged[0].key(), key)) {
		if err := indexTable.delete(tx, key); err != nil {
			return 0, err
		}
	}
	if err := putBlocks(tx, merged); err != nil {
		return 0, err
	}
	counts.note(changes[:n], merged)
	return n, nil
}

// blockFor returns the block into which a place falls: its key, nil where
// there is none of that kind yet, its postings, and the key at which the next
// block begins, nil for the end.
func blockFor(tx *bbolt.Tx, p place) (key []byte, ps []posting, end []byte, err error) {
	s, err := indexTable.scan(tx)
	if err != nil {
		return nil, nil, nil, err
	}
	key, payload, err := s.floor(p.key())
	if err != nil {
		return nil, nil, nil, err
	}
	if key == nil || key[0] != byte(p.kind) {
		key, payload, err = s.seek(p.key())
	}
	if err != nil || key == nil || key[0] != byte(p.kind) {
		return nil, nil, bytes.Clone(key), err
	}
	key = bytes.Clone(key)
	if ps, err = decodeBlock(nil, key, payload); err != nil {
		return nil, nil, nil, err
	}
	end, _, err = s.next()
	return key, ps, bytes.Clone(end), err
}

// merge returns the postings after the changes. A posting that is not as a
// change expects it means that the index and the graphs disagree.
func merge(old []posting, changes []change) ([]posting, error) {
	merged := make([]posting, 0, len(old)+len(changes))
	for _, c := range changes {
		for len(old) > 0 && old[0].compare(c.place) < 0 {
			merged = append(merged, old[0])
			old = old[1:]
		}
		var n uint32
		if len(old) > 0 && old[0].place == c.place {
			n, old = old[0].n, old[1:]
		}
		if n != c.from {
			return nil, fmt.Errorf("%w: the index counts %d triples where the graph has %d", rdfstore.ErrCorrupt, n, c.from)
		}
		if c.to > 0 {
			merged = append(merged, posting{c.place, c.to})
		}
	}
	return append(merged, old...), nil
}

// putBlocks stores postings as one block, or as several of about half the
// largest size where they do not fit into one.
func putBlocks(tx *bbolt.Tx, ps []posting) error {
	if len(ps) == 0 {
		return nil
	}
	whole := encodeBlock(ps, 0)
	limit := maxBlock
	if len(whole.payload) > maxBlock {
		limit = maxBlock * 2 / 3
	}
	for len(ps) > 0 {
		b := encodeBlock(ps, limit)
		if err := indexTable.put(tx, ps[0].key(), b.payload); err != nil {
			return err
		}
		ps = ps[b.n:]
	}
	return nil
}

// block is an encoded block and the number of its postings.
type block struct {
	payload []byte
	n       int
}

// encodeBlock encodes postings up to a size in bytes, 0 for all. They are of
// one kind.
func encodeBlock(ps []posting, limit int) block {
	var b block
	before := ps[0].place
	for _, p := range ps {
		if limit > 0 && len(b.payload) >= limit || p.kind != before.kind {
			break
		}
		b.payload = appendPosting(b.payload, before, p)
		before = p.place
		b.n++
	}
	return b
}

// walkList is a part of the index: the postings of a list, those with one
// predicate where there is one.
type walkList struct {
	list
	predicate    uint32
	anyPredicate bool
}

func (l walkList) has(p place) bool {
	return p.list == l.list && (l.anyPredicate || p.predicate == l.predicate)
}

// at returns the place of a posting of the list.
func (l walkList) at(predicate uint32, graph uint64) place {
	if !l.anyPredicate {
		predicate = max(predicate, l.predicate)
	}
	return place{l.list, predicate, graph}
}

// walker walks a part of the index.
type walker struct {
	walkList
	scan *scan
	// rest are the postings of the current block that are still to come.
	rest []posting
	buf  []posting
}

func newWalker(tx *bbolt.Tx, l walkList) (*walker, error) {
	s, err := indexTable.scan(tx)
	return &walker{walkList: l, scan: s}, err
}

// seek goes to the first posting that is not before the place and returns it,
// false at the end of the list.
func (w *walker) seek(predicate uint32, graph uint64) (posting, bool, error) {
	target := w.at(predicate, graph)
	if len(w.rest) == 0 || w.rest[len(w.rest)-1].compare(target) < 0 {
		key, payload, err := w.scan.floor(target.key())
		if err == nil && key == nil {
			key, payload, err = w.scan.first()
		}
		if err := w.load(key, payload, err); err != nil {
			return posting{}, false, err
		}
	}
	i, _ := slices.BinarySearchFunc(w.rest, target, func(p posting, t place) int { return p.compare(t) })
	w.rest = w.rest[i:]
	return w.here()
}

// next goes to the next posting.
func (w *walker) next() (posting, bool, error) {
	w.rest = w.rest[1:]
	return w.here()
}

// here returns the posting at hand, going on to the next block where the
// current one has ended.
func (w *walker) here() (posting, bool, error) {
	if len(w.rest) == 0 {
		if w.scan.key == nil {
			return posting{}, false, nil
		}
		if err := w.load(w.scan.next()); err != nil || len(w.rest) == 0 {
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
