package boltstore

import (
	"errors"
	"fmt"
	"time"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore/boltstore/internal/guard"
	"vitrine/rdfstore/boltstore/internal/postings"
	"vitrine/rdfstore/boltstore/internal/table"
)

// limits bound the changes that are pending, and what one commit merges of them.
// One of the index takes 32 bytes of memory, one of a name its length and 24.
type limits struct {
	// mergeAt is how many may have been written before they are frozen and merged,
	// and most how many there may be before writers have to wait for the merging.
	mergeAt, most int
	// entriesAt is how many entries of the pending table there may be before their
	// changes are frozen and merged: changes of few graphs cancel each other out,
	// and yet each commit adds an entry.
	entriesAt int
	// atOnce is how many changes are read from the file before anybody is answered.
	atOnce int
	// edits is how many blocks a bite changes.
	edits int
	// dropped is how many entries of the pending table one commit removes: twice as
	// many as it brings, if that is more, so that they go faster than others come.
	dropped int
	// namesAt is how many entries the log may get before the changes of names in
	// them are frozen and merged, and names how many a commit merges: twice as many
	// as it brings, if that is more, so that they are merged before as many have
	// come again.
	namesAt, names int
}

// mergeLimits are those of every store, but for tests.
var mergeLimits = limits{mergeAt: 1 << 20, most: 3 << 20, entriesAt: 1 << 15, atOnce: 1 << 14, edits: 512, dropped: 512, namesAt: 1 << 15, names: 128}

// merging is the part of the writer that merges frozen changes into the index,
// bite by bite. A bite is worked out in another goroutine, from a transaction
// that reads: nothing but bites changes the index, so what it finds there still
// holds when a commit of the writer carries it out.
type merging struct {
	// bites brings a bite that is worked out. It has room for the one that
	// there can be.
	bites chan *bite
	// asked tells that a bite is being worked out or waits in bites, and ready
	// is one that no commit has carried out yet.
	asked bool
	ready *bite
	// failed is what ended the merging: damage of the index or a bug.
	failed error
	// retry is how long to wait before what is ready is tried again without a
	// request, 0 where it has not failed.
	retry time.Duration
}

// bite is what some of the frozen changes, from the first on, come to.
type bite struct {
	// frozen are all frozen changes, as one layer, and changes is how many of them
	// are in the bite.
	frozen        postings.Run
	changes       int
	index, counts []table.Edit
	err           error
}

// workOut works out the next bite of the frozen changes. The first time, it
// makes them one layer.
func (s *Store) workOut(frozen []postings.Run) *bite {
	b := &bite{frozen: frozen[0]}
	if len(frozen) > 1 {
		var all []postings.Change
		if all, b.err = merge(frozen); b.err != nil {
			b.err = guard.Damaged(s.path, b.err)
			return b
		}
		b.frozen = postings.NewRun(all)
	}
	b.err = s.guard(func() error {
		return s.db.View(func(tx *bbolt.Tx) error { return b.take(tx, b.frozen.Changes[b.frozen.Start:], s.limits.edits) })
	})
	return b
}

func (b *bite) take(tx *bbolt.Tx, changes []postings.Change, most int) error {
	u, err := postings.NewUpdate(tx)
	if err != nil {
		return err
	}
	for cut := false; !cut && b.changes < len(changes) && len(u.Edits) < most; {
		var n int
		if n, cut, err = u.Block(changes[b.changes:]); err != nil {
			return err
		}
		b.changes += n
	}
	b.index = u.Edits
	b.counts, err = u.Counts.Edits()
	return err
}

// carryOut writes the bite.
func (b *bite) carryOut(tx *bbolt.Tx) error {
	if err := table.Index.Apply(tx, b.index); err != nil {
		return err
	}
	return table.Counts.Apply(tx, b.counts)
}

// askForBite has the next bite of frozen changes worked out, which are committed,
// where there is one to take.
func (s *Store) askForBite(p *pending) {
	if !s.wantsBite(p) {
		return
	}
	s.merging.asked = true
	s.writer.Go(func() { s.merging.bites <- s.workOut(p.frozen) })
}

func (s *Store) wantsBite(p *pending) bool {
	return len(p.frozen) > 0 && !s.merging.asked && s.merging.ready == nil && s.merging.failed == nil
}

