package boltstore

import (
	"encoding/binary"

	"github.com/knakk/rdf"
	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// putLogEntry appends an entry to the log.
func putLogEntry(tx *bbolt.Tx, e rdfstore.LogEntry) error {
	return logTable.put(tx, number(e.Seq), encodeLogEntry(e))
}

func encodeLogEntry(e rdfstore.LogEntry) []byte {
	b := []byte{byte(e.Kind)}
	b = appendTime(b, e.Time)
	b = appendText(b, e.Class.String())
	return append(b, e.Name.String()...)
}

func decodeLogEntry(key, payload []byte) (rdfstore.LogEntry, error) {
	if len(key) != 8 {
		return rdfstore.LogEntry{}, logTable.corrupt(key, "the key is of a wrong length")
	}
	f := fields{rest: string(payload)}
	kind := f.take(1)
	e := rdfstore.LogEntry{Seq: binary.BigEndian.Uint64(key), Time: f.time()}
	class, name := f.text(), f.rest
	if f.broken || name == "" {
		return e, logTable.corrupt(key, "the entry does not decode")
	}
	e.Kind = rdfstore.Kind(kind[0])
	var err error
	if e.Name, err = graph.IRI(name); err != nil {
		return e, logTable.corrupt(key, err.Error())
	}
	if class != "" {
		if e.Class, err = graph.IRI(class); err != nil {
			return e, logTable.corrupt(key, err.Error())
		}
	}
	return e, nil
}

// lastChange returns the newest entry, the zero entry where there is none.
func lastChange(tx *bbolt.Tx) (rdfstore.LogEntry, error) {
	s, err := logTable.scan(tx)
	if err != nil {
		return rdfstore.LogEntry{}, err
	}
	key, payload, err := s.last()
	if key == nil || err != nil {
		return rdfstore.LogEntry{}, err
	}
	return decodeLogEntry(key, payload)
}

// class is an entry of the classes table.
type class struct {
	iri rdf.IRI
	// id is the class's number, under which its entities are listed.
	id uint64
	// entities is how many there are.
	entities uint64
}

func decodeClass(key, payload []byte) (class, error) {
	f := fields{rest: string(payload)}
	c := class{id: f.uvarint(), entities: f.uvarint()}
	if err := f.err("class " + string(key)); err != nil {
		return c, err
	}
	var err error
	if c.iri, err = graph.IRI(string(key)); err != nil {
		return c, classesTable.corrupt(key, err.Error())
	}
	return c, nil
}

// getClass returns a class, with number 0 where no entity is of it.
func getClass(tx *bbolt.Tx, iri rdf.IRI) (class, error) {
	payload, err := classesTable.get(tx, []byte(iri.String()))
	if payload == nil || err != nil {
		return class{iri: iri}, err
	}
	return decodeClass([]byte(iri.String()), payload)
}

// putClass stores a class, or removes one that has no entities.
func putClass(tx *bbolt.Tx, c class) error {
	key := []byte(c.iri.String())
	if c.entities == 0 {
		return classesTable.delete(tx, key)
	}
	return classesTable.put(tx, key, binary.AppendUvarint(binary.AppendUvarint(nil, c.id), c.entities))
}

// memberSize is the length of the number before the name in a key of the
// members table, in bytes.
const memberSize = 4

// memberKey is the key under which an entity is listed in a class.
func memberKey(id uint64, name string) []byte {
	return append(binary.BigEndian.AppendUint32(nil, uint32(id)), name...)
}
