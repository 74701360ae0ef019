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
	if e.Purged {
		kind |= purged
	}
	if e.Author != "" || e.Message != "" {
		kind |= signed
	}
	b = codec.AppendTime(append(b, kind), e.Time)
	b = binary.AppendUvarint(b, graph)
	b = codec.AppendText(b, e.Class.String())
	if e.Successor != (rdf.IRI{}) {
		b = codec.AppendText(b, e.Successor.String())
	}
	if kind&signed != 0 {
		b = codec.AppendText(codec.AppendText(b, e.Author), e.Message)
	}
	return append(b, e.Name.String()...)
}

// The bits of the kind that tell that an entry has a successor, is of a purge, and has an author or
// a message.
const (
	succeeded = 0x80
	purged    = 0x40
	signed    = 0x20
	kinds     = signed - 1
)

// fields are those of the payload of an entry.
type fields struct {
	kind                   rdfstore.Kind
	time                   time.Time
	graph                  uint64
	class, successor, name string
	purged                 bool
	author, message        string
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
	if !f.Broken && kind[0]&signed != 0 {
		if e.author, e.message = f.Text(), f.Text(); e.author == "" && e.message == "" {
			f.Broken = true
		}
	}
	if e.name = f.Rest; f.Broken || e.name == "" {
		return e, table.Log.Corrupt(key, "the entry does not decode")
	}
	e.kind, e.purged = rdfstore.Kind(kind[0]&kinds), kind[0]&purged != 0
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
	e := rdfstore.LogEntry{Seq: binary.BigEndian.Uint64(key), Kind: f.kind, Time: f.time, Purged: f.purged, Author: f.author, Message: f.message}
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

// GetLogEntry returns the entry with a number that something in the store refers to.
func GetLogEntry(tx *bbolt.Tx, seq uint64) (rdfstore.LogEntry, error) {
	key := table.NumberKey(seq)
	payload, err := table.Log.Get(tx, key)
	if payload == nil && err == nil {
		err = table.Log.Corrupt(key, "the entry is missing")
	}
	if err != nil {
		return rdfstore.LogEntry{}, err
	}
	return DecodeLogEntry(key, payload)
}

// Unsign adds to a batch that the entries about a name, of which a number is the first, have no
// author and no message any more.
func Unsign(tx *bbolt.Tx, b *table.Batch, name string, first uint64) error {
	s, err := table.Log.Scan(tx)
	if err != nil {
		return err
	}
	var unsigned []table.Entry
	k, payload, err := s.Seek(table.NumberKey(first))
	for ; k != nil && err == nil; k, payload, err = s.Next() {
		if len(payload) == 0 || payload[0]&signed == 0 {
			continue
		}
		_, about, graph, err := DecodeLogName(k, payload)
		if err != nil {
			return err
		}
		if about != name {
			continue
		}
		entry, err := DecodeLogEntry(k, payload)
		if err != nil {
			return err
		}
		entry.Author, entry.Message = "", ""
		unsigned = append(unsigned, table.Entry{Key: table.NumberKey(entry.Seq), Value: AppendLogEntry(table.NewValue(len(payload)), entry, graph)})
	}
	b.Insert(table.Log, unsigned)
	return err
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
