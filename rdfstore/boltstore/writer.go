package boltstore

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"syscall"
	"time"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/boltfile"
	"vitrine/rdfstore/boltstore/internal/memtable"
	"vitrine/rdfstore/boltstore/internal/table"
)

// writer carries out the writes of a store. Its own fields are touched by one
// goroutine, run, and by none but that: flushes and compactions are worked out in
// others, which are given what they need and send what they make of it. What the
// writer shares with readers is in the Store.
type writer struct {
	store *Store
	// limits bound what is not flushed.
	limits limits
	// expected is how many requests are likely to share the next commit, and groupCommitDelay
	// how long to wait for them.
	expected         int
	groupCommitDelay time.Duration

	// committed tells that a commit has been made.
	committed  bool
	flushing   flushing
	compacting compacting
}

func newWriter(s *Store, l limits) *writer {
	return &writer{
		store: s, limits: l,
		flushing:   flushing{done: make(chan *memtable.Flush, 1)},
		compacting: compacting{done: make(chan memtable.Compaction, 1)},
	}
}

// run carries out requests until the store is closed.
func (w *writer) run() {
	requests := w.store.queue.requests
	for {
		select {
		case <-w.store.closing:
			return
		case f := <-w.flushing.done:
			// It waits a little for requests to share a commit with.
			w.receive(f)
			select {
			case first := <-requests:
				w.serve(first)
			case <-time.After(maxGroupCommitDelay):
				w.flushInBackground()
			}
		case c := <-w.compacting.done:
			w.applyCompaction(c)
		case <-w.idle():
			if w.flushing.ready != nil {
				w.flushInBackground()
				continue
			}
			m := w.store.versions.Load().after
			w.compact(m)
			w.startFlush(m)
		case first := <-requests:
			w.serve(first)
		}
	}
}

// serve carries out a request and those that come with it.
func (w *writer) serve(first *request) {
	batch := w.store.queue.gather(first, w.expected, w.groupCommitDelay)
	start := time.Now()
	w.commit(batch)
	w.groupCommitDelay = min(time.Since(start), maxGroupCommitDelay)
}

// commit carries out a batch in one transaction and answers each request. A
// batch that fails is taken apart, so that a request at fault fails alone.
func (w *writer) commit(batch []*request) {
	results := make([]result, len(batch))
	err := w.makeRoom()
	if err == nil {
		err = w.tryCommit(batch, results)
		if err != nil && len(batch) > 1 && w.store.trouble.failed() == nil {
			for _, r := range batch {
				w.commit([]*request{r})
			}
			return
		}
	}
	w.store.report(err)
	w.store.trouble.room(err)
	w.expected = w.store.queue.expected(len(batch))
	for i, r := range batch {
		if err != nil {
			results[i] = result{err: r.blame(err)}
		}
		r.done <- results[i]
	}
}

// blame returns the error for a request that failed alone. Where the file would
// grow beyond its limit, it names the first change, though the others may need
// the more room.
func (r *request) blame(err error) error {
	var known *rdfstore.ChangeError
	if errors.As(err, &known) || !errors.Is(err, berrors.ErrMaxSizeReached) {
		return err
	}
	return &rdfstore.ChangeError{Index: 0, Name: r.changes[0].Name(), Err: err}
}

// memtable returns the memtable of the last commit.
func (w *writer) memtable() (*memtable.Memtable, error) {
	v := w.store.versions.Load()
	return v.after, boltfile.Damaged(w.store.path, v.after.Damage)
}

// tryCommit carries out a batch, which may be empty, in one transaction, with
// what is ready to be flushed.
func (w *writer) tryCommit(batch []*request, results []result) error {
	select {
	case c := <-w.compacting.done:
		w.applyCompaction(c)
	default:
	}
	if err := w.store.trouble.failed(); err != nil {
		return err
	}
	before, err := w.memtable()
	if err != nil {
		return err
	}
	select {
	case f := <-w.flushing.done:
		w.receive(f)
	default:
	}
	tx, err := w.store.db.Begin(true)
	if err != nil {
		return err
	}
	c, err := w.prepareCommit(tx, before, batch, results)
	if w.withoutFlush(err) {
		if err := tx.Rollback(); err != nil {
			return err
		}
		return w.tryCommit(batch, results)
	}
	if err != nil || !c.any {
		return errors.Join(err, tx.Rollback())
	}
	return w.finish(tx, before, c)
}

// prepareCommit writes into the transaction what a batch changes.
func (w *writer) prepareCommit(tx *bbolt.Tx, before *memtable.Memtable, batch []*request, results []result) (*commitResult, error) {
	c := &commitResult{memtable: before}
	err := w.store.guard(func() error { return w.planBatch(tx, batch, results, c) })
	if err != nil || !c.any {
		return c, err
	}
	if err := w.store.guard(func() error { return w.writeTables(tx, c) }); err != nil {
		return nil, err
	}
	return c, nil
}

