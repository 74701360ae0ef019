package boltstore

import (
	"encoding/binary"
	"slices"

	"go.etcd.io/bbolt"
)

// Long lists have their length stored, so that counting them costs no more
// than counting short ones. A list is long from manyPostings on, both for one
// predicate and for all of them together; no other has an entry.
const manyPostings = 64

// total is the length of a list.
type total struct {
	// postings is the number of postings, each a graph and predicate.
	postings uint64
	// triples is the sum of their triples.
	triples uint64
}

func (w walkList) countKey() []byte {
	b := append(make([]byte, 0, placeSize), byte(w.kind))
	b = binary.BigEndian.AppendUint64(b, w.hash)
	if w.anyPredicate {
		return b
	}
	return binary.BigEndian.AppendUint32(b, w.predicate)
}

// count returns the length of a list.
func (w walkList) count(tx *bbolt.Tx) (total, error) {
	long, ok, err := w.stored(tx)
	if ok || err != nil {
		return long, err
	}
	return w.sum(tx)
}

// stored returns the length of a list that is long.
func (w walkList) stored(tx *bbolt.Tx) (total, bool, error) {
	payload, err := countsTable.get(tx, w.countKey())
	if payload == nil || err != nil {
		return total{}, false, err
	}
	f := fields{rest: string(payload)}
	t := total{postings: f.uvarint(), triples: f.uvarint()}
	return t, true, f.err("the length of a list")
}

// sum returns the length of a list by walking it.
func (w walkList) sum(tx *bbolt.Tx) (total, error) {
	var t total
	walk, err := newWalker(tx, w)
	if err != nil {
		return t, err
	}
	p, ok, err := walk.seek(0, 0)
	for ; ok && err == nil; p, ok, err = walk.next() {
		t.postings++
		t.triples += uint64(p.n)
	}
	return t, err
}

// counter keeps the stored lengths in step with changes of the index.
type counter struct {
	tx *bbolt.Tx
	// changed has, for each list that may be or become long, the change of its
	// length: two's complement in both fields.
	changed map[walkList]total
	order   []walkList
}

func newCounter(tx *bbolt.Tx) *counter {
	return &counter{tx: tx, changed: map[walkList]total{}}
}

// note takes down changes that were made in one block, whose postings are now
// those given. A list that begins and ends within the block is short, and was
// short before unless postings were taken from it; then it needs no notes.
func (c *counter) note(changes []change, block []posting) {
	for _, l := range shortened(changes) {
		c.begin(l)
	}
	for _, change := range changes {
		for _, l := range listsOf(change.place) {
			if _, noted := c.changed[l]; noted || !isShort(l, block) {
				c.add(l, change)
			}
		}
	}
}

// listsOf returns the lists that a posting belongs to.
func listsOf(p place) []walkList {
	each := walkList{list: p.list, predicate: p.predicate}
	if p.kind == byPredicate {
		return []walkList{each}
	}
	return []walkList{each, {list: p.list, anyPredicate: true}}
}

// shortened returns the lists that postings were taken from.
func shortened(changes []change) []walkList {
	var lists []walkList
	for _, change := range changes {
		if change.to == 0 {
			lists = append(lists, listsOf(change.place)...)
		}
	}
	return lists
}

// isShort tells whether the postings of a list have others before and after
// them in the block, and are not many.
func isShort(l walkList, block []posting) bool {
	i, _ := slices.BinarySearchFunc(block, l.at(0, 0), func(p posting, t place) int { return p.compare(t) })
	end := i
	for end < len(block) && l.has(block[end].place) {
		end++
	}
	return i > 0 && end < len(block) && end-i < manyPostings
}

func (c *counter) begin(l walkList) {
	if _, noted := c.changed[l]; !noted {
		c.changed[l] = total{}
		c.order = append(c.order, l)
	}
}

func (c *counter) add(l walkList, change change) {
	c.begin(l)
	t := c.changed[l]
	if change.from == 0 {
		t.postings++
	}
	if change.to == 0 {
		t.postings--
	}
	t.triples += uint64(change.to) - uint64(change.from)
	c.changed[l] = t
}

// store writes the lengths that have changed. The index itself is up to date.
func (c *counter) store() error {
	for _, l := range c.order {
		if err := c.storeOne(l, c.changed[l]); err != nil {
			return err
		}
	}
	return nil
}

func (c *counter) storeOne(l walkList, changed total) error {
	now, wasLong, err := l.stored(c.tx)
	if err != nil {
		return err
	}
	if !wasLong && int64(changed.postings) <= 0 {
		return nil
	}
	if wasLong {
		now.postings += changed.postings
		now.triples += changed.triples
	} else if now, err = l.sum(c.tx); err != nil {
		return err
	}
	switch {
	case now.postings >= manyPostings:
		return countsTable.put(c.tx, l.countKey(), now.encode())
	case wasLong:
		return countsTable.delete(c.tx, l.countKey())
	}
	return nil
}
