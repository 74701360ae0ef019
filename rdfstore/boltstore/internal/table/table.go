// Package table keeps sealed key-value tables in the buckets of a bbolt file, and
// writes the keys and payloads that they have: numbers, texts and times.
// docs/store.md draws the tables. It also merges a table with sorted runs of changes over
// it: here is what it means that newer changes lie over older ones.
//
// What a table returns is valid only as long as the transaction. A value whose
// checksum is wrong and an entry that is missing give an error that wraps
// rdfstore.ErrCorrupt. The package knows nothing of graphs, nor what is in a table.
package table

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
)

// Table is one bbolt bucket. Every value of it is sealed: it begins with a
// checksum of the table, the key and all that follows, and with the checksum
// of the next key. So a damaged key or value is noticed when it is read, and a
// missing one when its neighbour is: pages of bbolt have no checksums, and one
// that is damaged can hide entries or lead a search astray.
type Table struct {
	Name string
	// tag is part of what the checksum covers. It never changes its meaning.
	tag byte
	// grows tells that new keys come after all others, so that pages need no room
	// for more between.
	grows bool
}

// The tables. docs/store.md draws their keys and values.
var (
	Meta       = Table{Name: "meta", tag: 'm'}
	Dictionary = Table{Name: "dictionary", tag: 'd'}
	Names      = Table{Name: "names", tag: 'n'}
	Graphs     = Table{Name: "graphs", tag: 'g', grows: true}
	Tombstones = Table{Name: "tombstones", tag: 't'}
	Log        = Table{Name: "log", tag: 'l', grows: true}
	Past       = Table{Name: "past", tag: 'v'}
	Classes    = Table{Name: "classes", tag: 'c'}
	Index      = Table{Name: "index", tag: 'i'}
	Counts     = Table{Name: "counts", tag: 'k'}
	Pending    = Table{Name: "pending", tag: 'w', grows: true}
)

// All returns all tables, in the order in which a store is written.
func All() []Table {
	return []Table{
		Meta, Dictionary, Names, Graphs, Tombstones,
		Log, Past, Classes, Index, Counts, Pending,
	}
}

// SealSize is the length of the two checksums before each payload, in bytes.
const SealSize = 4 + 4

// HeadKey is the first key of every table. Its entry is empty but for the
// link to the first real one.
var HeadKey = []byte{0}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// LinkTo returns the checksum of a next key, 0 where there is none.
func LinkTo(key []byte) uint32 { return crc32.Checksum(key, castagnoli) }

// checksum covers the table, the key and a value but for its first four bytes.
func (t Table) checksum(key, rest []byte) uint32 {
	// This is the checksum of the tag, for which crc32.Update would want a slice.
	sum := ^(castagnoli[^t.tag] ^ 0xffffff)
	sum = crc32.Update(sum, castagnoli, key)
	return crc32.Update(sum, castagnoli, rest)
}

// Seal returns the value that stores the payload under the key.
func (t Table) Seal(key []byte, link uint32, payload []byte) []byte {
	value := ValueOf(payload)
	t.SealValue(key, link, value)
	return value
}

// SealValue fills in the seal of a value that has room for it.
func (t Table) SealValue(key []byte, link uint32, value []byte) {
	binary.LittleEndian.PutUint32(value[4:], link)
	binary.LittleEndian.PutUint32(value, t.checksum(key, value[4:]))
}

// Open returns the payload of a stored value and the link to the next key. The
// payload is valid only as long as the transaction.
func (t Table) Open(key, value []byte) (payload []byte, link uint32, err error) {
	if len(value) < SealSize {
		return nil, 0, t.Corrupt(key, "the value is too short")
	}
	if binary.LittleEndian.Uint32(value) != t.checksum(key, value[4:]) {
		return nil, 0, t.Corrupt(key, "the checksum does not match")
	}
	return value[SealSize:], binary.LittleEndian.Uint32(value[4:]), nil
}

func (t Table) Corrupt(key []byte, reason string) error {
	return fmt.Errorf("%w: table %s, key %.64q: %s", rdfstore.ErrCorrupt, t.Name, key, reason)
}

