package boltstore

import (
	"errors"
	"fmt"
	"time"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore/boltstore/internal/guard"
	"vitrine/rdfstore/boltstore/internal/memtable"
	"vitrine/rdfstore/boltstore/internal/postings"
	"vitrine/rdfstore/boltstore/internal/table"
)

// limits bound the changes that are pending, and what one commit merges of them.
// One of the index takes 32 bytes of memory, one of a name its length and 24.
type limits struct {
	// mergeAt is how many may have been written before they are frozen and flushed,
	// and most how many there may be before writers have to wait for the flushing.
	flushAt, stallAt int
	// entriesAt is how many entries of the pending table there may be before their
	// changes are frozen and flushed: changes of few graphs cancel each other out,
	// and yet each commit adds an entry.
	flushEntriesAt int
	// atOnce is how many changes are read from the file before anybody is answered.
	atOnce int
	// edits is how many blocks a flush changes.
	edits int
	// dropped is how many entries of the pending table one commit removes: twice as
	// many as it brings, if that is more, so that they go faster than others come.
	dropped int
	// namesAt is how many entries the log may get before the changes of names in
	// them are frozen and flushed, and names how many a commit merges: twice as many
	// as it brings, if that is more, so that they are merged before as many have
	// come again.
	namesAt, names int
}

// flushLimits are those of every store, but for tests.
var flushLimits = limits{flushAt: 1 << 20, stallAt: 3 << 20, flushEntriesAt: 1 << 15, atOnce: 1 << 14, edits: 512, dropped: 512, namesAt: 1 << 15, names: 128}

// flushing is the part of the writer that merges frozen changes into the index,
// part by part. A flush is worked out in another goroutine, from a transaction
// that reads: nothing but flushes changes the index, so what it finds there still
// holds when a commit of the writer carries it out.
type flushing struct {
	// flushes brings a flush that is worked out. It has room for the one that
	// there can be.
	done chan *memtable.Flush
	// asked tells that a flush is being worked out or waits in flushes, and ready
	// is one that no commit has carried out yet.
	asked bool
	ready *memtable.Flush
	// failed is what ended the flushing: damage of the index or a bug.
	failed error
	// retry is how long to wait before what is ready is tried again without a
	// request, 0 where it has not failed.
	retry time.Duration
}

// prepareFlush works out the next flush of the frozen changes. The first time, it
// makes them one run.
func (s *Store) prepareFlush(frozen []postings.Run) *memtable.Flush {
	b := &memtable.Flush{Frozen: frozen[0]}
	if len(frozen) > 1 {
		var all []postings.Change
		if all, b.Err = memtable.MergeRuns(frozen); b.Err != nil {
			b.Err = guard.Damaged(s.path, b.Err)
			return b
		}
		b.Frozen = postings.NewRun(all)
	}
	b.Err = s.guard(func() error {
		return s.db.View(func(tx *bbolt.Tx) error { return b.Prepare(tx, b.Frozen.Changes[b.Frozen.Start:], s.limits.edits) })
	})
	return b
}

// startFlush has the next flush of frozen changes worked out, which are committed,
// where there is one to take.
func (s *Store) startFlush(p *memtable.Memtable) {
	if !s.wantsFlush(p) {
		return
	}
	s.flushing.asked = true
	s.writer.Go(func() { s.flushing.done <- s.prepareFlush(p.Frozen) })
}

func (s *Store) wantsFlush(p *memtable.Memtable) bool {
	return len(p.Frozen) > 0 && !s.flushing.asked && s.flushing.ready == nil && s.flushing.failed == nil
}

// receive takes up a flush that is worked out. Where it met damage, nothing more
// is merged until the store is opened again; the changes stay pending.
func (s *Store) receive(b *memtable.Flush) {
	s.flushing.asked = false
	if b.Err != nil {
		s.stopFlushing(b.Err)
		return
	}
	s.flushing.ready = b
}

func (s *Store) stopFlushing(err error) {
	s.background(err)
	s.flushing.ready, s.flushing.failed = nil, err
}

// isFull tells whether writers have to wait for the flushing. Entries that are
// frozen do not count: they go faster than others come.
func (l limits) isFull(p *memtable.Memtable) bool {
	return p.Len() > l.stallAt || p.Written > l.stallAt || p.Entries > 3*l.flushEntriesAt
}

// makeRoom merges until there is room for the changes of another batch.
func (s *Store) makeRoom() error {
	for {
		v, err := s.memtableNow(true)
		if err != nil {
			return err
		}
		if u := v.after.Unloaded; u != nil && s.limits.isFull(v.after) {
			<-u.Done
		}
		if v, err = s.takeLoaded(v); err != nil || !s.limits.isFull(v.after) {
			return err
		}
		if s.flushing.failed != nil {
			return fmt.Errorf("the index takes no more changes: %w", s.flushing.failed)
		}
		s.startFlush(v.after)
		if s.flushing.asked {
			s.receive(<-s.flushing.done)
		}
		if err := s.tryCommit(nil, nil); err != nil {
			return err
		}
	}
}

