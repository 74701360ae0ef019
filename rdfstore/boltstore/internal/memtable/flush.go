package memtable

import (
	"go.etcd.io/bbolt"

	"vitrine/rdfstore/boltstore/internal/postings"
	"vitrine/rdfstore/boltstore/internal/table"
)

// Flush is what some of the frozen changes, from the first on, come to in the tables.
type Flush struct {
	// Frozen are all frozen changes, as one run. Changes is how many of them the flush
	// has.
	Frozen        postings.Run
	Changes       int
	index, counts []table.Edit
	Err           error
}

// Prepare works out a flush from a transaction that reads, of so many changed
// blocks at most. What it finds in the tables holds until another flush is written.
func (f *Flush) Prepare(tx *bbolt.Tx, most int) error {
	u, err := postings.NewUpdate(tx)
	if err != nil {
		return err
	}
	changes := f.Frozen.Changes[f.Frozen.Start:]
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
	if err := table.Index.Apply(tx, f.index); err != nil {
		return err
	}
	return table.Counts.Apply(tx, f.counts)
}
