// Package record writes and reads what the tables of a store hold but for the index and the
// records of graphs: the dictionary of the texts that graphs share, the entries of the log,
// tombstones, classes, and what a store says of itself. docs/store.md draws them byte by byte.
//
// Bytes that do not decode give an error that wraps rdfstore.ErrCorrupt. The package
// knows nothing of patterns, nor of changes that wait to be written.
package record

import (
	"encoding/binary"

	"github.com/knakk/rdf"
	"go.etcd.io/bbolt"

	"vitrine/rdfstore/boltstore/internal/table"
	"vitrine/rdfstore/codec"
	"vitrine/rdfstore/graph"
)

// Class is an entry of the classes table.
type Class struct {
	IRI rdf.IRI
	// ID is the class's number, under which the index lists its entities.
	ID uint64
	// Entities is how many there are.
	Entities uint64
}

func DecodeClass(key, payload []byte) (Class, error) {
	f := codec.Fields{Rest: string(payload)}
	c := Class{ID: f.Uvarint(), Entities: f.Uvarint()}
	if err := f.Err("class " + string(key)); err != nil {
		return c, err
	}
	var err error
	if c.IRI, err = graph.IRI(string(key)); err != nil {
		return c, table.Classes.Corrupt(key, err.Error())
	}
	return c, nil
}

// GetClass returns a class, with number 0 where no entity is of it.
func GetClass(tx *bbolt.Tx, iri rdf.IRI) (Class, error) {
	payload, err := table.Classes.Get(tx, []byte(iri.String()))
	if payload == nil || err != nil {
		return Class{IRI: iri}, err
	}
	return DecodeClass([]byte(iri.String()), payload)
}

// Encode returns the entry of a class that has entities.
func (c Class) Encode() []byte {
	return binary.AppendUvarint(binary.AppendUvarint(nil, c.ID), c.Entities)
}

// PutClass adds to a batch that a class is stored, or removed where it has no
// entities.
func PutClass(b *table.Batch, c Class) {
	key := []byte(c.IRI.String())
	if c.Entities == 0 {
		b.Delete(table.Classes, key)
		return
	}
	b.Put(table.Classes, key, c.Encode())
}