func (t Table) bucket(tx *bbolt.Tx) (*bbolt.Bucket, error) {
	b := tx.Bucket([]byte(t.Name))
	if b == nil {
		return nil, fmt.Errorf("%w: table %s is missing", rdfstore.ErrCorrupt, t.Name)
	}
	if t.grows {
		b.FillPercent = 1
	}
	return b, nil
}

// Get returns the payload stored under the key, nil where there is none. It is
// valid only as long as the transaction.
func (t Table) Get(tx *bbolt.Tx, key []byte) ([]byte, error) {
	s, err := t.Scan(tx)
	if err != nil {
		return nil, err
	}
	return s.Get(key)
}

// Create makes the table, which has no entries.
func (t Table) Create(tx *bbolt.Tx) error {
	b, err := tx.CreateBucket([]byte(t.Name))
	if err != nil {
		return err
	}
	return b.Put(HeadKey, t.Seal(HeadKey, LinkTo(nil), nil))
}

// Put stores the payload under the key.
func (t Table) Put(tx *bbolt.Tx, key, payload []byte) error {
	s, err := t.Scan(tx)
	if err != nil {
		return err
	}
	k, _, err := s.Seek(key)
	if err != nil {
		return err
	}
	link := s.Link
	if !bytes.Equal(k, key) {
		// The new entry takes over the link of the one before it.
		link = LinkTo(k)
		if err := s.relink(key, LinkTo(key)); err != nil {
			return err
		}
	}
	return s.Bucket.Put(key, t.Seal(key, link, payload))
}

// Delete removes the entry with the key, if there is one.
func (t Table) Delete(tx *bbolt.Tx, key []byte) error {
	s, err := t.Scan(tx)
	if err != nil {
		return err
	}
	return s.Delete(key)
}

// Delete removes the entry with the key, if there is one.
func (s *Scan) Delete(key []byte) error {
	k, _, err := s.Seek(key)
	if err != nil || !bytes.Equal(k, key) {
		return err
	}
	if err := s.relink(key, s.Link); err != nil {
		return err
	}
	return s.Bucket.Delete(key)
}

// Scan starts a walk of the table.
func (t Table) Scan(tx *bbolt.Tx) (*Scan, error) {
	b, err := t.bucket(tx)
	if err != nil {
		return nil, err
	}
	return &Scan{table: t, tx: tx, Bucket: b, cursor: b.Cursor()}, nil
}

// Scan walks a table in the order of its keys. The keys and payloads that it
// returns are valid only as long as the transaction and until its next change;
// a nil key is the end.
type Scan struct {
	table  Table
	tx     *bbolt.Tx
	Bucket *bbolt.Bucket
	cursor *bbolt.Cursor
	// Key is where the walk stands, nil at the end, and link what it says of
	// the next key.
	Key  []byte
	Link uint32
}

// Get returns what Table.Get does, and takes less for many keys. It moves the walk.
func (s *Scan) Get(key []byte) ([]byte, error) {
	if bytes.Compare(key, HeadKey) <= 0 {
		return nil, nil
	}
	for range steps(s.Key, key) {
		next, v := s.cursor.Next()
		if order := bytes.Compare(next, key); order == 0 {
			_, payload, err := s.here(next, v)
			return payload, err
		} else if order > 0 {
			break
		}
	}
	found, payload, _, err := s.around(key)
	if err != nil || !bytes.Equal(found, key) {
		return nil, err
	}
	return payload, nil
}

// steps returns in how many steps a walk comes from one number to another at most, 0 where
// that takes longer than to seek it. Who looks for many numbers in order often looks for one
// of those that the walk comes to next.
func steps(before, key []byte) int {
	const most = 10
	last := len(key) - 1
	if len(before) != len(key) || !bytes.Equal(before[:last], key[:last]) {
		return 0
	}
	if n := int(key[last]) - int(before[last]); 0 < n && n <= most {
		return n
	}
	return 0
}

// Seek goes to the first key that is not less than the given one. Where that
// is another key, the entry before it must say that nothing lies between.
func (s *Scan) Seek(key []byte) ([]byte, []byte, error) {
	if bytes.Compare(key, HeadKey) <= 0 {
		return s.First()
	}
	before, payload, _, err := s.around(key)
	if err != nil || bytes.Equal(before, key) {
		return before, payload, err
	}
	return s.Next()
}

