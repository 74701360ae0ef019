package boltstore

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore/boltstore/internal/memtable"
	"vitrine/rdfstore/boltstore/internal/postings"
	"vitrine/rdfstore/codec"
)

// recordsACommit is how many records share a commit where 32 clients put them.
const recordsACommit = 32

// newChanges returns the changes of the index that commits of new records bring
// to a store of so many, those of each record a run, until they are enough to be
// frozen, and how many records those are.
func newChanges(b *testing.B, s *Store, size int) (commits [][]postings.Run, put int) {
	b.Helper()
	var commit []postings.Run
	n, skip := 0, size
	for g, err := range records(b.Context(), math.MaxInt) {
		if err != nil {
			b.Fatal(err)
		}
		if skip--; skip >= 0 {
			continue
		}
		put++
		all, err := s.indexer().Changes(nil, codec.NumberTerms(g), uint64(size+put))
		if err != nil {
			b.Fatal(err)
		}
		changes := slices.Collect(all)
		n += len(changes)
		if commit = append(commit, postings.NewRun(changes)); len(commit) < recordsACommit {
			continue
		}
		if commits, commit = append(commits, commit), nil; n > s.writer.limits.flushAt {
			break
		}
	}
	return commits, put
}

// BenchmarkFlush works out the flushes of all changes that are frozen together,
// for a small store and a larger one.
func BenchmarkFlush(b *testing.B) {
	for _, size := range []int{defaultRecords, numberFrom(largeVariable, defaultLarge)} {
		b.Run(fmt.Sprintf("records=%d", size), func(b *testing.B) {
			s := benchStore(b, size)
			commits, put := newChanges(b, s, size)
			all, err := memtable.MergeRuns(slices.Concat(commits...))
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				for rest := all; rest.Len() > 0; {
					f := &memtable.Flush{Frozen: rest}
					err := s.db.View(func(tx *bbolt.Tx) error { return f.Prepare(tx, s.writer.limits.edits) })
					if err != nil {
						b.Fatal(err)
					}
					rest.Start += f.Changes
				}
			}
			perRecord(b, put)
		})
	}
}

// BenchmarkCompact adds the runs of commits to a memtable and compacts them, then
// makes all of them one.
func BenchmarkCompact(b *testing.B) {
	commits, put := newChanges(b, benchStore(b, defaultRecords), defaultRecords)
	b.ReportAllocs()
	for b.Loop() {
		p := &memtable.Memtable{}
		for _, changes := range commits {
			p = p.Add(changes, len(changes))
			p = p.ApplyCompaction(p.Compact())
		}
		if _, err := memtable.MergeRuns(p.Active); err != nil {
			b.Fatal(err)
		}
	}
	perRecord(b, put)
}

// perRecord reports how long each of the records of a round took.
func perRecord(b *testing.B, records int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*records), "ns/record")
}
