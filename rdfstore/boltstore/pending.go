package boltstore

import (
	"encoding/binary"
	"math"

	"go.etcd.io/bbolt"
)

// pending is the changes of the index that have not been merged into it, as of
// one commit. It never changes. A commit writes its changes as one entry of the
// pending table, which is read into memory once, so that it need not touch the
// many blocks of the index that they belong to; readers see the index and the
// changes together. Where there are many changes, they are frozen and merged in
// the order of the index, so that each block takes up many of them.
type pending struct {
	// frozen is what is left of the changes that are being merged.
	frozen layer
	// later are the changes after those, oldest first. Once settled, each layer is
	// more than twice as long as the next.
	later []layer
	mark  mark
}

// mark is how far the merging of frozen changes is. The zero value says that
// none are being merged.
type mark struct {
	// upTo is the key of the last entry of the pending table that is frozen.
	upTo uint64
	// place is that of the last frozen change which is in the index, or lastPlace;
	// those before it are in the index too.
	place place
}

// size returns the number of changes.
func (p *pending) size() int {
	n := p.frozen.len()
	for _, l := range p.later {
		n += l.len()
	}
	return n
}

// add returns p with more changes, which are in order, as a layer of their own.
func (p *pending) add(changes []change) *pending {
	after := *p
	n := len(p.later)
	after.later = append(p.later[:n:n], newLayer(changes))
	return &after
}

// settle returns p with its last layer, which may be longer than those before,
// made one with them.
func (p *pending) settle() (*pending, error) {
	n := len(p.later) - 1
	if n < 1 || p.later[n-1].len() > 2*p.later[n].len() {
		return p, nil
	}
	changes := p.later[n].changes
	for n > 0 && p.later[n-1].len() <= 2*len(changes) {
		var err error
		if changes, err = mergeChanges(p.later[n-1].changes, changes); err != nil {
			return nil, err
		}
		n--
	}
	after := *p
	after.later = append(p.later[:n:n], newLayer(changes))
	return &after, nil
}

// all returns all changes as one list.
func (p *pending) all() ([]change, error) {
	var lists [][]change
	for _, l := range p.layers() {
		lists = append(lists, l.changes[l.start:])
	}
	return mergeAll(lists)
}

// freeze returns p with all changes frozen, of which the last stands in the
// given entry. None are frozen yet.
func (p *pending) freeze(upTo uint64) (*pending, error) {
	all, err := p.all()
	after := &pending{frozen: newLayer(all), mark: mark{upTo: upTo}}
	after.end()
	return after, err
}

// merged returns p without the first n frozen changes.
func (p *pending) merged(n int) *pending {
	after := *p
	after.frozen.start += n
	after.mark.place = after.frozen.changes[after.frozen.start-1].place
	after.end()
	return &after
}

// end says where no frozen change is left that their entries hold nothing more,
// wherever. Changes that cancel each other out may lie beyond the last one, and
// the entries go a few at a time.
func (p *pending) end() {
	if p.frozen.len() == 0 {
		p.frozen, p.mark.place = layer{}, lastPlace
	}
}

// lastPlace is not before any other.
var lastPlace = place{list{math.MaxUint8, math.MaxUint64}, math.MaxUint32, math.MaxUint64}

// begun returns p with another mark.
func (p *pending) begun(m mark) *pending {
	after := *p
	after.mark = m
	return &after
}

// layers returns all changes, oldest first.
func (p *pending) layers() []layer {
	if p.frozen.len() == 0 {
		return p.later
	}
	return append([]layer{p.frozen}, p.later...)
}

// length returns by how much the changes change the length of a list.
func (p *pending) length(l walkList) (sum total) {
	for _, layer := range p.layers() {
		t := layer.length(l)
		sum.postings += t.postings
		sum.triples += t.triples
	}
	return sum
}

// mergedKey has the mark, in the meta table. There is no such entry before
// changes are merged for the first time.
var mergedKey = []byte("merged")

func (m mark) encode() []byte { return append(binary.AppendUvarint(nil, m.upTo), m.place.key()...) }

func getMark(tx *bbolt.Tx) (m mark, err error) {
	payload, err := metaTable.get(tx, mergedKey)
	if payload == nil || err != nil {
		return mark{}, err
	}
	f := fields{rest: string(payload)}
	m.upTo = f.uvarint()
	at := f.take(placeSize)
	if err := f.err("how far the index is merged"); err != nil {
		return mark{}, err
	}
	m.place, err = placeOf([]byte(at))
	return m, err
}

