package boltstore

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
)

// table is one bbolt bucket. Every value of it is sealed: it begins with a
// checksum of the table, the key and all that follows, and with the checksum
// of the next key. So a damaged key or value is noticed when it is read, and a
// missing one when its neighbour is: pages of bbolt have no checksums, and one
// that is damaged can hide entries or lead a search astray.
type table struct {
	name string
	// tag is part of what the checksum covers. It never changes its meaning.
	tag byte
	// grows tells that new keys come after all others, so that pages need no room
	// for more between.
	grows bool
}

// The tables. docs/store.md draws their keys and values.
var (
	metaTable       = table{name: "meta", tag: 'm'}
	dictionaryTable = table{name: "dictionary", tag: 'd'}
	namesTable      = table{name: "names", tag: 'n'}
	graphsTable     = table{name: "graphs", tag: 'g', grows: true}
	tombstonesTable = table{name: "tombstones", tag: 't'}
	logTable        = table{name: "log", tag: 'l', grows: true}
	classesTable    = table{name: "classes", tag: 'c'}
	indexTable      = table{name: "index", tag: 'i'}
	countsTable     = table{name: "counts", tag: 'k'}
	pendingTable    = table{name: "pending", tag: 'w', grows: true}
)

// tables returns all tables, in the order in which a store is written.
func tables() []table {
	return []table{
		metaTable, dictionaryTable, namesTable, graphsTable, tombstonesTable,
		logTable, classesTable, indexTable, countsTable, pendingTable,
	}
}

// sealSize is the length of the two checksums before each payload, in bytes.
const sealSize = 4 + 4

// headKey is the first key of every table. Its entry is empty but for the
// link to the first real one.
var headKey = []byte{0}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// linkTo returns the checksum of a next key, 0 where there is none.
func linkTo(key []byte) uint32 { return crc32.Checksum(key, castagnoli) }

// checksum covers the table, the key and a value but for its first four bytes.
func (t table) checksum(key, rest []byte) uint32 {
	// This is the checksum of the tag, for which crc32.Update would want a slice.
	sum := ^(castagnoli[^t.tag] ^ 0xffffff)
	sum = crc32.Update(sum, castagnoli, key)
	return crc32.Update(sum, castagnoli, rest)
}

// seal returns the value that stores the payload under the key.
func (t table) seal(key []byte, link uint32, payload []byte) []byte {
	value := valueOf(payload)
	t.sealValue(key, link, value)
	return value
}

// sealValue fills in the seal of a value that has room for it.
func (t table) sealValue(key []byte, link uint32, value []byte) {
	binary.LittleEndian.PutUint32(value[4:], link)
	binary.LittleEndian.PutUint32(value, t.checksum(key, value[4:]))
}

// open returns the payload of a stored value and the link to the next key. The
// payload is valid only as long as the transaction.
func (t table) open(key, value []byte) (payload []byte, link uint32, err error) {
	if len(value) < sealSize {
		return nil, 0, t.corrupt(key, "the value is too short")
	}
	if binary.LittleEndian.Uint32(value) != t.checksum(key, value[4:]) {
		return nil, 0, t.corrupt(key, "the checksum does not match")
	}
	return value[sealSize:], binary.LittleEndian.Uint32(value[4:]), nil
}

func (t table) corrupt(key []byte, reason string) error {
	return fmt.Errorf("%w: table %s, key %.64q: %s", rdfstore.ErrCorrupt, t.name, key, reason)
}

func (t table) bucket(tx *bbolt.Tx) (*bbolt.Bucket, error) {
	b := tx.Bucket([]byte(t.name))
	if b == nil {
		return nil, fmt.Errorf("%w: table %s is missing", rdfstore.ErrCorrupt, t.name)
	}
	if t.grows {
		b.FillPercent = 1
	}
	return b, nil
}

// get returns the payload stored under the key, nil where there is none. It is
// valid only as long as the transaction.
func (t table) get(tx *bbolt.Tx, key []byte) ([]byte, error) {
	s, err := t.scan(tx)
	if err != nil {
		return nil, err
	}
	if bytes.Compare(key, headKey) <= 0 {
		return nil, nil
	}
	found, payload, _, err := s.around(key)
	if err != nil || !bytes.Equal(found, key) {
		return nil, err
	}
	return payload, nil
}

// create makes the table, which has no entries.
func (t table) create(tx *bbolt.Tx) error {
	b, err := tx.CreateBucket([]byte(t.name))
	if err != nil {
		return err
	}
	return b.Put(headKey, t.seal(headKey, linkTo(nil), nil))
}

// put stores the payload under the key.
func (t table) put(tx *bbolt.Tx, key, payload []byte) error {
	s, err := t.scan(tx)
	if err != nil {
		return err
	}
	k, _, err := s.seek(key)
	if err != nil {
		return err
	}
	link := s.link
	if !bytes.Equal(k, key) {
		// The new entry takes over the link of the one before it.
		link = linkTo(k)
		if err := s.relink(key, linkTo(key)); err != nil {
			return err
		}
	}
	return s.bucket.Put(key, t.seal(key, link, payload))
}

