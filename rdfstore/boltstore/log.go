package boltstore

import (
	"encoding/binary"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// appendLogEntry appends the payload of an entry, whose name has the graph with
// the number after the commit that writes it: 0 where it has none.
func appendLogEntry(b []byte, e rdfstore.LogEntry, graph uint64) []byte {
	b = appendTime(append(b, byte(e.Kind)), e.Time)
	b = binary.AppendUvarint(b, graph)
	b = appendText(b, e.Class.String())
	return append(b, e.Name.String()...)
}

// decodeNameChange reads of an entry what it says of its name.
func decodeNameChange(key, payload []byte) (rdfstore.Kind, nameChange, error) {
	f := fields{rest: string(payload)}
	kind := f.take(1)
	f.time()
	graph := f.uvarint()
	f.text()
	if f.broken || f.rest == "" {
		return 0, nameChange{}, logTable.corrupt(key, "the entry does not decode")
	}
	return rdfstore.Kind(kind[0]), nameChange{f.rest, graph}, nil
}

func decodeLogEntry(key, payload []byte) (rdfstore.LogEntry, error) {
	if len(key) != 8 {
		return rdfstore.LogEntry{}, logTable.corrupt(key, "the key is of a wrong length")
	}
	f := fields{rest: string(payload)}
	kind := f.take(1)
	e := rdfstore.LogEntry{Seq: binary.BigEndian.Uint64(key), Time: f.time()}
	f.uvarint()
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
