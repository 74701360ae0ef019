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

// Tombstone is what the table of tombstones has of a deleted entity.
type Tombstone struct {
	// Version is the number of the last entry about the name: its deletion, or a purge after it.
	Version uint64
	Time    time.Time
	// First is the number of the first entry that the log has of the name.
	First uint64
}

// GetTombstone returns what is left of a deleted entity, false where nothing is.
func GetTombstone(tx *bbolt.Tx, name string) (Tombstone, bool, error) {
	if name == "" {
		return Tombstone{}, false, nil
	}
	payload, err := table.Tombstones.Get(tx, []byte(name))
	if payload == nil || err != nil {
		return Tombstone{}, false, err
	}
	t, err := DecodeTombstone(name, payload)
	return t, err == nil, err
}

// DecodeTombstone reads the tombstone of a name.
func DecodeTombstone(name string, payload []byte) (Tombstone, error) {
	f := codec.Fields{Rest: string(payload)}
	t := Tombstone{Version: f.Uvarint(), Time: f.Time(), First: f.Uvarint()}
	return t, f.Err("the tombstone of " + name)
}

// Encode returns the payload of a tombstone.
func (t Tombstone) Encode() []byte {
	return binary.AppendUvarint(codec.AppendTime(binary.AppendUvarint(nil, t.Version), t.Time), t.First)
}

// Deletion returns the error about a name that an entry of the log deleted.
func Deletion(tx *bbolt.Tx, name rdf.IRI, version uint64) error {
	entry, err := GetLogEntry(tx, version)
	if err != nil {
		return err
	}
	if entry.Name != name || entry.Kind != rdfstore.Deleted {
		return table.Log.Corrupt(table.NumberKey(version), "it is not the deletion of "+name.String())
	}
	return &rdfstore.DeletedError{Name: name, Version: version, Time: entry.Time, Successor: entry.Successor}
}
