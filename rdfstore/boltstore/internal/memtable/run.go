package memtable

import (
	"vitrine/rdfstore/boltstore/internal/postings"
)

// MergeRuns returns what runs come to, oldest first, as one run.
func MergeRuns(runs []postings.Run) (postings.Run, error) {
	lists := make([][]postings.Change, len(runs))
	for i, r := range runs {
		lists[i] = r.Changes[r.Start:]
	}
	changes, err := postings.MergeChanges(lists)
	return postings.NewRun(changes), err
}

// Compaction is what some active runs come to.
type Compaction struct {
	// freezes tells which runs were active then. The compacted ones have the numbers
	// from and up to, but for to itself.
	freezes, from, to int
	run               postings.Run
	Err               error
}

// Compact makes the fresh runs one, and one with those before that are not much
// longer.
func (m *Memtable) Compact() Compaction {
	c := Compaction{freezes: m.freezes, from: len(m.Active) - m.Fresh, to: len(m.Active)}
	size := 0
	for _, r := range m.Active[c.from:] {
		size += r.Len()
	}
	for ; c.from > 0 && m.Active[c.from-1].Len() <= 2*size; c.from-- {
		size += m.Active[c.from-1].Len()
	}
	c.run, c.Err = MergeRuns(m.Active[c.from:])
	return c
}

// ApplyCompaction returns m with what was compacted. It is m itself where the runs
// have been frozen since.
func (m *Memtable) ApplyCompaction(c Compaction) *Memtable {
	if c.freezes != m.freezes {
		return m
	}
	after := *m
	after.Active = append(make([]postings.Run, 0, len(m.Active)), m.Active[:c.from]...)
	if c.run.Len() > 0 {
		after.Active = append(after.Active, c.run)
	}
	after.Active = append(after.Active, m.Active[c.to:]...)
	after.Fresh = len(m.Active) - c.to
	return &after
}
