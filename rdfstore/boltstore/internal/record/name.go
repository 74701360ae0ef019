package record

import (
	"encoding/binary"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore/boltstore/internal/table"
	"vitrine/rdfstore/codec"
)

// GraphID returns the number of the graph with the name, 0 where there is none, by a walk of the
// table of names.
func GraphID(names *table.Scan, name string) (uint64, error) {
	if name == "" {
		return 0, nil
	}
	payload, err := names.Get([]byte(name))
	if payload == nil || err != nil {
		return 0, err
	}
	return DecodeGraphNumber(name, payload)
}

// graphID does the same in a transaction.
func graphID(tx *bbolt.Tx, name string) (uint64, error) {
	names, err := table.Names.Scan(tx)
	if err != nil {
		return 0, err
	}
	return GraphID(names, name)
}

// EncodeGraphNumber returns the payload of an entry of the table of names.
func EncodeGraphNumber(id uint64) []byte { return binary.AppendUvarint(nil, id) }

// DecodeGraphNumber reads an entry of the table of names.
func DecodeGraphNumber(name string, payload []byte) (uint64, error) {
	f := codec.Fields{Rest: string(payload)}
	id := f.Uvarint()
	if id == 0 {
		f.Broken = true
	}
	return id, f.Err("the number of " + name)
}
