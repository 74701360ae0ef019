package boltstore

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/boltfile"
	"vitrine/rdfstore/boltstore/internal/guard"
	"vitrine/rdfstore/boltstore/internal/memtable"
)

// request is one Apply on its way to the writer.
type request struct {
	changes []preparedChange
	// after is the number of the commit after which their before holds, 0 where
	// it does not hold.
	after int
	// size is about how many bytes its graphs take.
	size int
	// done gets the result, once it is durable. It has room for it.
	done chan result
}

type result struct {
	outcomes []rdfstore.Outcome
	err      error
}

// Apply carries out the changes. Calls that come while a commit is under way
// share the next one. A context that ends while the commit is under way does
// not end the call.
func (s *Store) Apply(ctx context.Context, changes ...rdfstore.Change) ([]rdfstore.Outcome, error) {
	if err := s.enter(ctx); err != nil {
		return nil, err
	}
	defer s.leave()
	if s.readOnly {
		return nil, fmt.Errorf("%s is open for reading only", s.path)
	}
	sent := false
	s.queue.announce()
	defer func() {
		if !sent {
			s.queue.withdraw()
		}
	}()
	var prepared []preparedChange
	err := s.guard(func() (err error) {
		prepared, err = s.prepare(changes)
		return err
	})
	if err != nil || len(changes) == 0 {
		s.report(err)
		return nil, err
	}
	r := &request{changes: prepared, after: s.lookUp(prepared), size: sizeOf(prepared), done: make(chan result, 1)}
	if err := s.queue.send(ctx, r); err != nil {
		return nil, err
	}
	sent = true
	done := <-r.done
	return done.outcomes, done.err
}

// sizeOf estimates how many bytes the graphs of some changes take.
func sizeOf(changes []preparedChange) int {
	n := 0
	for _, c := range changes {
		if c.Put == nil {
			continue
		}
		n += len(c.Put.Source.Layout)
		for _, t := range c.Put.Triples {
			n += 16 + len(t.Obj.String())
		}
	}
	return n
}

// write is the writer: it carries out requests until the store is closed.
func (s *Store) write() {
	patience := time.Duration(0)
	for {
		select {
		case <-s.closing:
			return
		case b := <-s.flushing.done:
			// It waits a little for requests to share a commit with.
			s.receive(b)
			select {
			case first := <-s.queue.requests:
				patience = s.serve(first, patience)
			case <-time.After(maxPatience):
				s.flushInBackground()
			}
		case r := <-s.compacting.done:
			s.applyCompaction(r)
		case <-s.unreadDone():
			if _, err := s.takeLoaded(s.versions.Load()); err != nil {
				_ = s.stop(err)
			}
		case <-s.idle():
			if s.flushing.ready != nil {
				s.flushInBackground()
				continue
			}
			p := s.versions.Load().after
			s.compactRuns(p)
			s.startFlush(p)
		case first := <-s.queue.requests:
			patience = s.serve(first, patience)
		}
	}
}

// serve carries out a request and those that come with it. It returns how long
// to wait for requests the next time.
func (s *Store) serve(first *request, patience time.Duration) time.Duration {
	batch := s.queue.gather(first, patience)
	start := time.Now()
	s.commit(batch)
	return min(time.Since(start), maxPatience)
}

