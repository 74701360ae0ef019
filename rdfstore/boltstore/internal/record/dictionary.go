package record

import (
	"encoding/binary"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore/boltstore/internal/table"
	"vitrine/rdfstore/codec"
)

// LoadDictionary reads the dictionary of a file.
func LoadDictionary(tx *bbolt.Tx) (*codec.Dictionary, error) {
	d := &codec.Dictionary{}
	s, err := table.Dictionary.Scan(tx)
	if err != nil {
		return nil, err
	}
	k, payload, err := s.First()
	for ; err == nil && k != nil; k, payload, err = s.Next() {
		if len(k) != 4 || int(binary.BigEndian.Uint32(k)) != d.Stored {
			return nil, table.Dictionary.Corrupt(k, "the number is out of sequence")
		}
		if err := d.AddBlock(string(payload)); err != nil {
			return nil, err
		}
	}
	return d, err
}

// StoreDictionary adds to a batch the entries that are not in the file yet, and returns how
// many it has then. After the commit the caller sets Stored to that; until then they are
// written again by the next transaction, so that a number in memory never means two texts.
func StoreDictionary(tx *bbolt.Tx, b *table.Batch, d *codec.Dictionary) (stored int, err error) {
	entries := d.Snapshot()
	if d.Stored == len(entries) {
		return d.Stored, nil
	}
	s, err := table.Dictionary.Scan(tx)
	if err != nil {
		return 0, err
	}
	last, _, err := s.Last()
	if err != nil {
		return 0, err
	}
	first := 0
	if last != nil {
		first = int(binary.BigEndian.Uint32(last))
	}
	err = codec.DictionaryBlocks(entries, first, func(key, payload []byte) error {
		b.Put(table.Dictionary, key, payload)
		return nil
	})
	return len(entries), err
}
