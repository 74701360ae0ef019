package record

import (
	"encoding/binary"
	"time"

	"github.com/knakk/rdf"
	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/table"
	"vitrine/rdfstore/codec"
)

// GetTombstone returns what is left of a deleted entity, nil where nothing is.
func GetTombstone(tx *bbolt.Tx, name rdf.IRI) (*rdfstore.DeletedError, error) {
	if name.String() == "" {
		return nil, nil
	}
	payload, err := table.Tombstones.Get(tx, []byte(name.String()))
	if payload == nil || err != nil {
		return nil, err
	}
	f := codec.Fields{Rest: string(payload)}
	deleted := &rdfstore.DeletedError{Name: name, Version: f.Uvarint(), Time: f.Time()}
	if err := f.Err("the tombstone of " + name.String()); err != nil {
		return nil, err
	}
	// The log alone has the successor, which few have.
	key := table.NumberKey(deleted.Version)
	if payload, err = table.Log.Get(tx, key); payload == nil || err != nil {
		return deleted, err
	}
	entry, err := DecodeLogEntry(key, payload)
	deleted.Successor = entry.Successor
	return deleted, err
}

// PutTombstone adds to a batch that a tombstone is stored.
func PutTombstone(b *table.Batch, name rdf.IRI, version uint64, at time.Time) {
	payload := codec.AppendTime(binary.AppendUvarint(nil, version), at)
	b.Put(table.Tombstones, []byte(name.String()), payload)
}
