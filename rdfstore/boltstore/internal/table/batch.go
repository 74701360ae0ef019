package table

import (
	"encoding/binary"
	"fmt"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
)

// Batch is a list of changes of tables: the write batch of a commit. It is applied to
// a transaction, and written as bytes to the write-ahead log. The zero value is an
// empty one.
type Batch struct{ changes []tableChange }

// tableChange is one change: entries that a table gets, whose values have room for
// their seal, or a key whose entry goes.
type tableChange struct {
	table   Table
	entries []Entry
	gone    []byte
}

// Insert adds that a table gets entries, each key once, in any order. Their values
// have room for their seal and are not to be changed from now on.
func (b *Batch) Insert(t Table, entries []Entry) {
	if len(entries) > 0 {
		b.changes = append(b.changes, tableChange{table: t, entries: entries})
	}
}

// Put adds that a table gets an entry.
func (b *Batch) Put(t Table, key, payload []byte) {
	b.Insert(t, []Entry{{Key: key, Value: ValueOf(payload)}})
}

// Delete adds that an entry goes, if there is one.
func (b *Batch) Delete(t Table, key []byte) {
	b.changes = append(b.changes, tableChange{table: t, gone: key})
}

// Apply carries out the changes.
func (b *Batch) Apply(tx *bbolt.Tx) error {
	for _, c := range b.changes {
		var err error
		if c.gone != nil {
			err = c.table.Delete(tx, c.gone)
		} else {
			err = c.table.Insert(tx, c.entries)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Append appends the changes as bytes: for each the tag of the table and a number,
// which is 0 where an entry goes, whose key follows, and else that of the entries,
// each with its key and its payload. Keys and payloads have their length before them.
func (b *Batch) Append(to []byte) []byte {
	for _, c := range b.changes {
		to = append(to, c.table.tag)
		to = binary.AppendUvarint(to, uint64(len(c.entries)))
		if c.gone != nil {
			to = appendBytes(to, c.gone)
		}
		for _, e := range c.entries {
			to = appendBytes(to, e.Key)
			to = appendBytes(to, e.Value[SealSize:])
		}
	}
	return to
}

// Size is about how many bytes Append appends, and not less.
func (b *Batch) Size() int {
	size := 0
	for _, c := range b.changes {
		size += 1 + binary.MaxVarintLen64 + len(c.gone)
		for _, e := range c.entries {
			size += 2*binary.MaxVarintLen32 + len(e.Key) + len(e.Value)
		}
	}
	return size
}

func appendBytes(to, b []byte) []byte {
	to = binary.AppendUvarint(to, uint64(len(b)))
	return append(to, b...)
}

// DecodeBatch reads a batch. The error wraps rdfstore.ErrCorrupt.
func DecodeBatch(data []byte) (*Batch, error) {
	f := Fields{Rest: string(data)}
	b := &Batch{}
	for f.Rest != "" && !f.Broken {
		t, err := tagged(f.Take(1)[0])
		if err != nil {
			return nil, err
		}
		n := f.Length()
		if n == 0 {
			b.Delete(t, []byte(f.Text()))
			continue
		}
		entries := make([]Entry, 0, min(n, 1024))
		for range n {
			entries = append(entries, Entry{Key: []byte(f.Text()), Value: ValueOf([]byte(f.Text()))})
		}
		b.Insert(t, entries)
	}
	return b, f.Err("a batch of the write-ahead log")
}

// tagged returns the table with a tag.
func tagged(tag byte) (Table, error) {
	for _, t := range All() {
		if t.tag == tag {
			return t, nil
		}
	}
	return Table{}, fmt.Errorf("%w: no table has the tag %q", rdfstore.ErrCorrupt, tag)
}
