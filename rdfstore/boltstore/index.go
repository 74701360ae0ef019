package boltstore

import (
	"bytes"
	"fmt"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/table"
)

// change is how one posting changes: from n to another n, where 0 stands for
// no posting.
type change struct {
	place
	from, to uint32
}

// expects tells whether a change can be one of a posting of n triples. If not,
// the index and the graphs disagree.
func (c change) expects(n uint32) error {
	if n != c.from {
		return fmt.Errorf("%w: the index counts %d triples where the graph has %d", rdfstore.ErrCorrupt, n, c.from)
	}
	return nil
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

// indexUpdate works out what changes make of the index, block by block, without
// changing it. Its slices are used again for each block.
type indexUpdate struct {
	scan   *table.Scan
	counts *counter
	// edits are what is to be done, in order.
	edits []table.Edit
	// key and link are those of the block at hand, old and merged its postings
	// before and after.
	key         []byte
	link        uint32
	old, merged []posting
}

func newIndexUpdate(tx *bbolt.Tx) (*indexUpdate, error) {
	s, err := table.Index.Scan(tx)
	if err != nil {
		return nil, err
	}
	counts, err := newCounter(tx)
	return &indexUpdate{scan: s, counts: counts}, err
}

// maxMerge bounds how many changes are carried out in one block, which may
// become many of them.
const maxMerge = 4096

// block works out what those of the changes come to that fall into the block of
// the first, and returns their number. It does no more than maxMerge; then the
// rest has to wait until these are carried out.
func (u *indexUpdate) block(changes []change) (n int, cut bool, err error) {
	end, err := u.find(changes[0].place)
	if err != nil {
		return 0, false, err
	}
	for n = 1; n < len(changes) && changes[n].kind == changes[0].kind && (end == nil || changes[n].compare(end) < 0); n++ {
		if cut = n == maxMerge; cut {
			break
		}
	}
	if err := u.merge(changes[:n]); err != nil {
		return 0, false, err
	}
	u.counts.note(changes[:n], u.merged)
	u.store()
	return n, cut, nil
}

// find reads the block into which a place falls, none where there is none of
// that kind yet, and returns the place at which the next block begins, nil for
// the end.
func (u *indexUpdate) find(p place) (end *place, err error) {
	u.key, u.old = nil, u.old[:0]
	key, payload, next, err := u.scan.Floor(p.key())
	if err == nil && (key == nil || key[0] != byte(p.kind)) {
		// Before the first block of the kind, it goes into that block.
		key, payload, err = u.scan.Next()
		next = key
	}
	if err != nil || key == nil {
		return nil, err
	}
	if key[0] == byte(p.kind) {
		u.key, u.link = bytes.Clone(key), u.scan.Link
		if u.old, err = decodeBlock(u.old, key, payload); err != nil {
			return nil, err
		}
		if bytes.Equal(next, key) || next == nil {
			next, _, err = u.scan.Next()
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
		if err := c.expects(n); err != nil {
			return err
		}
		if c.to > 0 {
			merged = append(merged, posting{c.place, c.to})
		}
	}
	u.merged = append(merged, old...)
	return nil
}

// store notes how the merged postings are to be written: as one block, or as
// several of about two thirds of the largest size where they do not fit into
// one.
func (u *indexUpdate) store() {
	rest, key := u.merged, u.key
	if key != nil && (len(rest) == 0 || !bytes.Equal(rest[0].key(), key)) {
		u.edits = append(u.edits, table.Edit{Kind: table.DeleteEntry, Key: key})
		key = nil
	}
	limit := maxBlock + 1
	for len(rest) > 0 {
		b := encodeBlock(make([]byte, 0, maxBlock), rest, limit)
		if b.n < len(rest) && limit > maxBlock {
			limit = maxBlock * 2 / 3
			continue
		}
		if key != nil {
			u.edits = append(u.edits, table.Edit{Kind: table.ReplaceEntry, Key: key, Link: u.link, Payload: b.payload})
			key = nil
		} else {
			u.edits = append(u.edits, table.Edit{Kind: table.PutEntry, Key: rest[0].key(), Payload: b.payload})
		}
		rest = rest[b.n:]
	}
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
