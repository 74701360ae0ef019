// Package memtable holds what the index of a store lacks: changes that were committed and
// not flushed yet. A Memtable never changes; each method that adds to it or takes from it
// returns another, so that readers need no lock.
//
// A commit writes its changes to the pending table, where they are read when the store is
// opened again. In memory they are in sorted runs, which are compacted in the background,
// frozen when they are many, and flushed in order; a Checkpoint in the meta table says how
// far that is.
//
// The package decides nothing: when to freeze, flush, compact or load is for the
// writer of the store. It starts no goroutines.
package memtable

import (
	"iter"
	"slices"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore/boltstore/internal/postings"
)

// Memtable is what the index lacks, as of one commit. It never changes.
//
// A commit need not touch the many blocks of the index that its changes belong to;
// readers see the index and the changes together. Where there are
// many, they are frozen and flushed in order, so that each block takes up many of them.
type Memtable struct {
	// Frozen are the changes that are being flushed, oldest first. Once some are
	// flushed, the rest is one run.
	Frozen []postings.Run
	// Active are the changes after those, oldest first. Each run is more than
	// twice as long as the next, but for the fresh ones at the end, which have not
	// been compacted: one for each graph that the last commits wrote, or for all of
	// a commit of many.
	Active []postings.Run
	Fresh  int
	// freezes is how often active runs have become frozen ones.
	freezes int
	// Entries is how many entries of the log were written since then, and Written how
	// many changes those brought, of which some may cancel each other out.
	Entries, Written int
	Checkpoint       Checkpoint
	// Damage is what keeps the changes from being read, nil where all are here.
	Damage error
}

// Len returns the number of changes of the index in memory.
func (m *Memtable) Len() int {
	n := 0
	for _, runs := range [][]postings.Run{m.Frozen, m.Active} {
		for _, r := range runs {
			n += r.Len()
		}
	}
	return n
}

// Add returns m with more runs, which so many entries of the log brought.
func (m *Memtable) Add(runs []postings.Run, entries int) *Memtable {
	after := *m
	after.Active = append(slices.Clip(m.Active), runs...)
	for _, r := range runs {
		after.Written += r.Len()
	}
	after.Fresh += len(runs)
	after.Entries += entries
	return &after
}

// CanFreeze tells whether nothing is frozen yet.
func (m *Memtable) CanFreeze() bool {
	return m.Damage == nil && len(m.Frozen) == 0 && m.Checkpoint.UpTo == 0
}

// Freeze returns m with all changes frozen, of which the last stands in the given
// entry of the log. It must be that m CanFreeze.
func (m *Memtable) Freeze(last uint64) *Memtable {
	return &Memtable{Frozen: m.Active, freezes: m.freezes + 1, Checkpoint: Checkpoint{UpTo: last}}
}

// Flushed returns m without the frozen changes that a flush has taken.
func (m *Memtable) Flushed(f *Flush) *Memtable {
	after := *m
	rest, c := f.Frozen, &after.Checkpoint
	rest.Start += f.Changes
	switch {
	case c.UpTo == 0:
	case rest.Len() == 0:
		c.Place = LastPlace
	case f.Changes > 0:
		c.Place = rest.Changes[rest.Start-1].Place
	}
	if after.Frozen = nil; rest.Len() > 0 {
		after.Frozen = []postings.Run{rest}
	}
	return &after
}

// EntriesDropped returns m where entries of the pending table whose changes are
// flushed have been removed, all of them or some.
func (m *Memtable) EntriesDropped(all bool) *Memtable {
	after := *m
	if after.Checkpoint.Place = LastPlace; all {
		after.Checkpoint = Checkpoint{}
	}
	return &after
}

// Runs returns all changes in memory, oldest first.
func (m *Memtable) Runs() []postings.Run {
	if len(m.Frozen) == 0 {
		return m.Active
	}
	return append(slices.Clip(m.Frozen), m.Active...)
}

// PostingsOf returns the changes of the index, oldest first.
func (m *Memtable) PostingsOf() ([]postings.Run, error) {
	if m.Damage != nil {
		return nil, m.Damage
	}
	return m.Runs(), nil
}

// Postings yields all postings of the index as the changes of the memtable make them,
// in order. What expects says of a change, and how many triples the index counts
// in its place, ends them where it is an error.
func (m *Memtable) Postings(tx *bbolt.Tx, expects func(c postings.Change, n uint32) error) iter.Seq2[postings.Posting, error] {
	return func(yield func(postings.Posting, error) bool) {
		runs, err := m.PostingsOf()
		if err != nil {
			yield(postings.Posting{}, err)
			return
		}
		var lists [][]postings.Change
		for _, r := range runs {
			lists = append(lists, r.Changes[r.Start:])
		}
		over, err := postings.MergeChanges(lists)
		if err != nil {
			yield(postings.Posting{}, err)
			return
		}
		postings.All(tx, over, expects)(yield)
	}
}
