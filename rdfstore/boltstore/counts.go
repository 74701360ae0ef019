package boltstore

import (
	"bytes"
	"encoding/binary"
	"iter"
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

// count returns the length of a list: of what the index has of it, and by how
// much the pending changes change that.
func (w walkList) count(tx *bbolt.Tx, p *pending) (total, error) {
	length, ok, err := w.stored(tx)
	if !ok && err == nil {
		var walk *walker
		if walk, err = newWalker(tx, w, &pending{}); err == nil {
			length, err = walk.sum()
		}
	}
	changed := p.length(w)
	return total{length.postings + changed.postings, length.triples + changed.triples}, err
}

// stored returns the length of a list that is long.
func (w walkList) stored(tx *bbolt.Tx) (total, bool, error) {
	payload, err := countsTable.get(tx, w.countKey())
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
	f := fields{rest: string(payload)}
	t := total{postings: f.uvarint(), triples: f.uvarint()}
	return t, f.err("the length of a list")
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
	counts *scan
	// index is for walking lists as they are before the changes.
	index *walker
	// changed has, for each list that may be or become long, the change of its
	// length: two's complement in both fields.
	changed map[walkList]total
	order   []walkList
}

func newCounter(tx *bbolt.Tx) (*counter, error) {
	counts, err := countsTable.scan(tx)
	if err != nil {
		return nil, err
	}
	index, err := newWalker(tx, walkList{}, &pending{})
	return &counter{counts: counts, index: index, changed: map[walkList]total{}}, err
}

// note takes down changes that were made in one block, whose postings are now
// those given. A list that begins and ends within the block is short, and was
// short before unless postings were taken from it; then it needs no notes.
func (c *counter) note(changes []change, block []posting) {
	for _, l := range shortened(changes) {
		c.begin(l)
	}
	i := 0
	for _, change := range changes {
		for i < len(block) && block[i].compare(&change.place) < 0 {
			i++
		}
		alone := isAlone(block, i, change.list)
		for l := range listsOf(change.place) {
			if !alone && !isShort(l, block) || c.noted(l) {
				c.add(l, change)
			}
		}
	}
}

// isAlone tells whether the ith posting of a block is the only one of its list,
// which is most often so.
func isAlone(block []posting, i int, l list) bool {
	return i > 0 && i+1 < len(block) && block[i-1].list != l && block[i].list == l && block[i+1].list != l
}

// listsOf yields the lists that a posting belongs to.
func listsOf(p place) iter.Seq[walkList] {
	return func(yield func(walkList) bool) {
		if yield(walkList{list: p.list, predicate: p.predicate}) && p.kind != byPredicate {
			yield(walkList{list: p.list, anyPredicate: true})
		}
	}
}

// shortened returns the lists that postings were taken from.
func shortened(changes []change) []walkList {
	var lists []walkList
	for _, change := range changes {
		if change.to == 0 {
			lists = slices.AppendSeq(lists, listsOf(change.place))
		}
	}
	return lists
}

// isShort tells whether the postings of a list have others before and after
// them in the block, and are not many.
func isShort(l walkList, block []posting) bool {
	i, _ := slices.BinarySearchFunc(block, l.place(0, 0), func(p posting, t place) int { return p.compare(&t) })
	if i == 0 {
		return false
	}
	end := i
	for end < len(block) && l.has(block[end].place) {
		end++
	}
	return end < len(block) && end-i < manyPostings
}

func (c *counter) noted(l walkList) bool {
	_, ok := c.changed[l]
	return ok
}

func (c *counter) begin(l walkList) {
	if !c.noted(l) {
		c.changed[l] = total{}
		c.order = append(c.order, l)
	}
}

func (c *counter) add(l walkList, change change) {
	c.begin(l)
	t := c.changed[l]
	t.add(change)
	c.changed[l] = t
}

// edits returns how the stored lengths change.
func (c *counter) edits() ([]edit, error) {
	var edits []edit
	for _, l := range c.order {
		e, ok, err := c.edit(l, c.changed[l])
		if err != nil {
			return nil, err
		}
		if ok {
			edits = append(edits, e)
		}
	}
	slices.SortFunc(edits, func(a, b edit) int { return bytes.Compare(a.key, b.key) })
	return edits, nil
}

// edit returns how the stored length of a list changes, false where it does
// not.
func (c *counter) edit(l walkList, changed total) (edit, bool, error) {
	key := l.countKey()
	k, payload, err := c.counts.seek(key)
	if err != nil {
		return edit{}, false, err
	}
	wasLong := bytes.Equal(k, key)
	link := c.counts.link
	var now total
	switch {
	case wasLong:
		now, err = decodeTotal(payload)
	case int64(changed.postings) <= 0:
		return edit{}, false, nil
	default:
		c.index.begin(l)
		now, err = c.index.sum()
	}
	if err != nil {
		return edit{}, false, err
	}
	now.postings += changed.postings
	now.triples += changed.triples
	switch {
	case now.postings < manyPostings && wasLong:
		return edit{kind: deleteEntry, key: key}, true, nil
	case now.postings < manyPostings:
		return edit{}, false, nil
	case wasLong:
		return edit{kind: replaceEntry, key: key, link: link, payload: now.encode()}, true, nil
	default:
		return edit{kind: putEntry, key: key, payload: now.encode()}, true, nil
	}
}
