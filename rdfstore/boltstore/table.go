package boltstore

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
)

// table is one bbolt bucket. Every value of it is sealed: the first four bytes
// are a checksum of the table, the key and the rest of the value, so that a
// damaged key or value, or one that stands in the wrong place, is noticed when
// it is read.
type table struct {
	name string
	// tag is part of what the checksum covers. It never changes its meaning.
	tag byte
}

// The tables. docs/store.md draws their keys and values.
var (
	metaTable       = table{"meta", 'm'}
	dictionaryTable = table{"dictionary", 'd'}
	namesTable      = table{"names", 'n'}
	graphsTable     = table{"graphs", 'g'}
	tombstonesTable = table{"tombstones", 't'}
	logTable        = table{"log", 'l'}
	classesTable    = table{"classes", 'c'}
	membersTable    = table{"members", 'e'}
	indexTable      = table{"index", 'i'}
	countsTable     = table{"counts", 'k'}
)

// tables returns all tables, in the order in which a store is written.
func tables() []table {
	return []table{
		metaTable, dictionaryTable, namesTable, graphsTable, tombstonesTable,
		logTable, classesTable, membersTable, indexTable, countsTable,
	}
}

// sealSize is the length of the checksum before each value, in bytes.
const sealSize = 4

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func (t table) checksum(key, payload []byte) uint32 {
	sum := crc32.Update(0, castagnoli, []byte{t.tag})
	sum = crc32.Update(sum, castagnoli, key)
	return crc32.Update(sum, castagnoli, payload)
}

// seal returns the value that stores the payload under the key.
func (t table) seal(key, payload []byte) []byte {
	value := make([]byte, sealSize, sealSize+len(payload))
	binary.LittleEndian.PutUint32(value, t.checksum(key, payload))
	return append(value, payload...)
}

// open returns the payload of a stored value. It is valid only as long as the
// transaction.
func (t table) open(key, value []byte) ([]byte, error) {
	if len(value) < sealSize {
		return nil, t.corrupt(key, "the value is too short")
	}
	payload := value[sealSize:]
	if binary.LittleEndian.Uint32(value) != t.checksum(key, payload) {
		return nil, t.corrupt(key, "the checksum does not match")
	}
	return payload, nil
}

func (t table) corrupt(key []byte, reason string) error {
	return fmt.Errorf("%w: table %s, key %.64q: %s", rdfstore.ErrCorrupt, t.name, key, reason)
}

func (t table) bucket(tx *bbolt.Tx) (*bbolt.Bucket, error) {
	b := tx.Bucket([]byte(t.name))
	if b == nil {
		return nil, fmt.Errorf("%w: table %s is missing", rdfstore.ErrCorrupt, t.name)
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
	found, payload, err := s.seek(key)
	if err != nil || !bytes.Equal(found, key) {
		return nil, err
	}
	return payload, nil
}

func (t table) put(tx *bbolt.Tx, key, payload []byte) error {
	b, err := t.bucket(tx)
	if err != nil {
		return err
	}
	return b.Put(key, t.seal(key, payload))
}

func (t table) delete(tx *bbolt.Tx, key []byte) error {
	b, err := t.bucket(tx)
	if err != nil {
		return err
	}
	return b.Delete(key)
}

// scan starts a walk of the table.
func (t table) scan(tx *bbolt.Tx) (*scan, error) {
	b, err := t.bucket(tx)
	if err != nil {
		return nil, err
	}
	return &scan{table: t, cursor: b.Cursor()}, nil
}

// scan walks a table in the order of its keys. The keys and payloads that it
// returns are valid only as long as the transaction and until its next change;
// a nil key is the end.
type scan struct {
	table  table
	cursor *bbolt.Cursor
	key    []byte
}

// seek goes to the first key that is not less than the given one. Where that
// is another key, the entry before it is looked at too: pages of bbolt have no
// checksum, and a search that a damaged page sends astray ends between entries
// that are out of order or broken.
func (s *scan) seek(key []byte) ([]byte, []byte, error) {
	k, v := s.cursor.Seek(key)
	if k != nil && bytes.Equal(k, key) {
		return s.here(k, v)
	}
	if k != nil && bytes.Compare(k, key) < 0 {
		return nil, nil, s.table.corrupt(k, "it is out of order")
	}
	var before, beforeValue []byte
	if k == nil {
		before, beforeValue = s.cursor.Last()
	} else {
		before, beforeValue = s.cursor.Prev()
	}
	if before != nil {
		if bytes.Compare(before, key) >= 0 {
			return nil, nil, s.table.corrupt(before, "it is out of order")
		}
		if _, err := s.table.open(before, beforeValue); err != nil {
			return nil, nil, err
		}
	}
	if k == nil {
		s.key = nil
		return nil, nil, nil
	}
	return s.here(s.cursor.Seek(k))
}

// next goes to the next key.
func (s *scan) next() ([]byte, []byte, error) {
	last := s.key
	k, v := s.cursor.Next()
	if k != nil && bytes.Compare(k, last) <= 0 {
		return nil, nil, s.table.corrupt(k, "it is out of order")
	}
	return s.here(k, v)
}

// first goes to the first key.
func (s *scan) first() ([]byte, []byte, error) {
	return s.here(s.cursor.First())
}

// last goes to the last key.
func (s *scan) last() ([]byte, []byte, error) {
	return s.here(s.cursor.Last())
}

// floor goes to the last key that is not greater than the given one.
func (s *scan) floor(key []byte) ([]byte, []byte, error) {
	k, payload, err := s.seek(key)
	if err != nil || bytes.Equal(k, key) {
		return k, payload, err
	}
	if k == nil {
		return s.last()
	}
	before, v := s.cursor.Prev()
	return s.here(before, v)
}

func (s *scan) here(k, v []byte) ([]byte, []byte, error) {
	s.key = k
	if k == nil {
		return nil, nil, nil
	}
	payload, err := s.table.open(k, v)
	if err != nil {
		return nil, nil, err
	}
	return k, payload, nil
}
