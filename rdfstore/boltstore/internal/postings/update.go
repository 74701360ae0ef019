package postings

import (
	"bytes"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore/boltstore/internal/table"
)

// Update works out what changes make of the index, block by block, without
// changing it. Its slices are used again for each block.
type Update struct {
	scan   *table.Scan
	Counts *counter
	// edits are what is to be done, in order.
	Edits []table.Edit
	// key and link are those of the current block, old and merged its postings
	// before and after.
	key         []byte
	link        uint32
	old, merged []Posting
}

func NewUpdate(tx *bbolt.Tx) (*Update, error) {
	s, err := table.Index.Scan(tx)
	if err != nil {
		return nil, err
	}
	counts, err := newCounter(tx)
	return &Update{scan: s, Counts: counts}, err
}

// maxMerge bounds how many changes are carried out in one block, which may
// become many of them.
const maxMerge = 4096

// Block works out what those of the changes come to that fall into the block of
// the first, and returns their number. It does no more than maxMerge; then the
// rest has to wait until these are carried out.
func (u *Update) Block(changes []Change) (n int, cut bool, err error) {
	end, err := u.find(changes[0].Place)
	if err != nil {
		return 0, false, err
	}
	for n = 1; n < len(changes) && changes[n].Kind == changes[0].Kind && (end == nil || changes[n].Compare(end) < 0); n++ {
		if cut = n == maxMerge; cut {
			break
		}
	}
	if err := u.merge(changes[:n]); err != nil {
		return 0, false, err
	}
	u.Counts.take(changes[:n], u.merged)
	u.store()
	return n, cut, nil
}

// find reads the block into which a place falls, none where there is none of
// that kind yet, and returns the place at which the next block begins, nil for
// the end.
func (u *Update) find(p Place) (end *Place, err error) {
	u.key, u.old = nil, u.old[:0]
	key, payload, next, err := u.scan.Floor(p.Key())
	if err == nil && (key == nil || key[0] != byte(p.Kind)) {
		// Before the first block of the kind, it goes into that block.
		key, payload, err = u.scan.Next()
		next = key
	}
	if err != nil || key == nil {
		return nil, err
	}
	if key[0] == byte(p.Kind) {
		u.key, u.link = bytes.Clone(key), u.scan.Link
		if u.old, err = DecodeBlock(u.old, key, payload); err != nil {
			return nil, err
		}
		if bytes.Equal(next, key) || next == nil {
			next, _, err = u.scan.Next()
		}
	}
	if err != nil || next == nil {
		return nil, err
	}
	at, err := PlaceOf(next)
	return &at, err
}

// merge makes the postings after the changes. A posting that is not as a
// change expects it means that the index and the graphs disagree.
func (u *Update) merge(over []Change) error {
	u.merged = u.merged[:0]
	for it := table.NewMerged(&rule, &list{rest: u.old}, [][]Change{over}); ; {
		c, err := it.Next()
		if c == nil || err != nil {
			return err
		}
		if err := c.Expects(0); err != nil {
			return err
		}
		u.merged = append(u.merged, Posting{c.Place, c.To})
	}
}

// store takes down how the merged postings are to be written: as one block, or as
// several of about two thirds of the largest size where they do not fit into
// one.
func (u *Update) store() {
	rest, key := u.merged, u.key
	if key != nil && (len(rest) == 0 || !bytes.Equal(rest[0].Key(), key)) {
		u.Edits = append(u.Edits, table.Edit{Kind: table.DeleteEntry, Key: key})
		key = nil
	}
	limit := maxBlock + 1
	for len(rest) > 0 {
		b := EncodeBlock(make([]byte, 0, maxBlock), rest, limit)
		if b.N < len(rest) && limit > maxBlock {
			limit = maxBlock * 2 / 3
			continue
		}
		if key != nil {
			u.Edits = append(u.Edits, table.Edit{Kind: table.ReplaceEntry, Key: key, Link: u.link, Payload: b.Payload})
			key = nil
		} else {
			u.Edits = append(u.Edits, table.Edit{Kind: table.PutEntry, Key: rest[0].Key(), Payload: b.Payload})
		}
		rest = rest[b.N:]
	}
}

// block is an encoded block and the number of its postings.
type block struct {
	Payload []byte
	N       int
}

// EncodeBlock appends postings, which are of one kind, to buf, up to a size in
// bytes, 0 for all.
func EncodeBlock(buf []byte, ps []Posting, limit int) block {
	b := block{Payload: buf}
	before := ps[0].Place
	for _, p := range ps {
		if limit > 0 && len(b.Payload) >= limit || p.Kind != before.Kind {
			break
		}
		b.Payload = appendPosting(b.Payload, before, p)
		before = p.Place
		b.N++
	}
	return b
}
