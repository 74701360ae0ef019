package record

import (
	"time"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/table"
	"vitrine/rdfstore/codec"
	"vitrine/rdfstore/graph"
)

// logDecoder reads the entries of a block one after the other. It stands at one of them.
type logDecoder struct {
	key    []byte
	fields codec.Fields
	// following is the number of the entry after this.
	following uint64

	kind       byte
	seq, first uint64
	time       int64
	texts      sharedTexts
	successor  string
}

func newLogDecoder(key, payload []byte) (*logDecoder, error) {
	seq, err := table.KeyNumber(table.Log, key)
	if err == nil && len(payload) == 0 {
		err = table.Log.Corrupt(key, "the block is empty")
	}
	return &logDecoder{key: key, fields: codec.Fields{Rest: string(payload)}, following: seq}, err
}

// next goes on to the next entry. It returns false at the end, and where that does not decode.
func (d *logDecoder) next() bool {
	f := &d.fields
	if f.Rest == "" {
		return false
	}
	d.kind, d.seq = f.Take(1)[0], d.following
	d.following++
	back := f.Uvarint()
	if back >= d.seq {
		f.Broken = true
	}
	d.first = d.seq - back
	d.time += f.Varint()
	readShared(f, &d.texts.class)
	if back == 0 {
		if readShared(f, &d.texts.name); len(d.texts.name) == 0 {
			f.Broken = true
		}
	}
	if d.successor = ""; d.kind&succeeded != 0 {
		d.successor = f.Text()
	}
	if d.kind&signed != 0 {
		readShared(f, &d.texts.author)
		readShared(f, &d.texts.message)
	}
	return !f.Broken
}

// err returns the error where an entry did not decode.
func (d *logDecoder) err() error {
	if d.fields.Broken {
		return table.Log.Corrupt(d.key, "the entry does not decode")
	}
	return nil
}

// entry returns the entry, with its name only where it is the first about that.
func (d *logDecoder) entry() (Logged, error) {
	e := Logged{First: d.first}
	e.Seq, e.Kind, e.Time, e.Purged = d.seq, rdfstore.Kind(d.kind&kinds), time.Unix(0, d.time).UTC(), d.kind&purged != 0
	if d.kind&signed != 0 {
		e.Author, e.Message = string(d.texts.author), string(d.texts.message)
	}
	name := ""
	if d.first == d.seq {
		name = string(d.texts.name)
	}
	for _, iri := range []struct {
		text string
		to   *rdf.IRI
	}{{name, &e.Name}, {string(d.texts.class), &e.Class}, {d.successor, &e.Successor}} {
		if iri.text == "" {
			continue
		}
		var err error
		if *iri.to, err = graph.IRI(iri.text); err != nil {
			return e, table.Log.Corrupt(d.key, err.Error())
		}
	}
	return e, nil
}
