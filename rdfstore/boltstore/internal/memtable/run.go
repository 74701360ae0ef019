package memtable

import (
	"vitrine/rdfstore/boltstore/internal/postings"
)

// Run is a sorted run of changes: of the index, and of names. It never changes.
type Run struct {
	Postings postings.Run
	Names    []NameChange
}

// Len returns the number of changes.
func (r Run) Len() int { return r.Postings.Len() + len(r.Names) }

// MergeRuns returns what runs come to, oldest first, as one run.
func MergeRuns(runs []Run) (Run, error) {
	var lists [][]postings.Change
	var names [][]NameChange
	for _, r := range runs {
		if r.Postings.Len() > 0 {
			lists = append(lists, r.Postings.Changes[r.Postings.Start:])
		}
		if len(r.Names) > 0 {
			names = append(names, r.Names)
		}
	}
	changes, err := postings.MergeChanges(lists)
	if err != nil {
		return Run{}, err
	}
	merged, err := nameRule.Lists(names)
	return Run{postings.NewRun(changes), merged}, err
}

// Compaction is what some active runs come to.
type Compaction struct {
	// freezes tells which runs were active then. The compacted ones have the numbers
	// from and up to, but for to itself.
	freezes, from, to int
	run               Run
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
	after.Active = append(make([]Run, 0, len(m.Active)), m.Active[:c.from]...)
	if c.run.Len() > 0 {
		after.Active = append(after.Active, c.run)
	}
	after.Active = append(after.Active, m.Active[c.to:]...)
	after.Fresh = len(m.Active) - c.to
	return &after
}
