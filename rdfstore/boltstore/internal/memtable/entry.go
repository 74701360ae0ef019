package memtable

import (
	"encoding/binary"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore/boltstore/internal/postings"
	"vitrine/rdfstore/boltstore/internal/table"
)

// AppendEntry appends the payload of an entry of the pending table: the number of
// a graph and its changes. For each kind of list these are its letter, the number of
// the changes and the changes, each with its place as in a block of the index, in
// graph 0. The two numbers follow where they are others than 0 and 1.
func AppendEntry(b []byte, graph uint64, changes []postings.Change) []byte {
	b = binary.AppendUvarint(b, graph)
	for len(changes) > 0 {
		n := 1
		for n < len(changes) && changes[n].Kind == changes[0].Kind {
			n++
		}
		b = binary.AppendUvarint(append(b, byte(changes[0].Kind)), uint64(n))
		before := postings.Place{Kind: changes[0].Kind}
		for _, c := range changes[:n] {
			usual := c.From == 0 && c.To == 1
			c.Graph = 0
			b = postings.AppendPlace(b, before, c.Place, !usual)
			if !usual {
				b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(c.From)), uint64(c.To))
			}
			before = c.Place
		}
		changes = changes[n:]
	}
	return b
}

// DecodeEntry reads an entry of the pending table.
func DecodeEntry(key, payload []byte) ([]postings.Change, error) {
	graph, n := binary.Uvarint(payload)
	if n <= 0 {
		return nil, table.Pending.Corrupt(key, "the changes do not decode")
	}
	changes, err := decodeChanges(key, payload[n:])
	for i := range changes {
		changes[i].Graph = graph
	}
	return changes, err
}

// decodeChanges reads the changes of one graph.
func decodeChanges(key, payload []byte) ([]postings.Change, error) {
	broken := func() ([]postings.Change, error) { return nil, table.Pending.Corrupt(key, "the changes do not decode") }
	changes := make([]postings.Change, 0, len(payload)/8)
	for len(payload) > 0 {
		at := postings.Place{Kind: postings.ListKind(payload[0])}
		number, n := binary.Uvarint(payload[1:])
		if n <= 0 || number > uint64(len(payload)) {
			return broken()
		}
		payload = payload[1+n:]
		for range number {
			c, rest, ok := nextChange(at, payload)
			if !ok || c.Graph != 0 || len(changes) > 0 && c.Compare(&changes[len(changes)-1].Place) <= 0 {
				return broken()
			}
			at, payload = c.Place, rest
			changes = append(changes, c)
		}
	}
	return changes, nil
}

// nextChange reads a change after the one at a place.
func nextChange(at postings.Place, payload []byte) (c postings.Change, rest []byte, ok bool) {
	head, n := binary.Uvarint(payload)
	if n <= 0 {
		return c, nil, false
	}
	c.To = 1
	if c.Place, payload, ok = postings.NextPlace(at, head, payload[n:]); !ok || head&4 == 0 {
		return c, payload, ok
	}
	from, n := binary.Uvarint(payload)
	to, m := binary.Uvarint(payload[max(n, 0):])
	if n <= 0 || m <= 0 || from == to || max(from, to) > 1<<32-1 {
		return c, nil, false
	}
	c.From, c.To = uint32(from), uint32(to)
	return c, payload[n+m:], true
}

// DropEntries removes entries of the pending table, the oldest first, up to a
// key and up to a number, and tells whether none is left up to that key.
func DropEntries(tx *bbolt.Tx, upTo uint64, most int) (done bool, err error) {
	s, err := table.Pending.Scan(tx)
	if err != nil {
		return false, err
	}
	var drop [][]byte
	k, _, err := s.First()
	for ; k != nil && err == nil && len(drop) < most; k, _, err = s.Next() {
		seq, err := table.KeyNumber(table.Pending, k)
		if err != nil {
			return false, err
		}
		if seq > upTo {
			done = true
			break
		}
		drop = append(drop, table.NumberKey(seq))
	}
	if err != nil || len(drop) == 0 {
		return err == nil, err
	}
	done, link := done || k == nil, table.LinkTo(k)
	for _, key := range drop {
		if err := s.Bucket.Delete(key); err != nil {
			return false, err
		}
	}
	return done, s.Replace(table.HeadKey, link, nil)
}
