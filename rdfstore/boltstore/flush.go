package boltstore

import (
	"errors"
	"fmt"
	"time"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore/boltstore/internal/boltfile"
	"vitrine/rdfstore/boltstore/internal/memtable"
	"vitrine/rdfstore/boltstore/internal/postings"
)

// limits bound the changes that are not flushed, and what one commit flushes of them.
// One of the index takes 32 bytes of memory, one of a name its length and 24.
type limits struct {
	// flushAt is how many changes of the index may have been written before all are
	// frozen and flushed, and stallAt how many there may be before writers have to
	// wait for the flushing.
	flushAt, stallAt int
	// flushEntriesAt is how many entries the log may get before the changes in them
	// are frozen and flushed: changes of few graphs cancel each other out, and yet
	// each commit adds an entry.
	flushEntriesAt int
	// edits is how many blocks of the index a flush changes.
	edits int
	// dropped is how many entries of the pending table one commit removes: twice as
	// many as it brings, if that is more, so that they go faster than others come.
	dropped int
	// leavesPending keeps Close from flushing, as in a process that is killed.
	leavesPending bool
}

// flushLimits are those of every store, but for tests.
var flushLimits = limits{flushAt: 1 << 20, stallAt: 3 << 20, flushEntriesAt: 1 << 15, edits: 512, dropped: 512}

// isFull tells whether writers have to wait for the flushing. Entries that are
// frozen do not count: they go faster than others come.
func (l limits) isFull(m *memtable.Memtable) bool {
	return m.Len() > l.stallAt || m.Written > l.stallAt || m.Entries > 3*l.flushEntriesAt
}

// isDue tells whether there is enough to freeze and flush.
func (l limits) isDue(m *memtable.Memtable) bool {
	return m.CanFreeze() && (m.Written > l.flushAt || m.Entries > l.flushEntriesAt)
}

// flushing is the part of the writer that flushes frozen changes into the tables, part
// by part. A flush is worked out in another goroutine, from a transaction that reads:
// nothing but flushes changes the index, so what it finds there still holds when a
// commit of the writer carries it out.
type flushing struct {
	// done brings a flush that is worked out. It has room for the one that there can
	// be.
	done chan *memtable.Flush
	// asked tells that a flush is being worked out or waits in done, and ready is one
	// that no commit has carried out yet.
	asked bool
	ready *memtable.Flush
	// failed is what ended the flushing: damage of a table or a bug.
	failed error
	// retry is how long to wait before what is ready is tried again without a
	// request, 0 where it has not failed.
	retry time.Duration
}

// prepareFlush works out the next flush of the frozen changes, as many blocks
// as it is told. The first time, it makes them one run.
func (s *Store) prepareFlush(frozen []postings.Run, edits int) *memtable.Flush {
	f := &memtable.Flush{Frozen: frozen[0]}
	if len(frozen) > 1 {
		if f.Frozen, f.Err = memtable.MergeRuns(frozen); f.Err != nil {
			f.Err = boltfile.Damaged(s.path, f.Err)
			return f
		}
	}
	f.Err = s.guard(func() error {
		return s.db.View(func(tx *bbolt.Tx) error { return f.Prepare(tx, edits) })
	})
	return f
}

// startFlush has the next flush of frozen changes worked out, which are committed,
// where there is one to take.
func (w *writer) startFlush(m *memtable.Memtable) {
	if !w.wantsFlush(m) {
		return
	}
	w.flushing.asked = true
	s, done, edits := w.store, w.flushing.done, w.limits.edits
	s.running.Go(func() { done <- s.prepareFlush(m.Frozen, edits) })
}

func (w *writer) wantsFlush(m *memtable.Memtable) bool {
	f := &w.flushing
	return len(m.Frozen) > 0 && !f.asked && f.ready == nil && f.failed == nil
}

// receive takes up a flush that is worked out. Where it met damage, nothing more
// is flushed until the store is opened again; the changes stay in the memtable.
func (w *writer) receive(f *memtable.Flush) {
	w.flushing.asked = false
	if f.Err != nil {
		w.stopFlushing(f.Err)
		return
	}
	w.flushing.ready = f
}

func (w *writer) stopFlushing(err error) {
	w.store.background(err)
	w.flushing.ready, w.flushing.failed = nil, err
}

// makeRoom flushes until there is room for the changes of another batch.
func (w *writer) makeRoom() error {
	for {
		m, err := w.memtable()
		if err != nil || !w.limits.isFull(m) {
			return err
		}
		if w.flushing.failed != nil {
			return fmt.Errorf("the index takes no more changes: %w", w.flushing.failed)
		}
		w.startFlush(m)
		if w.flushing.asked {
			w.receive(<-w.flushing.done)
		}
		if err := w.tryCommit(nil, nil); err != nil {
			return err
		}
	}
}

// flushes tells whether a commit after which the memtable is m has something to flush,
// to remove or to freeze.
func (w *writer) flushes(m *memtable.Memtable) bool {
	if m.Damage != nil || w.flushing.failed != nil {
		return false
	}
	return w.flushing.ready != nil || hasFlushed(m) || w.limits.isDue(m)
}

