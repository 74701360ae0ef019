package record

import (
	"encoding/binary"
	"time"

	"github.com/knakk/rdf"
	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/table"
	"vitrine/rdfstore/codec"
	"vitrine/rdfstore/graph"
)

// AppendLogEntry appends the payload of an entry, whose name has the graph with
// the number after the commit that writes it: 0 where it has none.
func AppendLogEntry(b []byte, e rdfstore.LogEntry, graph uint64) []byte {
	kind := byte(e.Kind)
	if e.Successor != (rdf.IRI{}) {
		kind |= succeeded
	}
	b = codec.AppendTime(append(b, kind), e.Time)
	b = binary.AppendUvarint(b, graph)
	b = codec.AppendText(b, e.Class.String())
	if e.Successor != (rdf.IRI{}) {
		b = codec.AppendText(b, e.Successor.String())
	}
	return append(b, e.Name.String()...)
}

// succeeded is the bit of the kind that tells that an entry has a successor.
const succeeded = 0x80

// fields are those of the payload of an entry.
type fields struct {
	kind                   rdfstore.Kind
	time                   time.Time
	graph                  uint64
	class, successor, name string
}

func readFields(key, payload []byte) (e fields, err error) {
	f := codec.Fields{Rest: string(payload)}
	kind := f.Take(1)
	e.time, e.graph, e.class = f.Time(), f.Uvarint(), f.Text()
	if !f.Broken && kind[0]&succeeded != 0 {
		if e.successor = f.Text(); e.successor == "" {
			f.Broken = true
		}
	}
	if e.name = f.Rest; f.Broken || e.name == "" {
		return e, table.Log.Corrupt(key, "the entry does not decode")
	}
	e.kind = rdfstore.Kind(kind[0] &^ succeeded)
	return e, nil
}

// DecodeLogName reads of an entry what it says of its name: what happened, and
// the number of the graph that the name has afterwards, 0 for none.
func DecodeLogName(key, payload []byte) (kind rdfstore.Kind, name string, id uint64, err error) {
	f, err := readFields(key, payload)
	return f.kind, f.name, f.graph, err
}

// DecodeLogEntry reads an entry of the log.
func DecodeLogEntry(key, payload []byte) (rdfstore.LogEntry, error) {
	if len(key) != 8 {
		return rdfstore.LogEntry{}, table.Log.Corrupt(key, "the key is of a wrong length")
	}
	f, err := readFields(key, payload)
	e := rdfstore.LogEntry{Seq: binary.BigEndian.Uint64(key), Kind: f.kind, Time: f.time}
	if err != nil {
		return e, err
	}
	for _, iri := range []struct {
		text string
		to   *rdf.IRI
	}{{f.name, &e.Name}, {f.class, &e.Class}, {f.successor, &e.Successor}} {
		if iri.text == "" {
			continue
		}
		if *iri.to, err = graph.IRI(iri.text); err != nil {
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
