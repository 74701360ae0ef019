package boltstore

import (
	"bytes"
	"slices"

	"go.etcd.io/bbolt"
)

// insert stores values that have room for their seal, each key once, in any order.
// It seals them, and bbolt keeps them. Where several stand side by side, it costs
// less than as many calls of put.
func (t table) insert(tx *bbolt.Tx, entries []keyValue) error {
	slices.SortFunc(entries, func(a, b keyValue) int { return bytes.Compare(a.key, b.key) })
	s, err := t.scan(tx)
	for err == nil && len(entries) > 0 {
		var n int
		n, err = s.insert(entries)
		entries = entries[min(n, len(entries)):]
	}
	return err
}

// insert stores the first of the values and those after it that belong before
// the same next key, and returns their number.
func (s *scan) insert(entries []keyValue) (n int, err error) {
	first := entries[0].key
	before, payload, next, err := s.around(first)
	if err != nil {
		return 0, err
	}
	if bytes.Equal(before, first) {
		return 1, s.store(entries[0], s.link)
	}
	n = 1
	for n < len(entries) && (next == nil || bytes.Compare(entries[n].key, next) < 0) {
		n++
	}
	link := linkTo(next)
	// A change of the table may move what the transaction has returned.
	before = bytes.Clone(before)
	if err := s.replace(before, linkTo(first), payload); err != nil {
		return 0, err
	}
	for i, e := range entries[:n] {
		to := link
		if i+1 < n {
			to = linkTo(entries[i+1].key)
		}
		if err := s.store(e, to); err != nil {
			return 0, err
		}
	}
	return n, nil
}

// store stores a value that has room for its seal.
func (s *scan) store(e keyValue, link uint32) error {
	s.table.sealValue(e.key, link, e.value)
	return s.bucket.Put(e.key, e.value)
}