// flush carries on with the flushing in a transaction: it carries out the flush
// that is ready, and removes entries whose changes are all in the index. It
// begins where there are many changes, the last of which stand in the given
// entry. The transaction changes so many entities. It returns what is pending
// then: p itself where it has done nothing.
func (s *Store) flush(tx *bbolt.Tx, p *memtable.Memtable, changed int, last uint64) (*memtable.Memtable, error) {
	if p.Unloaded != nil || s.flushing.failed != nil {
		return p, nil
	}
	before := p.Checkpoint
	var err error
	switch ready := s.flushing.ready; {
	case ready != nil:
		if err := s.guard(func() error { return ready.Write(tx) }); err != nil {
			return nil, &flushError{err}
		}
		p = p.Flushed(ready)
	case p.Checkpoint.UpTo > 0 && len(p.Frozen) == 0:
		done, err := memtable.DropEntries(tx, p.Checkpoint.UpTo, max(s.limits.dropped, 2*changed))
		if err != nil {
			return nil, &flushError{err}
		}
		after := memtable.Checkpoint{}
		if !done {
			after = memtable.Checkpoint{UpTo: p.Checkpoint.UpTo, Place: memtable.LastPlace}
		}
		p = p.WithCheckpoint(after)
	case p.Checkpoint.UpTo == 0 && (p.Written > s.limits.flushAt || p.Entries > s.limits.flushEntriesAt):
		p = p.Freeze(last)
	}
	if p.Checkpoint != before {
		err = table.Meta.Put(tx, memtable.CheckpointKey, p.Checkpoint.Encode())
	}
	return p, err
}

// flushNames carries on with the flushing of names in a transaction that changes
// some of them, the last of which stands in the given entry of the log. It
// returns what the table lacks then.
func (s *Store) flushNames(tx *bbolt.Tx, n memtable.Names, changed int, last uint64) (memtable.Names, error) {
	if s.flushing.failed != nil {
		return n, nil
	}
	before := n.Checkpoint
	if len(n.Frozen) == 0 && last-n.Checkpoint.Merged > uint64(s.limits.namesAt) {
		n = n.Freeze(last)
	}
	// A commit merges what it has frozen only where that is much.
	if len(n.Frozen) > 0 && (n.Checkpoint.Frozen < last || changed > s.limits.namesAt) {
		bite := n.Frozen[:min(max(s.limits.names, 2*changed), len(n.Frozen))]
		if err := s.guard(func() error { return memtable.FlushNames(tx, bite) }); err != nil {
			return n, &flushError{err}
		}
		n = n.Flushed(len(bite))
	}
	if n.Checkpoint == before {
		return n, nil
	}
	return n, table.Meta.Put(tx, memtable.NameCheckpointKey, n.Checkpoint.Encode())
}

// flushError is an error about what is merged, which is no fault of the requests
// that share its commit.
type flushError struct{ error }

func (e *flushError) Unwrap() error { return e.error }

// withoutFlush tells whether a commit that failed should be tried again without
// flushing: where a table is damaged that it would change, or flushing has a bug.
func (s *Store) withoutFlush(err error) bool {
	var merge *flushError
	if !errors.As(err, &merge) {
		return false
	}
	s.stopFlushing(guard.Damaged(s.path, merge.error))
	return true
}

// compactRuns has pending changes compacted that are committed, unless others are being
// compacted.
func (s *Store) compactRuns(p *memtable.Memtable) {
	if s.compacting.asked || p.Fresh == 0 {
		return
	}
	s.compacting.asked = true
	s.writer.Go(func() { s.compacting.done <- p.Compact() })
}

// idle returns a channel that tells that no request has come for a while, nil
// where there is nothing to compact or to merge then.
func (s *Store) idle() <-chan time.Time {
	v := s.versions.Load()
	switch {
	case v == nil || s.trouble.failed() != nil:
		return nil
	case s.flushing.ready != nil:
		return time.After(s.flushing.retry)
	case v.after.Fresh > 0 && !s.compacting.asked || s.wantsFlush(v.after):
		return time.After(maxPatience)
	default:
		return nil
	}
}

// unreadDone returns a channel that is closed when unread changes have been read,
// nil where there are none.
func (s *Store) unreadDone() <-chan struct{} {
	if v := s.versions.Load(); v != nil && v.after.Unloaded != nil && s.trouble.failed() == nil {
		return v.after.Unloaded.Done
	}
	return nil
}

// applyCompaction takes up what was compacted. Changes that contradict each other end
// the writing: what is in the file or in memory is not what was written.
func (s *Store) applyCompaction(r memtable.Compaction) {
	s.compacting.asked = false
	if r.Err != nil {
		_ = s.stop(guard.Damaged(s.path, r.Err))
		return
	}
	v := *s.versions.Load()
	v.after = v.after.ApplyCompaction(r)
	s.versions.Store(&v)
	s.compactRuns(v.after)
}

// compacting is the part of the writer that compacts pending changes, in another
// goroutine, so that commits need not wait until those of many are sorted.
type compacting struct {
	// done brings what was compacted. It has room for the one that there can be.
	done  chan memtable.Compaction
	asked bool
}