// loadPending reads the changes that are not in the index.
func loadPending(tx *bbolt.Tx) (*pending, error) {
	m, err := getMark(tx)
	if err != nil {
		return nil, err
	}
	s, err := pendingTable.scan(tx)
	if err != nil {
		return nil, err
	}
	frozen, p := &pending{}, &pending{mark: m}
	k, payload, err := s.first()
	for ; k != nil && err == nil; k, payload, err = s.next() {
		seq, err := numberOf(pendingTable, k)
		if err != nil {
			return nil, err
		}
		changes, err := decodeChanges(k, payload)
		if err != nil {
			return nil, err
		}
		if seq > m.upTo {
			p, err = p.add(changes).settle()
		} else {
			frozen, err = frozen.add(newLayer(changes).after(m.place)).settle()
		}
		if err != nil {
			return nil, err
		}
	}
	if err != nil {
		return nil, err
	}
	frozen, err = frozen.freeze(m.upTo)
	if err != nil {
		return nil, err
	}
	p.frozen = frozen.frozen
	return p, nil
}

// encodeChanges returns the payload of an entry of the pending table: for each
// kind of list its letter, the number of the changes and the changes, each with
// its place as in a block of the index. The two numbers follow where they are
// others than 0 and 1.
func encodeChanges(changes []change) []byte {
	b := make([]byte, 0, 12*len(changes))
	for len(changes) > 0 {
		n := 1
		for n < len(changes) && changes[n].kind == changes[0].kind {
			n++
		}
		b = binary.AppendUvarint(append(b, byte(changes[0].kind)), uint64(n))
		before := place{list: list{kind: changes[0].kind}}
		for _, c := range changes[:n] {
			usual := c.from == 0 && c.to == 1
			b = appendPlace(b, before, c.place, !usual)
			if !usual {
				b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(c.from)), uint64(c.to))
			}
			before = c.place
		}
		changes = changes[n:]
	}
	return b
}

// decodeChanges reads an entry of the pending table.
func decodeChanges(key, payload []byte) ([]change, error) {
	broken := func() ([]change, error) { return nil, pendingTable.corrupt(key, "the changes do not decode") }
	changes := make([]change, 0, len(payload)/8)
	for len(payload) > 0 {
		at := place{list: list{kind: listKind(payload[0])}}
		number, n := binary.Uvarint(payload[1:])
		if n <= 0 || number > uint64(len(payload)) {
			return broken()
		}
		payload = payload[1+n:]
		for range number {
			c, rest, ok := nextChange(at, payload)
			if !ok || len(changes) > 0 && c.compare(&changes[len(changes)-1].place) <= 0 {
				return broken()
			}
			at, payload = c.place, rest
			changes = append(changes, c)
		}
	}
	return changes, nil
}

// nextChange reads a change after the one at a place.
func nextChange(at place, payload []byte) (c change, rest []byte, ok bool) {
	head, n := binary.Uvarint(payload)
	if n <= 0 {
		return c, nil, false
	}
	c.to = 1
	if c.place, payload, ok = nextPlace(at, head, payload[n:]); !ok || head&4 == 0 {
		return c, payload, ok
	}
	from, n := binary.Uvarint(payload)
	to, m := binary.Uvarint(payload[max(n, 0):])
	if n <= 0 || m <= 0 || from == to || max(from, to) > 1<<32-1 {
		return c, nil, false
	}
	c.from, c.to = uint32(from), uint32(to)
	return c, payload[n+m:], true
}

// dropEntries removes entries of the pending table, the oldest first, up to a
// key and up to a number, and tells whether none is left up to that key.
func dropEntries(tx *bbolt.Tx, upTo uint64, most int) (done bool, err error) {
	s, err := pendingTable.scan(tx)
	if err != nil {
		return false, err
	}
	var drop [][]byte
	k, _, err := s.first()
	for ; k != nil && err == nil && len(drop) < most; k, _, err = s.next() {
		seq, err := numberOf(pendingTable, k)
		if err != nil {
			return false, err
		}
		if seq > upTo {
			done = true
			break
		}
		drop = append(drop, number(seq))
	}
	if err != nil || len(drop) == 0 {
		return err == nil, err
	}
	done, link := done || k == nil, linkTo(k)
	for _, key := range drop {
		if err := s.bucket.Delete(key); err != nil {
			return false, err
		}
	}
	return done, s.replace(headKey, link, nil)
}