// delete removes the entry with the key, if there is one.
func (t table) delete(tx *bbolt.Tx, key []byte) error {
	s, err := t.scan(tx)
	if err != nil {
		return err
	}
	return s.delete(key)
}

// delete removes the entry with the key, if there is one.
func (s *scan) delete(key []byte) error {
	k, _, err := s.seek(key)
	if err != nil || !bytes.Equal(k, key) {
		return err
	}
	if err := s.relink(key, s.link); err != nil {
		return err
	}
	return s.bucket.Delete(key)
}

// scan starts a walk of the table.
func (t table) scan(tx *bbolt.Tx) (*scan, error) {
	b, err := t.bucket(tx)
	if err != nil {
		return nil, err
	}
	return &scan{table: t, tx: tx, bucket: b, cursor: b.Cursor()}, nil
}

// scan walks a table in the order of its keys. The keys and payloads that it
// returns are valid only as long as the transaction and until its next change;
// a nil key is the end.
type scan struct {
	table  table
	tx     *bbolt.Tx
	bucket *bbolt.Bucket
	cursor *bbolt.Cursor
	// key is where the walk stands, nil at the end, and link what it says of
	// the next key.
	key  []byte
	link uint32
}

// seek goes to the first key that is not less than the given one. Where that
// is another key, the entry before it must say that nothing lies between.
func (s *scan) seek(key []byte) ([]byte, []byte, error) {
	if bytes.Compare(key, headKey) <= 0 {
		return s.first()
	}
	before, payload, _, err := s.around(key)
	if err != nil || bytes.Equal(before, key) {
		return before, payload, err
	}
	return s.next()
}

// floor goes to the last key that is not greater than the given one, and
// returns the next key too.
func (s *scan) floor(key []byte) (k, payload, next []byte, err error) {
	k, payload, next, err = s.around(key)
	if err != nil || bytes.Equal(k, headKey) {
		return nil, nil, next, err
	}
	return k, payload, next, nil
}

// around goes to the last key that is not greater than the given one, which
// may be the headKey. It returns the next key too, where the two differ.
func (s *scan) around(key []byte) (k, payload, next []byte, err error) {
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
		return nil, nil, nil, s.table.corrupt(key, "the keys around it are out of order")
	}
	if k, payload, err = s.here(k, v); err != nil {
		return nil, nil, nil, err
	}
	if s.link != linkTo(next) {
		return nil, nil, nil, s.table.corrupt(k, "the entry after it is missing")
	}
	return k, payload, next, nil
}

// prev goes to the entry before. In a transaction that has emptied a page,
// bbolt returns nothing for that page and has to be asked again; the headKey
// sees to it that there is an entry before any other.
func (s *scan) prev() (k, v []byte) {
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
func (s *scan) relink(key []byte, link uint32) error {
	var k, v []byte
	if next, _ := s.cursor.Seek(key); next == nil {
		k, v = s.cursor.Last()
	} else {
		k, v = s.prev()
	}
	if k == nil {
		return s.table.corrupt(key, "nothing is before it")
	}
	k = bytes.Clone(k)
	payload, _, err := s.table.open(k, v)
	if err != nil {
		return err
	}
	return s.bucket.Put(k, s.table.seal(k, link, payload))
}

// replace stores another payload under a key that there is, with the link that
// it has.
func (s *scan) replace(key []byte, link uint32, payload []byte) error {
	return s.bucket.Put(key, s.table.seal(key, link, payload))
}

// next goes to the next key.
func (s *scan) next() ([]byte, []byte, error) {
	last, link := s.key, s.link
	k, v := s.cursor.Next()
	if link != linkTo(k) || k != nil && bytes.Compare(k, last) <= 0 {
		return nil, nil, s.table.corrupt(last, "the entry after it is missing")
	}
	return s.here(k, v)
}

// first goes to the first key.
func (s *scan) first() ([]byte, []byte, error) {
	k, v := s.cursor.First()
	if !bytes.Equal(k, headKey) {
		return nil, nil, s.table.corrupt(headKey, "it is missing")
	}
	if _, _, err := s.here(k, v); err != nil {
		return nil, nil, err
	}
	return s.next()
}

// last goes to the last key.
func (s *scan) last() ([]byte, []byte, error) {
	k, v := s.cursor.Last()
	k, payload, err := s.here(k, v)
	if err == nil && (k == nil || s.link != linkTo(nil)) {
		err = s.table.corrupt(k, "the entry after it is missing")
	}
	return s.real(k, payload, err)
}

// real returns the entry but for that of the headKey.
func (s *scan) real(k, payload []byte, err error) ([]byte, []byte, error) {
	if err != nil {
		return nil, nil, err
	}
	if bytes.Equal(k, headKey) {
		s.key = nil
		return nil, nil, nil
	}
	return k, payload, nil
}

func (s *scan) here(k, v []byte) (_, payload []byte, err error) {
	s.key, s.link = k, linkTo(nil)
	if k == nil {
		return nil, nil, nil
	}
	payload, s.link, err = s.table.open(k, v)
	if err != nil {
		return nil, nil, err
	}
	return k, payload, nil
}