// Floor goes to the last key that is not greater than the given one, and
// returns the next key too.
func (s *Scan) Floor(key []byte) (k, payload, next []byte, err error) {
	k, payload, next, err = s.around(key)
	if err != nil || bytes.Equal(k, HeadKey) {
		return nil, nil, next, err
	}
	return k, payload, next, nil
}

// around goes to the last key that is not greater than the given one, which
// may be the headKey. It returns the next key too, where the two differ.
func (s *Scan) around(key []byte) (k, payload, next []byte, err error) {
	next, v := s.cursor.Seek(key)
	if next != nil && bytes.Equal(next, key) {
		k, payload, err = s.here(next, v)
		return k, payload, nil, err
	}
	if next == nil {
		k, v = s.cursor.Last()
	} else {
		k, v = s.prev()
	}
	if k == nil || bytes.Compare(k, key) >= 0 || next != nil && bytes.Compare(next, key) <= 0 {
		return nil, nil, nil, s.table.Corrupt(key, "the keys around it are out of order")
	}
	if k, payload, err = s.here(k, v); err != nil {
		return nil, nil, nil, err
	}
	if s.Link != LinkTo(next) {
		return nil, nil, nil, s.table.Corrupt(k, "the entry after it is missing")
	}
	return k, payload, next, nil
}

// prev goes to the entry before. In a transaction that has emptied a page,
// bbolt returns nothing for that page and has to be asked again; the headKey
// sees to it that there is an entry before any other.
func (s *Scan) prev() (k, v []byte) {
	for range maxEmptyPages {
		if k, v = s.cursor.Prev(); k != nil {
			break
		}
	}
	return k, v
}

// maxEmptyPages is more than the pages that one transaction empties.
const maxEmptyPages = 1 << 20

// relink makes the entry before a key say that the next key is another.
func (s *Scan) relink(key []byte, link uint32) error {
	var k, v []byte
	if next, _ := s.cursor.Seek(key); next == nil {
		k, v = s.cursor.Last()
	} else {
		k, v = s.prev()
	}
	if k == nil {
		return s.table.Corrupt(key, "nothing is before it")
	}
	k = bytes.Clone(k)
	payload, _, err := s.table.Open(k, v)
	if err != nil {
		return err
	}
	return s.Bucket.Put(k, s.table.Seal(k, link, payload))
}

// Replace stores another payload under a key that there is, with the link that
// it has.
func (s *Scan) Replace(key []byte, link uint32, payload []byte) error {
	return s.Bucket.Put(key, s.table.Seal(key, link, payload))
}

// Next goes to the next key.
func (s *Scan) Next() ([]byte, []byte, error) {
	last, link := s.Key, s.Link
	k, v := s.cursor.Next()
	if link != LinkTo(k) || k != nil && bytes.Compare(k, last) <= 0 {
		return nil, nil, s.table.Corrupt(last, "the entry after it is missing")
	}
	return s.here(k, v)
}

// First goes to the first key.
func (s *Scan) First() ([]byte, []byte, error) {
	k, v := s.cursor.First()
	if !bytes.Equal(k, HeadKey) {
		return nil, nil, s.table.Corrupt(HeadKey, "it is missing")
	}
	if _, _, err := s.here(k, v); err != nil {
		return nil, nil, err
	}
	return s.Next()
}

// Last goes to the last key.
func (s *Scan) Last() ([]byte, []byte, error) {
	k, v := s.cursor.Last()
	k, payload, err := s.here(k, v)
	if err == nil && (k == nil || s.Link != LinkTo(nil)) {
		err = s.table.Corrupt(k, "the entry after it is missing")
	}
	return s.real(k, payload, err)
}

// real returns the entry but for that of the headKey.
func (s *Scan) real(k, payload []byte, err error) ([]byte, []byte, error) {
	if err != nil {
		return nil, nil, err
	}
	if bytes.Equal(k, HeadKey) {
		s.Key = nil
		return nil, nil, nil
	}
	return k, payload, nil
}

func (s *Scan) here(k, v []byte) (_, payload []byte, err error) {
	s.Key, s.Link = k, LinkTo(nil)
	if k == nil {
		return nil, nil, nil
	}
	payload, s.Link, err = s.table.Open(k, v)
	if err != nil {
		return nil, nil, err
	}
	return k, payload, nil
}
