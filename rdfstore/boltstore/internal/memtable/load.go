package memtable

import (
	"errors"
	"slices"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore/boltstore/internal/postings"
	"vitrine/rdfstore/boltstore/internal/table"
)

// Load returns what the index lacks, from the pending table. Where that is damaged, Damage says so.
func Load(tx *bbolt.Tx) (*Memtable, error) {
	c, err := GetCheckpoint(tx)
	if err != nil {
		return nil, err
	}
	m := &Memtable{Checkpoint: c}
	m.Damage = m.load(tx)
	return m, nil
}

// maxUnmerged is how many changes are loaded before they are made one list, so that
// loading takes no more memory than what they come to.
const maxUnmerged = 1 << 20

// load loads the changes, and counts the active ones.
func (m *Memtable) load(tx *bbolt.Tx) error {
	s, err := table.Pending.Scan(tx)
	if err != nil {
		return err
	}
	var frozen, active [][]postings.Change
	unmerged := 0
	k, payload, err := s.First()
	for ; k != nil && err == nil; k, payload, err = s.Next() {
		seq, err := table.KeyNumber(table.Pending, k)
		if err != nil {
			return err
		}
		changes, err := DecodeEntry(k, payload)
		if err != nil {
			return err
		}
		if seq <= m.Checkpoint.UpTo {
			frozen = append(frozen, postings.NewRun(changes).After(m.Checkpoint.Place))
		} else {
			active = append(active, changes)
			m.Entries++
			m.Written += len(changes)
		}
		if unmerged += len(changes); unmerged < maxUnmerged {
			continue
		}
		unmerged = 0
		if err := errors.Join(mergeLists(&frozen), mergeLists(&active)); err != nil {
			return err
		}
	}
	if err = errors.Join(err, mergeLists(&frozen), mergeLists(&active)); err != nil {
		return err
	}
	m.Frozen, m.Active = runOf(frozen), runOf(active)
	return nil
}

// mergeLists makes one list of some.
func mergeLists(lists *[][]postings.Change) error {
	changes, err := postings.MergeChanges(*lists)
	*lists = [][]postings.Change{changes}
	return err
}

// runOf returns the run of a list of changes, none where that is empty.
func runOf(lists [][]postings.Change) []postings.Run {
	if changes := slices.Concat(lists...); len(changes) > 0 {
		return []postings.Run{postings.NewRun(changes)}
	}
	return nil
}
