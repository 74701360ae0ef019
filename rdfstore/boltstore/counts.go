package boltstore

import (
	"bytes"
	"encoding/binary"
	"iter"
	"slices"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore/boltstore/internal/table"
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

// count returns the length of a list: of what the index has of it, and by how
// much the pending changes change that.
func (w walkList) count(tx *bbolt.Tx, pending []layer) (total, error) {
	length, ok, err := w.stored(tx)
	if !ok && err == nil {
		var walk *walker
		if walk, err = newWalker(tx, w, nil); err == nil {
			length, err = walk.sum()
		}
	}
	changed := lengthOf(w, pending)
	return total{length.postings + changed.postings, length.triples + changed.triples}, err
}

// stored returns the length of a list that is long.
func (w walkList) stored(tx *bbolt.Tx) (total, bool, error) {
	payload, err := table.Counts.Get(tx, w.countKey())
	if payload == nil || err != nil {
		return total{}, false, err
	}
	t, err := decodeTotal(payload)
	return t, true, err
}

func (t total) encode() []byte {
	return binary.AppendUvarint(binary.AppendUvarint(nil, t.postings), t.triples)
}

func decodeTotal(payload []byte) (total, error) {
	f := table.Fields{Rest: string(payload)}
	t := total{postings: f.Uvarint(), triples: f.Uvarint()}
	return t, f.Err("the length of a list")
}

// sum returns the length of a list by walking it.
func (w *walker) sum() (t total, err error) {
	p, ok, err := w.seek(0, 0)
	for ; ok && err == nil; p, ok, err = w.next() {
		t.postings++
		t.triples += uint64(p.n)
	}
	return t, err
}

// counter works out what changes of the index make of the stored lengths.
type counter struct {
	counts *table.Scan
	// index is for walking lists as they are before the changes.
	index *walker
	// changed has, for each list that may be or become long, the change of its
	// length: two's complement in both fields.
	changed map[walkList]total
	order   []walkList
}

func newCounter(tx *bbolt.Tx) (*counter, error) {
	counts, err := table.Counts.Scan(tx)
	if err != nil {
		return nil, err
	}
	index, err := newWalker(tx, walkList{}, nil)
	return &counter{counts: counts, index: index, changed: map[walkList]total{}}, err
}

// note takes down changes that were made in one block, whose postings are now
// those given. All are of one kind.
func (c *counter) note(changes []change, block []posting) {
	for l := range listsOf(changes[0].place) {
		c.noteLists(changes, block, l.anyPredicate)
	}
}

// noteLists takes down the changes of lists for one predicate, or of those for
// all of them. A list that begins and ends within the block is short, unless it
// has many postings there, and was short before, unless postings were taken from
// it; then it needs no notes. No other block has changes of it either.
func (c *counter) noteLists(changes []change, block []posting, anyPredicate bool) {
	for i := 0; len(changes) > 0; {
		l := walkList{list: changes[0].list(), anyPredicate: anyPredicate}
		if !anyPredicate {
			l.predicate = changes[0].predicate
		}
		var changed total
		taken, n := false, 0
		for ; n < len(changes) && l.has(changes[n].place); n++ {
			changed.add(changes[n])
			taken = taken || changes[n].to == 0
		}
		for i < len(block) && block[i].compare(&changes[0].place) < 0 && !l.has(block[i].place) {
			i++
		}
		begin := i
		for i < len(block) && l.has(block[i].place) {
			i++
		}
		within := begin > 0 && i < len(block)
		if taken || !within || i-begin >= manyPostings {
			c.add(l, changed)
		}
		changes = changes[n:]
	}
}

// listsOf yields the lists that a posting belongs to.
func listsOf(p place) iter.Seq[walkList] {
	return func(yield func(walkList) bool) {
		if yield(walkList{list: p.list(), predicate: p.predicate}) && p.kind.inParts() {
			yield(walkList{list: p.list(), anyPredicate: true})
		}
	}
}

// add adds to the change of the length of a list.
func (c *counter) add(l walkList, changed total) {
	t, noted := c.changed[l]
	if !noted {
		c.order = append(c.order, l)
	}
	c.changed[l] = total{t.postings + changed.postings, t.triples + changed.triples}
}

// edits returns how the stored lengths change.
func (c *counter) edits() ([]table.Edit, error) {
	var edits []table.Edit
	for _, l := range c.order {
		e, ok, err := c.edit(l, c.changed[l])
		if err != nil {
			return nil, err
		}
		if ok {
			edits = append(edits, e)
		}
	}
	slices.SortFunc(edits, func(a, b table.Edit) int { return bytes.Compare(a.Key, b.Key) })
	return edits, nil
}

// edit returns how the stored length of a list changes, false where it does
// not.
func (c *counter) edit(l walkList, changed total) (table.Edit, bool, error) {
	key := l.countKey()
	k, payload, err := c.counts.Seek(key)
	if err != nil {
		return table.Edit{}, false, err
	}
	wasLong := bytes.Equal(k, key)
	link := c.counts.Link
	var now total
	switch {
	case wasLong:
		now, err = decodeTotal(payload)
	case int64(changed.postings) <= 0:
		return table.Edit{}, false, nil
	default:
		c.index.begin(l)
		now, err = c.index.sum()
	}
	if err != nil {
		return table.Edit{}, false, err
	}
	now.postings += changed.postings
	now.triples += changed.triples
	switch {
	case now.postings < manyPostings && wasLong:
		return table.Edit{Kind: table.DeleteEntry, Key: key}, true, nil
	case now.postings < manyPostings:
		return table.Edit{}, false, nil
	case wasLong:
		return table.Edit{Kind: table.ReplaceEntry, Key: key, Link: link, Payload: now.encode()}, true, nil
	default:
		return table.Edit{Kind: table.PutEntry, Key: key, Payload: now.encode()}, true, nil
	}
}