// commit carries out a batch in one transaction and answers each request. A
// batch that fails is taken apart, so that a request at fault fails alone.
func (s *Store) commit(batch []*request) {
	results := make([]result, len(batch))
	err := s.makeRoom()
	if err == nil {
		err = s.tryCommit(batch, results)
		if err != nil && len(batch) > 1 && s.trouble.failed() == nil {
			for _, r := range batch {
				s.commit([]*request{r})
			}
			return
		}
	}
	s.report(err)
	s.queue.answering(batch)
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

// How long to wait before flushing in the background is tried again, which
// doubles with each failure.
const (
	firstRetry = time.Second
	lastRetry  = time.Minute
)

// flushInBackground commits what is ready to be flushed, while no request waits.
func (s *Store) flushInBackground() {
	err := s.tryCommit(nil, nil)
	switch {
	case s.trouble.failed() != nil:
	case err != nil:
		s.flushing.retry = min(max(2*s.flushing.retry, firstRetry), lastRetry)
		s.background(err)
	default:
		s.flushing.retry = 0
		s.background(s.flushing.failed)
	}
}

// tryCommit carries out a batch, which may be empty, in one transaction, with
// what is ready to be flushed into the index.
func (s *Store) tryCommit(batch []*request, results []result) error {
	select {
	case r := <-s.compacting.done:
		s.applyCompaction(r)
	default:
	}
	if err := s.trouble.failed(); err != nil {
		return err
	}
	v, err := s.memtableNow(true)
	if err != nil {
		return err
	}
	if v, err = s.takeLoaded(v); err != nil {
		return err
	}
	select {
	case b := <-s.flushing.done:
		s.receive(b)
	default:
	}
	tx, err := s.db.Begin(true)
	if err != nil {
		return err
	}
	w := &commitResult{pending: v.after}
	err = s.guard(func() error { return s.writeBatch(tx, batch, results, w) })
	if s.withoutFlush(err) {
		if err := tx.Rollback(); err != nil {
			return err
		}
		return s.tryCommit(batch, results)
	}
	if err != nil || !w.any {
		return errors.Join(err, tx.Rollback())
	}
	return s.finish(tx, v.after, w)
}

// finish commits, where other changes of the index were pending before.
func (s *Store) finish(tx *bbolt.Tx, before *memtable.Memtable, w *commitResult) error {
	v := &memtableVersions{indexed: true, id: tx.ID(), before: before, after: w.pending}
	s.versions.Store(v)
	// There is time for these while the commit waits for the disk. A commit that
	// changes the index must be over before the next flush is worked out, which
	// waits for another commit to wait for unless there is much to merge.
	s.compactRuns(before)
	s.startFlush(before)
	// Growing takes an fsync of its own.
	s.db.AllocSize = boltfile.Growth(tx.Size())
	if err := s.guard(tx.Commit); err != nil {
		return s.commitFailed(err, tx, v)
	}
	s.dict.Stored = max(s.dict.Stored, w.dictionary)
	if w.newest != nil {
		s.newest.Store(w.newest)
	}
	s.flushing.ready = nil
	if w.pending.Len() > 2*s.limits.flushAt {
		s.startFlush(w.pending)
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
	pending    *memtable.Memtable
}

// writeBatch plans a batch and writes what it changes into the transaction.
func (s *Store) writeBatch(tx *bbolt.Tx, batch []*request, results []result, w *commitResult) error {
	p, err := s.newPlan(tx, &w.pending.Names)
	if err != nil {
		return err
	}
	for i, r := range batch {
		outcomes, err := p.add(r)
		results[i] = result{outcomes, guard.Damaged(s.path, err)}
	}
	if len(p.log) > 0 {
		w.any, w.newest = true, &p.log[len(p.log)-1]
		if w.dictionary, w.pending, err = p.write(w.pending); err != nil {
			return err
		}
	}
	if len(p.log) == 0 && len(batch) > 0 && s.flushing.ready == nil {
		return nil
	}
	before := w.pending
	if w.pending, err = s.flush(tx, before, len(p.names), p.seq); err != nil {
		return err
	}
	w.any = w.any || w.pending != before
	n, err := s.flushNames(tx, w.pending.Names, len(p.names), p.seq)
	w.pending = w.pending.WithNames(n)
	return err
}

// commitFailed decides whether the store can go on after a commit that failed.
// Until bbolt writes the meta page, a failed commit has touched free pages
// only, and the last commit still stands: a full disk is found there. Where
// the new commit is to be seen and yet failed, nobody can tell what is on the
// disk, and nothing more is written until the file is opened again.
func (s *Store) commitFailed(err error, tx *bbolt.Tx, v *memtableVersions) error {
	// A panic of bbolt leaves the transaction open.
	_ = s.guard(tx.Rollback)
	var bug *BugError
	if !errors.Is(err, rdfstore.ErrCorrupt) && !errors.As(err, &bug) && s.lastCommit() < v.id {
		s.versions.Store(&memtableVersions{indexed: true, id: v.id, before: v.before, after: v.before})
		return fmt.Errorf("%s: nothing was written: %w", s.path, err)
	}
	s.newest.Store(nil)
	return s.stop(err)
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