// finish commits, where the memtable was another before.
func (w *writer) finish(tx *bbolt.Tx, before *memtable.Memtable, c *commitResult) error {
	s := w.store
	v := &versions{id: tx.ID(), before: before, after: c.memtable}
	s.versions.Store(v)
	// There is time for these while the commit waits for the disk. A commit that
	// changes the index must be over before the next flush is worked out, which
	// waits for another commit to wait for unless there is much to flush.
	w.compactMany(before)
	w.startFlush(before)
	// Growing takes an fsync of its own.
	s.db.AllocSize = boltfile.Growth(tx.Size())
	if err := s.guard(tx.Commit); err != nil {
		return w.commitFailed(err, tx, v)
	}
	w.committed = true
	s.dict.Stored = max(s.dict.Stored, c.dictionary)
	if c.newest != nil {
		s.newest.Store(c.newest)
	}
	w.flushing.ready = nil
	if c.memtable.Len() > 2*w.limits.flushAt {
		w.startFlush(c.memtable)
	}
	return nil
}

// commitResult is what a commit makes of the state that is held in memory.
type commitResult struct {
	// any tells whether there is anything to commit.
	any bool
	// newest is the last entry that the log gets, nil where it gets none.
	newest     *rdfstore.LogEntry
	dictionary int
	memtable   *memtable.Memtable
	// batch is what the tables get but for what is flushed, nil where that is all.
	batch *table.Batch
	// flushes tells whether the commit flushes too, changed is how many entities it
	// changes, and last the number of the last entry of the log after it.
	flushes bool
	changed int
	last    uint64
}

// planBatch finds out what a batch changes.
func (w *writer) planBatch(tx *bbolt.Tx, batch []*request, results []result, c *commitResult) error {
	p, err := w.store.newPlan(tx, c.memtable)
	if err != nil {
		return err
	}
	for i, r := range batch {
		outcomes, err := p.add(r)
		results[i] = result{outcomes, boltfile.Damaged(w.store.path, err)}
	}
	c.changed, c.last = len(p.names), p.seq
	if len(p.log) > 0 {
		c.any, c.newest = true, &p.log[len(p.log)-1]
		if c.dictionary, c.memtable, c.batch, err = p.write(); err != nil {
			return err
		}
	}
	if c.any || len(batch) == 0 || w.flushing.ready != nil {
		c.flushes = w.flushes(c.memtable)
	}
	c.any = c.any || c.flushes
	return nil
}

// writeTables writes what a commit changes into its transaction.
func (w *writer) writeTables(tx *bbolt.Tx, c *commitResult) (err error) {
	if c.batch != nil {
		if err := c.batch.Apply(tx); err != nil {
			return err
		}
	}
	if c.flushes {
		c.memtable, err = w.flush(tx, c.memtable, c.changed, c.last)
	}
	return err
}

// commitFailed decides whether the store can go on after a commit that failed.
// Until bbolt writes the meta page, a failed commit has touched free pages
// only, and the last commit still stands: a full disk is found there. Where
// the new commit is to be seen and yet failed, it is unknown what is on the
// disk, and nothing more is written until the file is opened again.
func (w *writer) commitFailed(err error, tx *bbolt.Tx, v *versions) error {
	s := w.store
	// A panic of bbolt leaves the transaction open.
	_ = s.guard(tx.Rollback)
	var bug *BugError
	if !errors.Is(err, rdfstore.ErrCorrupt) && !errors.As(err, &bug) && s.lastCommit() < v.id {
		s.versions.Store(&versions{id: v.id, before: v.before, after: v.before})
		return fmt.Errorf("%s: nothing was written: %w", s.path, ofRoom(err))
	}
	s.newest.Store(nil)
	return s.stop(err)
}

// ofRoom has an error that says that there is no room wrap rdfstore.ErrFull: of the disk, of
// a quota, of the largest file of the system, or of Options.MaxBytes.
func ofRoom(err error) error {
	for _, full := range []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG, berrors.ErrMaxSizeReached} {
		// Where the file cannot grow, bbolt's error has no more of the reason than its text.
		if errors.Is(err, full) || strings.HasSuffix(err.Error(), ": "+full.Error()) {
			return fmt.Errorf("%w: %w", rdfstore.ErrFull, err)
		}
	}
	return err
}

// lastCommit returns the number of the last commit that readers see.
func (s *Store) lastCommit() int {
	id := math.MaxInt
	_ = s.guard(func() error {
		return s.db.View(func(tx *bbolt.Tx) error {
			id = tx.ID()
			return nil
		})
	})
	return id
}
