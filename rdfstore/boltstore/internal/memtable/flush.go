package memtable

import (
	"encoding/binary"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore/boltstore/internal/postings"
	"vitrine/rdfstore/boltstore/internal/table"
)

// Flush is what some of the frozen changes, from the first on, come to in the tables:
// names as long as there are any, then blocks of the index.
type Flush struct {
	// Frozen are all frozen changes, as one run. Names and Changes are how many of
	// the two kinds the flush has.
	Frozen         Run
	Names, Changes int
	index, counts  []table.Edit
	Err            error
}

// Prepare works out a flush from a transaction that reads, of so many names or changed
// blocks at most. What it finds in the tables holds until another flush is written.
func (f *Flush) Prepare(tx *bbolt.Tx, most int) error {
	if f.Names = min(len(f.Frozen.Names), most); f.Names > 0 {
		return nil
	}
	u, err := postings.NewUpdate(tx)
	if err != nil {
		return err
	}
	changes := f.Frozen.Postings.Changes[f.Frozen.Postings.Start:]
	for cut := false; !cut && f.Changes < len(changes) && len(u.Edits) < most; {
		var n int
		if n, cut, err = u.Block(changes[f.Changes:]); err != nil {
			return err
		}
		f.Changes += n
	}
	f.index = u.Edits
	f.counts, err = u.Counts.Edits()
	return err
}

// Write writes the flush.
func (f *Flush) Write(tx *bbolt.Tx) error {
	if err := writeNames(tx, f.Frozen.Names[:f.Names]); err != nil {
		return err
	}
	if err := table.Index.Apply(tx, f.index); err != nil {
		return err
	}
	return table.Counts.Apply(tx, f.counts)
}

// writeNames writes changes of names, which are in order, into their table.
func writeNames(tx *bbolt.Tx, changes []NameChange) error {
	var puts []table.Entry
	for _, c := range changes {
		if c.Graph > 0 {
			puts = append(puts, table.Entry{Key: []byte(c.Name), Value: binary.AppendUvarint(table.NewValue(binary.MaxVarintLen64), c.Graph)})
			continue
		}
		if err := table.Names.Delete(tx, []byte(c.Name)); err != nil {
			return err
		}
	}
	return table.Names.Insert(tx, puts)
}
