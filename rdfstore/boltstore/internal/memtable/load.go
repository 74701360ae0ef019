package memtable

import (
	"errors"
	"slices"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/postings"
	"vitrine/rdfstore/boltstore/internal/record"
	"vitrine/rdfstore/boltstore/internal/table"
)

// Load returns what the tables lack: changes of names from the log, and those of the index
// from the pending table. Where the pending table is damaged, Damage says so, and the
// names are there all the same.
func Load(tx *bbolt.Tx) (*Memtable, error) {
	c, err := GetCheckpoint(tx)
	if err != nil {
		return nil, err
	}
	m := &Memtable{Checkpoint: c}
	frozen, active := Run{}, Run{}
	last, err := loadNames(tx, c, &frozen, &active)
	if err != nil {
		return nil, err
	}
	m.Damage = m.loadPostings(tx, &frozen, &active)
	m.Entries = max(m.Entries, int(last-min(last, c.logged())))
	if frozen.Len() > 0 {
		m.Frozen = []Run{frozen}
	}
	if active.Len() > 0 {
		m.Active = []Run{active}
	}
	return m, nil
}

// loadNames loads the changes of names, and returns the number of the last entry of the log.
func loadNames(tx *bbolt.Tx, c Checkpoint, frozen, active *Run) (last uint64, err error) {
	log, err := record.OpenLog(tx)
	if err != nil {
		return 0, err
	}
	last = c.logged()
	for e, err := range log.From(c.Names.Merged + 1) {
		if err != nil {
			return 0, err
		}
		last = e.Seq
		change := NameChange{e.Name.String(), e.Graph}
		switch {
		case e.Kind == rdfstore.Updated:
		case last <= c.Names.Frozen:
			frozen.Names = append(frozen.Names, change)
		default:
			active.Names = append(active.Names, change)
		}
	}
	frozen.Names, active.Names = sortNames(frozen.Names), sortNames(active.Names)
	done, found := searchName(frozen.Names, c.Names.Name)
	if found {
		done++
	}
	frozen.Names = frozen.Names[done:]
	return last, nil
}

// sortNames returns changes in order, the last that was made of each name.
func sortNames(changes []NameChange) []NameChange {
	lists := make([][]NameChange, len(changes))
	for i := range changes {
		lists[i] = changes[i : i+1]
	}
	sorted, _ := nameRule.Lists(lists) // newer ones win, which is no error
	return sorted
}

// maxUnmerged is how many changes are loaded before they are made one list, so that
// loading takes no more memory than what they come to.
const maxUnmerged = 1 << 20

// loadPostings loads the changes of the index, and counts the active ones.
func (m *Memtable) loadPostings(tx *bbolt.Tx, frozenRun, activeRun *Run) error {
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
		if seq <= m.Checkpoint.Index.UpTo {
			frozen = append(frozen, postings.NewRun(changes).After(m.Checkpoint.Index.Place))
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
	frozenRun.Postings, activeRun.Postings = postings.NewRun(slices.Concat(frozen...)), postings.NewRun(slices.Concat(active...))
	return nil
}

// mergeLists makes one list of some.
func mergeLists(lists *[][]postings.Change) error {
	changes, err := postings.MergeChanges(*lists)
	*lists = [][]postings.Change{changes}
	return err
}
