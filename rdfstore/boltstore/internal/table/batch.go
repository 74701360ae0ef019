package table

import "go.etcd.io/bbolt"

// Batch is a list of changes of tables: the write batch of a commit, which is applied to
// a transaction. The zero value is an empty one.
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
