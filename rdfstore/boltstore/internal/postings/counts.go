package postings

import (
	"bytes"
	"encoding/binary"
	"iter"
	"slices"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore/boltstore/internal/table"
	"vitrine/rdfstore/codec"
)

// Long lists have their length stored, so that counting them costs no more
// than counting short ones. A list is long from manyPostings on, both for one
// predicate and for all of them together; no other has an entry.
const ManyPostings = 64

// Total is the length of a list.
type Total struct {
	// postings is the number of postings, each a graph and predicate.
	Postings uint64
	// triples is the sum of their triples.
	Triples uint64
}

func (w Part) CountKey() []byte {
	b := append(make([]byte, 0, PlaceSize), byte(w.Kind))
	b = binary.BigEndian.AppendUint64(b, w.Hash)
	if w.AnyPredicate {
		return b
	}
	return binary.BigEndian.AppendUint32(b, w.Predicate)
}

// PartOf reads what CountKey writes.
func PartOf(key []byte) (p Part, ok bool) {
	const whole, part = 1 + 8, 1 + 8 + 4
	if p.AnyPredicate = len(key) == whole; !p.AnyPredicate && len(key) != part {
		return p, false
	}
	p.List = List{ListKind(key[0]), binary.BigEndian.Uint64(key[1:])}
	if !p.AnyPredicate {
		p.Predicate = binary.BigEndian.Uint32(key[whole:])
	}
	return p, true
}

// Count returns the length of a list: of what the index has of it, and by how
// much the runs over it change that.
func (w Part) Count(tx *bbolt.Tx, runs []Run) (Total, error) {
	counts, err := table.Counts.Scan(tx)
	if err != nil {
		return Total{}, err
	}
	return w.CountIn(counts, runs, func() (Total, error) {
		walk, err := NewIterator(tx, w, nil)
		if err != nil {
			return Total{}, err
		}
		return walk.Sum()
	})
}

// CountIn does the same with a walk of the table of lengths. sum returns what Sum does
// for a walk of the list without runs, where its length is not stored.
func (w Part) CountIn(counts *table.Scan, runs []Run, sum func() (Total, error)) (length Total, err error) {
	payload, err := counts.Get(w.CountKey())
	switch {
	case err != nil:
	case payload != nil:
		length, err = DecodeTotal(payload)
	default:
		length, err = sum()
	}
	changed := LengthIn(w, runs)
	return Total{length.Postings + changed.Postings, length.Triples + changed.Triples}, err
}

func (t Total) Encode() []byte {
	return binary.AppendUvarint(binary.AppendUvarint(nil, t.Postings), t.Triples)
}

func DecodeTotal(payload []byte) (Total, error) {
	f := codec.Fields{Rest: string(payload)}
	t := Total{Postings: f.Uvarint(), Triples: f.Uvarint()}
	return t, f.Err("the length of a list")
}

// Sum returns the length of a list by walking it.
func (w *Iterator) Sum() (t Total, err error) {
	p, ok, err := w.Seek(0, 0)
	for ; ok && err == nil; p, ok, err = w.Next() {
		t.Postings++
		t.Triples += uint64(p.N)
	}
	return t, err
}

// counter works out what changes of the index make of the stored lengths.
type counter struct {
	counts *table.Scan
	// index is for walking lists as they are before the changes.
	index *Iterator
	// changed has, for each list that may be or become long, the change of its
	// length: two's complement in both fields.
	changed map[Part]Total
	order   []Part
}

func newCounter(tx *bbolt.Tx) (*counter, error) {
	counts, err := table.Counts.Scan(tx)
	if err != nil {
		return nil, err
	}
	index, err := NewIterator(tx, Part{}, nil)
	return &counter{counts: counts, index: index, changed: map[Part]Total{}}, err
}

// take takes down changes that were made in one block, whose postings are now
// those given. All are of one kind.
func (c *counter) take(changes []Change, block []Posting) {
	for l := range ListsOf(changes[0].Place) {
		c.takeLists(changes, block, l.AnyPredicate)
	}
}

// takeLists takes down the changes of lists for one predicate, or of those for
// all of them. A list that begins and ends within the block is short, unless it
// has many postings there, and was short before, unless postings were taken from
// it; then nothing is taken down. No other block has changes of it either.
func (c *counter) takeLists(changes []Change, block []Posting, anyPredicate bool) {
	for i := 0; len(changes) > 0; {
		l := Part{List: changes[0].list(), AnyPredicate: anyPredicate}
		if !anyPredicate {
			l.Predicate = changes[0].Predicate
		}
		var changed Total
		taken, n := false, 0
		for ; n < len(changes) && l.Has(changes[n].Place); n++ {
			changed.Add(changes[n])
			taken = taken || changes[n].To == 0
		}
		for i < len(block) && block[i].Compare(&changes[0].Place) < 0 && !l.Has(block[i].Place) {
			i++
		}
		begin := i
		for i < len(block) && l.Has(block[i].Place) {
			i++
		}
		within := begin > 0 && i < len(block)
		if taken || !within || i-begin >= ManyPostings {
			c.add(l, changed)
		}
		changes = changes[n:]
	}
}

// ListsOf yields the lists that a posting belongs to.
func ListsOf(p Place) iter.Seq[Part] {
	return func(yield func(Part) bool) {
		if yield(Part{List: p.list(), Predicate: p.Predicate}) && p.Kind.inParts() {
			yield(Part{List: p.list(), AnyPredicate: true})
		}
	}
}

// add adds to the change of the length of a list.
func (c *counter) add(l Part, changed Total) {
	t, known := c.changed[l]
	if !known {
		c.order = append(c.order, l)
	}
	c.changed[l] = Total{t.Postings + changed.Postings, t.Triples + changed.Triples}
}

// Edits returns how the stored lengths change.
func (c *counter) Edits() ([]table.Edit, error) {
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
func (c *counter) edit(l Part, changed Total) (table.Edit, bool, error) {
	key := l.CountKey()
	k, payload, err := c.counts.Seek(key)
	if err != nil {
		return table.Edit{}, false, err
	}
	wasLong := bytes.Equal(k, key)
	link := c.counts.Link
	var now Total
	switch {
	case wasLong:
		now, err = DecodeTotal(payload)
	case int64(changed.Postings) <= 0:
		return table.Edit{}, false, nil
	default:
		c.index.Begin(l, nil)
		now, err = c.index.Sum()
	}
	if err != nil {
		return table.Edit{}, false, err
	}
	now.Postings += changed.Postings
	now.Triples += changed.Triples
	switch {
	case now.Postings < ManyPostings && wasLong:
		return table.Edit{Kind: table.DeleteEntry, Key: key}, true, nil
	case now.Postings < ManyPostings:
		return table.Edit{}, false, nil
	case wasLong:
		return table.Edit{Kind: table.ReplaceEntry, Key: key, Link: link, Payload: now.Encode()}, true, nil
	default:
		return table.Edit{Kind: table.PutEntry, Key: key, Payload: now.Encode()}, true, nil
	}
}