// receive takes up a bite that is worked out. Where it met damage, nothing more
// is merged until the store is opened again; the changes stay pending.
func (s *Store) receive(b *bite) {
	s.merging.asked = false
	if b.err != nil {
		s.stopMerging(b.err)
		return
	}
	s.merging.ready = b
}

func (s *Store) stopMerging(err error) {
	s.background(err)
	s.merging.ready, s.merging.failed = nil, err
}

// isFull tells whether writers have to wait for the merging. Entries that are
// frozen do not count: they go faster than others come.
func (p *pending) isFull(l limits) bool {
	return p.size() > l.most || p.written > l.most || p.entries > 3*l.entriesAt
}

// makeRoom merges until there is room for the changes of another batch.
func (s *Store) makeRoom() error {
	for {
		v, err := s.pendingNow(true)
		if err != nil {
			return err
		}
		if u := v.after.unread; u != nil && v.after.isFull(s.limits) {
			<-u.done
		}
		if v, err = s.takeRead(v); err != nil || !v.after.isFull(s.limits) {
			return err
		}
		if s.merging.failed != nil {
			return fmt.Errorf("the index takes no more changes: %w", s.merging.failed)
		}
		s.askForBite(v.after)
		if s.merging.asked {
			s.receive(<-s.merging.bites)
		}
		if err := s.tryCommit(nil, nil); err != nil {
			return err
		}
	}
}

// merge carries on with the merging in a transaction: it carries out the bite
// that is ready, and removes entries whose changes are all in the index. It
// begins where there are many changes, the last of which stand in the given
// entry. The transaction changes so many entities. It returns what is pending
// then: p itself where it has done nothing.
func (s *Store) merge(tx *bbolt.Tx, p *pending, changed int, last uint64) (*pending, error) {
	if p.unread != nil || s.merging.failed != nil {
		return p, nil
	}
	before := p.mark
	var err error
	switch ready := s.merging.ready; {
	case ready != nil:
		if err := s.guard(func() error { return ready.carryOut(tx) }); err != nil {
			return nil, &mergeError{err}
		}
		p = p.merged(ready)
	case p.mark.upTo > 0 && len(p.frozen) == 0:
		done, err := dropEntries(tx, p.mark.upTo, max(s.limits.dropped, 2*changed))
		if err != nil {
			return nil, &mergeError{err}
		}
		after := mark{}
		if !done {
			after = mark{p.mark.upTo, lastPlace}
		}
		p = p.begun(after)
	case p.mark.upTo == 0 && (p.written > s.limits.mergeAt || p.entries > s.limits.entriesAt):
		p = p.freeze(last)
	}
	if p.mark != before {
		err = table.Meta.Put(tx, mergedKey, p.mark.encode())
	}
	return p, err
}

// mergeNames carries on with the merging of names in a transaction that changes
// some of them, the last of which stands in the given entry of the log. It
// returns what the table lacks then.
func (s *Store) mergeNames(tx *bbolt.Tx, n names, changed int, last uint64) (names, error) {
	if s.merging.failed != nil {
		return n, nil
	}
	before := n.mark
	if len(n.frozen) == 0 && last-n.mark.merged > uint64(s.limits.namesAt) {
		n = n.freeze(last)
	}
	// A commit merges what it has frozen only where that is much.
	if len(n.frozen) > 0 && (n.mark.frozen < last || changed > s.limits.namesAt) {
		bite := n.frozen[:min(max(s.limits.names, 2*changed), len(n.frozen))]
		if err := s.guard(func() error { return carryOutNames(tx, bite) }); err != nil {
			return n, &mergeError{err}
		}
		n = n.merged(len(bite))
	}
	if n.mark == before {
		return n, nil
	}
	return n, table.Meta.Put(tx, namedKey, n.mark.encode())
}

// mergeError is an error about what is merged, which is no fault of the requests
// that share its commit.
type mergeError struct{ error }

func (e *mergeError) Unwrap() error { return e.error }

// withoutBite tells whether a commit that failed should be tried again without
// merging: where a table is damaged that it would change, or merging has a bug.
func (s *Store) withoutBite(err error) bool {
	var merge *mergeError
	if !errors.As(err, &merge) {
		return false
	}
	s.stopMerging(guard.Damaged(s.path, merge.error))
	return true
}
