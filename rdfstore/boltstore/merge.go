package boltstore

import (
	"errors"
	"fmt"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
)

// limits bound the changes of the index that are pending, of 40 bytes each in
// memory, and what one commit merges of them.
type limits struct {
	// mergeAt is how many there may be before they are frozen and merged, and
	// most how many before writers have to wait for the merging.
	mergeAt, most int
	// edits is how many blocks a bite changes.
	edits int
	// dropped is how many entries of the pending table one commit removes.
	dropped int
}

// mergeLimits are those of every store, but for tests.
var mergeLimits = limits{mergeAt: 1 << 18, most: 1 << 20, edits: 512, dropped: 512}

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
	// failed is the damage of the index that ended the merging.
	failed error
}

// bite is what some of the frozen changes, from the first on, come to.
type bite struct {
	// changes is how many they are.
	changes       int
	index, counts []edit
	err           error
}

// workOut works out the next bite of the frozen changes.
func (s *Store) workOut(frozen layer) *bite {
	b := &bite{}
	b.err = s.guard(func() error {
		return s.db.View(func(tx *bbolt.Tx) error { return b.take(tx, frozen.changes[frozen.start:], s.limits.edits) })
	})
	return b
}

func (b *bite) take(tx *bbolt.Tx, changes []change, most int) error {
	u, err := newIndexUpdate(tx)
	if err != nil {
		return err
	}
	for cut := false; !cut && b.changes < len(changes) && len(u.edits) < most; {
		var n int
		if n, cut, err = u.block(changes[b.changes:]); err != nil {
			return err
		}
		b.changes += n
	}
	b.index = u.edits
	b.counts, err = u.counts.edits()
	return err
}

// carryOut writes the bite.
func (b *bite) carryOut(tx *bbolt.Tx) error {
	if err := indexTable.edit(tx, b.index); err != nil {
		return err
	}
	return countsTable.edit(tx, b.counts)
}

// askForBite has the next bite worked out where there is one to take.
func (s *Store) askForBite() {
	v := s.versions.Load()
	if v == nil || v.after.frozen.len() == 0 || s.merging.asked || s.merging.ready != nil || s.merging.failed != nil {
		return
	}
	s.merging.asked = true
	frozen := v.after.frozen
	s.writer.Go(func() { s.merging.bites <- s.workOut(frozen) })
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
	s.logDamage(err)
	s.merging.ready, s.merging.failed = nil, err
}

// makeRoom merges until there is room for the changes of another batch.
func (s *Store) makeRoom() error {
	for {
		v, err := s.pendingNow()
		if err != nil || v.after.size() <= s.limits.most {
			return err
		}
		if s.merging.failed != nil {
			return fmt.Errorf("the index takes no more changes: %w", s.merging.failed)
		}
		s.askForBite()
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
// entry. It returns what is pending then: p itself where it has done nothing.
func (s *Store) merge(tx *bbolt.Tx, p *pending, last uint64) (*pending, error) {
	before := p.mark
	var err error
	switch ready := s.merging.ready; {
	case ready != nil:
		if err := s.guard(func() error { return ready.carryOut(tx) }); err != nil {
			return nil, &mergeError{err}
		}
		p = p.merged(ready.changes)
	case p.mark.upTo > 0 && p.frozen.len() == 0:
		done, err := dropEntries(tx, p.mark.upTo, s.limits.dropped)
		if err != nil {
			return nil, err
		}
		after := mark{}
		if !done {
			after = p.mark
		}
		p = p.begun(after)
	case p.mark.upTo == 0 && p.size() > s.limits.mergeAt:
		if p, err = p.freeze(last); err != nil {
			return nil, err
		}
	}
	if p.mark != before {
		err = metaTable.put(tx, mergedKey, p.mark.encode())
	}
	return p, err
}

// mergeError is an error about a bite, which is no fault of the requests that
// share its commit.
type mergeError struct{ error }

func (e *mergeError) Unwrap() error { return e.error }

// withoutBite tells whether a commit that failed should be tried again without
// merging: where the index, which it would change, is damaged.
func (s *Store) withoutBite(err error) bool {
	var merge *mergeError
	if !errors.As(err, &merge) || !errors.Is(err, rdfstore.ErrCorrupt) {
		return false
	}
	s.stopMerging(err)
	return true
}
