package boltstore

import (
	"encoding/binary"
	"math"
	"slices"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore/boltstore/internal/postings"
	"vitrine/rdfstore/boltstore/internal/table"
)

// pending is what the tables lack, as of one commit: the changes of the names
// and those of the index. It never changes.
//
// A commit writes its changes of the index, those of each graph as one entry of
// the pending table, which is read into memory once. So it need not touch the many
// blocks of the index that they belong to; readers see the index and the changes
// together. Where there are many changes, they are frozen and merged in the order
// of the index, so that each block takes up many of them.
type pending struct {
	names names
	// frozen are the changes that are being merged, oldest first. Once some are
	// merged, the rest is one layer.
	frozen []postings.Run
	// later are the changes after those, oldest first. Each layer is more than
	// twice as long as the next, but for the fresh ones at the end, which have not
	// been settled: those of each graph that the last commits wrote.
	later []postings.Run
	fresh int
	// freezes is how often later changes have become frozen ones.
	freezes int
	// entries is how many entries of the pending table hold the later changes, and
	// written how many changes those are, of which some may cancel each other out.
	entries, written int
	mark             mark
	// unread are changes before all of these that are still to be read into
	// memory, nil where there are none.
	unread *unread
}

// mark is how far the merging of frozen changes is. The zero value says that
// none are being merged.
type mark struct {
	// upTo is the key of the last entry of the pending table that is frozen.
	upTo uint64
	// place is that of the last frozen change which is in the index, or lastPlace;
	// those before it are in the index too.
	place postings.Place
}

// size returns the number of changes in memory.
func (p *pending) size() int {
	n := 0
	for _, l := range p.layers() {
		n += l.Len()
	}
	return n
}

// add returns p with more changes of the index. Those of each list are in order.
func (p *pending) add(lists [][]postings.Change) *pending {
	after := *p
	after.later = slices.Clip(p.later)
	for _, changes := range lists {
		after.later = append(after.later, postings.NewRun(changes))
		after.written += len(changes)
	}
	after.fresh += len(lists)
	after.entries += len(lists)
	return &after
}

// merge returns the changes of layers, oldest first, as one list.
func merge(layers []postings.Run) ([]postings.Change, error) {
	var lists [][]postings.Change
	for _, l := range layers {
		lists = append(lists, l.Changes[l.Start:])
	}
	return postings.MergeChanges(lists)
}

// freeze returns p with all changes of the index frozen, of which the last
// stands in the given entry. None are frozen yet.
func (p *pending) freeze(upTo uint64) *pending {
	return &pending{names: p.names, frozen: p.later, freezes: p.freezes + 1, mark: mark{upTo: upTo}}
}

// merged returns p without the frozen changes that a bite has taken.
func (p *pending) merged(b *bite) *pending {
	after := *p
	after.frozen, after.mark.place = nil, lastPlace
	if rest := b.frozen; b.changes < rest.Len() {
		rest.Start += b.changes
		after.frozen, after.mark.place = []postings.Run{rest}, rest.Changes[rest.Start-1].Place
	}
	return &after
}

// lastPlace is not before any other. Where all frozen changes are merged, it says
// that their entries hold nothing more, wherever: changes that cancel each other
// out may lie beyond the last one, and the entries go a few at a time.
var lastPlace = postings.List{Kind: math.MaxUint8, Hash: math.MaxUint64}.At(math.MaxUint32, math.MaxUint64)

// named returns p with other changes of names.
func (p *pending) named(n names) *pending {
	after := *p
	after.names = n
	return &after
}

// begun returns p with another mark.
func (p *pending) begun(m mark) *pending {
	after := *p
	after.mark = m
	return &after
}

// layers returns all changes, oldest first.
func (p *pending) layers() []postings.Run {
	if len(p.frozen) == 0 {
		return p.later
	}
	return append(slices.Clip(p.frozen), p.later...)
}

// mergedKey has the mark, in the meta table. There is no such entry before
// changes are merged for the first time.
var mergedKey = []byte("merged")

func (m mark) encode() []byte { return append(binary.AppendUvarint(nil, m.upTo), m.place.Key()...) }

func getMark(tx *bbolt.Tx) (m mark, err error) {
	payload, err := table.Meta.Get(tx, mergedKey)
	if payload == nil || err != nil {
		return mark{}, err
	}
	f := table.Fields{Rest: string(payload)}
	m.upTo = f.Uvarint()
	at := f.Take(postings.PlaceSize)
	if err := f.Err("how far the index is merged"); err != nil {
		return mark{}, err
	}
	m.place, err = postings.PlaceOf([]byte(at))
	return m, err
}

// loadPending reads what the tables lack.
func loadPending(tx *bbolt.Tx) (*pending, error) {
	n, err := loadNames(tx)
	if err != nil {
		return nil, err
	}
	return loadChanges(tx, n)
}

// appendEntry appends the payload of an entry of the pending table: the number of
// a graph and its changes.
func appendEntry(b []byte, graph uint64, changes []postings.Change) []byte {
	return appendChanges(binary.AppendUvarint(b, graph), changes)
}

// decodeEntry reads an entry of the pending table.
func decodeEntry(key, payload []byte) ([]postings.Change, error) {
	graph, n := binary.Uvarint(payload)
	if n <= 0 {
		return nil, table.Pending.Corrupt(key, "the changes do not decode")
	}
	changes, err := decodeChanges(key, payload[n:])
	ofGraph(changes, graph)
	return changes, err
}

// ofGraph makes changes those of a graph.
func ofGraph(changes []postings.Change, id uint64) {
	for i := range changes {
		changes[i].Graph = id
	}
}

// appendChanges appends the changes of one graph, whose number is not written:
// for each kind of list its letter, the number of the changes and the changes,
// each with its place as in a block of the index, in graph 0. The two numbers
// follow where they are others than 0 and 1.
func appendChanges(b []byte, changes []postings.Change) []byte {
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

// dropEntries removes entries of the pending table, the oldest first, up to a
// key and up to a number, and tells whether none is left up to that key.
func dropEntries(tx *bbolt.Tx, upTo uint64, most int) (done bool, err error) {
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
