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
)

// request is one Apply on its way to the writer.
type request struct {
	changes []prepared
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
	var prepared []prepared
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
func sizeOf(changes []prepared) int {
	n := 0
	for _, c := range changes {
		if c.Put == nil {
			continue
		}
		n += len(c.Put.Source.Outline)
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
		case b := <-s.merging.bites:
			// It waits a little for requests to share a commit with.
			s.receive(b)
			select {
			case first := <-s.queue.requests:
				patience = s.serve(first, patience)
			case <-time.After(maxPatience):
				s.mergeInBackground()
			}
		case r := <-s.settling.done:
			s.takeSettled(r)
		case <-s.unreadDone():
			if _, err := s.takeRead(s.versions.Load()); err != nil {
				_ = s.stop(err)
			}
		case <-s.idle():
			if s.merging.ready != nil {
				s.mergeInBackground()
				continue
			}
			p := s.versions.Load().after
			s.settle(p)
			s.askForBite(p)
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

// How long to wait before merging in the background is tried again, which
// doubles with each failure.
const (
	firstRetry = time.Second
	lastRetry  = time.Minute
)

// mergeInBackground commits what is ready to be merged, while no request waits.
func (s *Store) mergeInBackground() {
	err := s.tryCommit(nil, nil)
	switch {
	case s.trouble.failed() != nil:
	case err != nil:
		s.merging.retry = min(max(2*s.merging.retry, firstRetry), lastRetry)
		s.background(err)
	default:
		s.merging.retry = 0
		s.background(s.merging.failed)
	}
}

// tryCommit carries out a batch, which may be empty, in one transaction, with
// what is ready to be merged into the index.
func (s *Store) tryCommit(batch []*request, results []result) error {
	select {
	case r := <-s.settling.done:
		s.takeSettled(r)
	default:
	}
	if err := s.trouble.failed(); err != nil {
		return err
	}
	v, err := s.pendingNow(true)
	if err != nil {
		return err
	}
	if v, err = s.takeRead(v); err != nil {
		return err
	}
	select {
	case b := <-s.merging.bites:
		s.receive(b)
	default:
	}
	tx, err := s.db.Begin(true)
	if err != nil {
		return err
	}
	w := &written{pending: v.after}
	err = s.guard(func() error { return s.carryOut(tx, batch, results, w) })
	if s.withoutBite(err) {
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
func (s *Store) finish(tx *bbolt.Tx, before *pending, w *written) error {
	v := &versions{indexed: true, id: tx.ID(), before: before, after: w.pending}
	s.versions.Store(v)
	// There is time for these while the commit waits for the disk. A commit that
	// changes the index must be over before the next bite is worked out, which
	// waits for another commit to wait for unless there is much to merge.
	s.settle(before)
	s.askForBite(before)
	// Growing takes an fsync of its own.
	s.db.AllocSize = boltfile.Growth(tx.Size())
	if err := s.guard(tx.Commit); err != nil {
		return s.commitFailed(err, tx, v)
	}
	s.dict.Stored = max(s.dict.Stored, w.dictionary)
	if w.newest != nil {
		s.newest.Store(w.newest)
	}
	s.merging.ready = nil
	if w.pending.size() > 2*s.limits.mergeAt {
		s.askForBite(w.pending)
	}
	return nil
}

// written is what a commit makes of the state that is held in memory.
type written struct {
	// any tells whether there is anything to commit.
	any bool
	// newest is the last entry that the log gets, nil where it gets none.
	newest     *rdfstore.LogEntry
	dictionary int
	pending    *pending
}

// carryOut plans a batch and writes what it changes into the transaction.
func (s *Store) carryOut(tx *bbolt.Tx, batch []*request, results []result, w *written) error {
	p, err := s.newPlan(tx, &w.pending.names)
	if err != nil {
		return err
	}
	for i, r := range batch {
		outcomes, err := p.add(r)
		results[i] = result{outcomes, guard.Damaged(s.path, err)}
	}
	if len(p.log) > 0 {
		w.any, w.newest = true, &p.log[len(p.log)-1]
		if w.dictionary, w.pending, err = p.carryOut(w.pending); err != nil {
			return err
		}
	}
	if len(p.log) == 0 && len(batch) > 0 && s.merging.ready == nil {
		return nil
	}
	before := w.pending
	if w.pending, err = s.merge(tx, before, len(p.names), p.seq); err != nil {
		return err
	}
	w.any = w.any || w.pending != before
	n, err := s.mergeNames(tx, w.pending.names, len(p.names), p.seq)
	w.pending = w.pending.named(n)
	return err
}

// commitFailed decides whether the store can go on after a commit that failed.
// Until bbolt writes the meta page, a failed commit has touched free pages
// only, and the last commit still stands: a full disk is found there. Where
// the new commit is to be seen and yet failed, nobody can tell what is on the
// disk, and nothing more is written until the file is opened again.
func (s *Store) commitFailed(err error, tx *bbolt.Tx, v *versions) error {
	// A panic of bbolt leaves the transaction open.
	_ = s.guard(tx.Rollback)
	var bug *BugError
	if !errors.Is(err, rdfstore.ErrCorrupt) && !errors.As(err, &bug) && s.lastCommit() < v.id {
		s.versions.Store(&versions{indexed: true, id: v.id, before: v.before, after: v.before})
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
