package record

import (
	"encoding/binary"
	"time"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/table"
	"vitrine/rdfstore/codec"
	"vitrine/rdfstore/graph"
)

// AppendLogEntry appends the payload of an entry, whose name has the graph with
// the number after the commit that writes it: 0 where it has none.
func AppendLogEntry(b []byte, e rdfstore.LogEntry, graph uint64) []byte {
	b = codec.AppendTime(append(b, byte(e.Kind)), e.Time)
	b = binary.AppendUvarint(b, graph)
	b = codec.AppendText(b, e.Class.String())
	return append(b, e.Name.String()...)
}

// DecodeLogName reads of an entry what it says of its name: what happened, and
// the number of the graph that the name has afterwards, 0 for none.
func DecodeLogName(key, payload []byte) (kind rdfstore.Kind, name string, id uint64, err error) {
	f := codec.Fields{Rest: string(payload)}
	first := f.Take(1)
	f.Time()
	id = f.Uvarint()
	f.Text()
	if f.Broken || f.Rest == "" {
		return 0, "", 0, table.Log.Corrupt(key, "the entry does not decode")
	}
	return rdfstore.Kind(first[0]), f.Rest, id, nil
}

// DecodeLogEntry reads an entry of the log.
func DecodeLogEntry(key, payload []byte) (rdfstore.LogEntry, error) {
	if len(key) != 8 {
		return rdfstore.LogEntry{}, table.Log.Corrupt(key, "the key is of a wrong length")
	}
	f := codec.Fields{Rest: string(payload)}
	kind := f.Take(1)
	e := rdfstore.LogEntry{Seq: binary.BigEndian.Uint64(key), Time: f.Time()}
	f.Uvarint()
	class, name := f.Text(), f.Rest
	if f.Broken || name == "" {
		return e, table.Log.Corrupt(key, "the entry does not decode")
	}
	e.Kind = rdfstore.Kind(kind[0])
	var err error
	if e.Name, err = graph.IRI(name); err != nil {
		return e, table.Log.Corrupt(key, err.Error())
	}
	if class != "" {
		if e.Class, err = graph.IRI(class); err != nil {
			return e, table.Log.Corrupt(key, err.Error())
		}
	}
	return e, nil
}

// LastChange returns the newest entry, the zero entry where there is none.
func LastChange(tx *bbolt.Tx) (rdfstore.LogEntry, error) {
	s, err := table.Log.Scan(tx)
	if err != nil {
		return rdfstore.LogEntry{}, err
	}
	key, payload, err := s.Last()
	if key == nil || err != nil {
		return rdfstore.LogEntry{}, err
	}
	return DecodeLogEntry(key, payload)
}

// TimeAfter returns the time of an entry that comes after the last: now, or that of
// the last where the clock was put back.
func TimeAfter(last rdfstore.LogEntry) time.Time {
	now := time.Now().UTC().Round(0)
	if now.Before(last.Time) {
		return last.Time
	}
	return now
}