// hasFlushed tells whether all that was frozen is flushed, and entries of it are left.
func hasFlushed(m *memtable.Memtable) bool {
	return m.Checkpoint.UpTo > 0 && len(m.Frozen) == 0
}

// flush carries on with the flushing in a transaction: it carries out the flush
// that is ready, removes entries whose changes are all in the index, or freezes what
// there is, of which the last stands in the given entry of the log. The transaction
// changes so many entities. It returns the memtable after that.
func (w *writer) flush(tx *bbolt.Tx, m *memtable.Memtable, changed int, last uint64) (*memtable.Memtable, error) {
	before := m.Checkpoint
	switch ready := w.flushing.ready; {
	case ready != nil:
		if err := w.store.guard(func() error { return ready.Write(tx) }); err != nil {
			return nil, &flushError{err}
		}
		m = m.Flushed(ready)
	case hasFlushed(m):
		all, err := memtable.DropEntries(tx, before.UpTo, max(w.limits.dropped, 2*changed))
		if err != nil {
			return nil, &flushError{err}
		}
		m = m.EntriesDropped(all)
	default:
		m = m.Freeze(last)
	}
	return m, m.Checkpoint.Put(tx, before)
}

// flushError is an error about what is flushed, which is no fault of the requests
// that share its commit.
type flushError struct{ error }

func (e *flushError) Unwrap() error { return e.error }

// withoutFlush tells whether a commit that failed should be tried again without
// flushing: where a table is damaged that it would change, or flushing has a bug.
func (w *writer) withoutFlush(err error) bool {
	var flush *flushError
	if !errors.As(err, &flush) {
		return false
	}
	w.stopFlushing(boltfile.Damaged(w.store.path, flush.error))
	return true
}

// How long to wait before flushing in the background is tried again, which
// doubles with each failure.
const (
	firstRetry = time.Second
	lastRetry  = time.Minute
)

// flushInBackground commits what is ready to be flushed, while no request waits.
func (w *writer) flushInBackground() {
	err := w.tryCommit(nil, nil)
	switch {
	case w.store.trouble.failed() != nil:
	case err != nil:
		w.flushing.retry = min(max(2*w.flushing.retry, firstRetry), lastRetry)
		w.store.background(err)
	default:
		w.flushing.retry = 0
		w.store.background(w.flushing.failed)
	}
}

// idle returns a channel that tells that no request has come for a while, nil
// where there is nothing to compact or to flush then.
func (w *writer) idle() <-chan time.Time {
	v := w.store.versions.Load()
	switch {
	case !w.committed || w.store.trouble.failed() != nil: // opening a store changes nothing
		return nil
	case w.flushing.ready != nil:
		return time.After(w.flushing.retry)
	case v.after.Fresh > 0 && !w.compacting.asked || w.wantsFlush(v.after):
		return time.After(maxGroupCommitDelay)
	default:
		return nil
	}
}

// compacting is the part of the writer that compacts active runs, in another
// goroutine, so that commits need not wait until those of many are sorted.
type compacting struct {
	// done brings what was compacted. It has room for the one that there can be.
	done  chan memtable.Compaction
	asked bool
}

// compact has active runs compacted that are committed, unless others are being
// compacted.
func (w *writer) compact(m *memtable.Memtable) {
	if w.compacting.asked || m.Fresh == 0 {
		return
	}
	w.compacting.asked = true
	done := w.compacting.done
	w.store.running.Go(func() { done <- m.Compact() })
}

// minCompacted is how many fresh runs are compacted while requests come; when none
// does, any are.
const minCompacted = 16

// compactMany has active runs compacted once there are so many fresh ones that it is
// worth a goroutine: a reader merges some more of them with little effort.
func (w *writer) compactMany(m *memtable.Memtable) {
	if m.Fresh >= minCompacted {
		w.compact(m)
	}
}

// applyCompaction takes up what was compacted. Changes that contradict each other end
// the writing: what is in the file or in memory is not what was written.
func (w *writer) applyCompaction(c memtable.Compaction) {
	w.compacting.asked = false
	s := w.store
	if c.Err != nil {
		_ = s.stop(boltfile.Damaged(s.path, c.Err))
		return
	}
	v := *s.versions.Load()
	v.after = v.after.ApplyCompaction(c)
	s.versions.Store(&v)
	w.compactMany(v.after)
}

// flushAll flushes what the tables lack, before the store is closed, so that opening it
// again loads nothing. What cannot be flushed stays in the pending table.
func (w *writer) flushAll() error {
	w.limits.flushAt, w.limits.flushEntriesAt, w.limits.edits, w.limits.dropped = 0, 0, closingEdits, closingEdits
	for w.store.trouble.failed() == nil && w.flushing.failed == nil {
		after := w.store.versions.Load().after
		if w.startFlush(after); w.flushing.asked {
			w.receive(<-w.flushing.done)
		}
		if !w.flushes(after) {
			break
		}
		if err := w.tryCommit(nil, nil); err != nil {
			return err
		}
	}
	return w.flushing.failed
}

// closingEdits is how many blocks one commit changes while the store is closed,
// and how many entries it removes: no caller waits for these commits one by one.
const closingEdits = 1 << 16
