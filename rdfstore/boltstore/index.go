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
	changes := make([]change, 0, max(len(from), len(to)))
	for len(from) > 0 || len(to) > 0 {
		switch {
		case len(to) == 0 || len(from) > 0 && from[0].compare(&to[0].place) < 0:
			changes = append(changes, change{from[0].place, from[0].n, 0})
			from = from[1:]
		case len(from) == 0 || to[0].compare(&from[0].place) < 0:
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
	s, err := indexTable.scan(tx)
	if err != nil {
		return err
	}
	counts, err := newCounter(tx)
	if err != nil {
		return err
	}
	u := &indexUpdate{scan: s, counts: counts}
	for len(changes) > 0 {
		n, err := u.block(changes)
		if err != nil {
			return err
		}
		changes = changes[n:]
	}
	return u.counts.store()
}

// indexUpdate changes the index. Its slices are used again for each block.
type indexUpdate struct {
	scan   *scan
	counts *counter
	// key and link are those of the block at hand, old and merged its postings
	// before and after.
	key         []byte
	link        uint32
	old, merged []posting
	encoded     []byte
}

// block carries out those of the changes that fall into the block of the
// first, and returns their number.
func (u *indexUpdate) block(changes []change) (int, error) {
	end, err := u.find(changes[0].place)
	if err != nil {
		return 0, err
	}
	n := 1
	for n < len(changes) && changes[n].kind == changes[0].kind && (end == nil || changes[n].compare(end) < 0) {
		n++
	}
	if err := u.merge(changes[:n]); err != nil {
		return 0, err
	}
	u.counts.note(changes[:n], u.merged)
	return n, u.store()
}

// find reads the block into which a place falls, none where there is none of
// that kind yet, and returns the place at which the next block begins, nil for
// the end.
func (u *indexUpdate) find(p place) (end *place, err error) {
	u.key, u.old = nil, u.old[:0]
	key, payload, next, err := u.scan.floor(p.key())
	if err == nil && (key == nil || key[0] != byte(p.kind)) {
		// Before the first block of the kind, it goes into that block.
		key, payload, err = u.scan.next()
		next = key
	}
	if err != nil || key == nil {
		return nil, err
	}
	if key[0] == byte(p.kind) {
		u.key, u.link = bytes.Clone(key), u.scan.link
		if u.old, err = decodeBlock(u.old, key, payload); err != nil {
			return nil, err
		}
		if bytes.Equal(next, key) || next == nil {
			next, _, err = u.scan.next()
		}
	}
	if err != nil || next == nil {
		return nil, err
	}
	at, err := placeOf(next)
	return &at, err
}

// merge makes the postings after the changes. A posting that is not as a
// change expects it means that the index and the graphs disagree.
func (u *indexUpdate) merge(changes []change) error {
	old, merged := u.old, u.merged[:0]
	for _, c := range changes {
		for len(old) > 0 && old[0].compare(&c.place) < 0 {
			merged = append(merged, old[0])
			old = old[1:]
		}
		var n uint32
		if len(old) > 0 && old[0].place == c.place {
			n, old = old[0].n, old[1:]
		}
		if n != c.from {
			return fmt.Errorf("%w: the index counts %d triples where the graph has %d", rdfstore.ErrCorrupt, n, c.from)
		}
		if c.to > 0 {
			merged = append(merged, posting{c.place, c.to})
		}
	}
	u.merged = append(merged, old...)
	return nil
}

// store writes the merged postings as one block, or as several of about two
// thirds of the largest size where they do not fit into one.
func (u *indexUpdate) store() error {
	rest := u.merged
	if u.key != nil && (len(rest) == 0 || !bytes.Equal(rest[0].key(), u.key)) {
		if err := indexTable.delete(u.scan.tx, u.key); err != nil {
			return err
		}
		u.key = nil
	}
	limit := maxBlock + 1
	for len(rest) > 0 {
		b := encodeBlock(u.encoded[:0], rest, limit)
		if b.n < len(rest) && limit > maxBlock {
			limit = maxBlock * 2 / 3
			continue
		}
		u.encoded = b.payload
		var err error
		if u.key != nil {
			err = u.scan.replace(u.key, u.link, b.payload)
			u.key = nil
		} else {
			err = indexTable.put(u.scan.tx, rest[0].key(), b.payload)
		}
		if err != nil {
			return err
		}
		rest = rest[b.n:]
	}
	return nil
}

// block is an encoded block and the number of its postings.
type block struct {
	payload []byte
	n       int
}

// encodeBlock appends postings, which are of one kind, to buf, up to a size in
// bytes, 0 for all.
func encodeBlock(buf []byte, ps []posting, limit int) block {
	b := block{payload: buf}
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

// begin begins the walk of another list.
func (w *walker) begin(l walkList) { w.walkList, w.rest = l, nil }

// seek goes to the first posting that is not before the place and returns it,
// false at the end of the list.
func (w *walker) seek(predicate uint32, graph uint64) (posting, bool, error) {
	target := w.at(predicate, graph)
	if len(w.rest) == 0 || w.rest[len(w.rest)-1].compare(&target) < 0 {
		key, payload, _, err := w.scan.floor(target.key())
		if err == nil && key == nil {
			key, payload, err = w.scan.next()
		}
		if err := w.load(key, payload, err); err != nil {
			return posting{}, false, err
		}
	}
	i, _ := slices.BinarySearchFunc(w.rest, target, func(p posting, t place) int { return p.compare(&t) })
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
