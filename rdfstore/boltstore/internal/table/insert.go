package table

import (
	"bytes"
	"slices"

	"go.etcd.io/bbolt"
)

// Entry is a key with a payload or a value.
type Entry struct{ Key, Value []byte }

// Insert stores values that have room for their seal, each key once, in any order.
// It seals them, and bbolt keeps them. Where several stand side by side, it costs
// less than as many calls of put.
func (t Table) Insert(tx *bbolt.Tx, entries []Entry) error {
	slices.SortFunc(entries, func(a, b Entry) int { return bytes.Compare(a.Key, b.Key) })
	s, err := t.Scan(tx)
	for err == nil && len(entries) > 0 {
		var n int
		n, err = s.insert(entries)
		entries = entries[min(n, len(entries)):]
	}
	return err
}

// insert stores the first of the values and those after it that belong before
// the same next key, and returns their number.
func (s *Scan) insert(entries []Entry) (n int, err error) {
	first := entries[0].Key
	before, payload, next, err := s.around(first)
	if err != nil {
		return 0, err
	}
	if bytes.Equal(before, first) {
		return 1, s.store(entries[0], s.Link)
	}
	n = 1
	for n < len(entries) && (next == nil || bytes.Compare(entries[n].Key, next) < 0) {
		n++
	}
	link := LinkTo(next)
	// A change of the table may move what the transaction has returned.
	before = bytes.Clone(before)
	if err := s.Replace(before, LinkTo(first), payload); err != nil {
		return 0, err
	}
	for i, e := range entries[:n] {
		to := link
		if i+1 < n {
			to = LinkTo(entries[i+1].Key)
		}
		if err := s.store(e, to); err != nil {
			return 0, err
		}
	}
	return n, nil
}

// store stores a value that has room for its seal.
func (s *Scan) store(e Entry, link uint32) error {
	s.table.SealValue(e.Key, link, e.Value)
	return s.Bucket.Put(e.Key, e.Value)
}
