package boltstore

import (
	"time"

	"vitrine/rdfstore/boltstore/internal/guard"
	"vitrine/rdfstore/boltstore/internal/postings"
)

// settling is the part of the writer that settles pending changes, in another
// goroutine, so that commits need not wait until those of many are sorted.
type settling struct {
	// done brings what was settled. It has room for the one that there can be.
	done  chan settled
	asked bool
}

// settled is what some layers of pending changes come to.
type settled struct {
	// freezes tells which changes were later ones then. The layers are the later
	// ones of the numbers from and up to, but for to itself.
	freezes, from, to int
	changes           postings.Run
	err               error
}

// settle makes the fresh layers one, and one with those before that are not much
// longer.
func (p *pending) settle() settled {
	r := settled{freezes: p.freezes, from: len(p.later) - p.fresh, to: len(p.later)}
	size := 0
	for _, l := range p.later[r.from:] {
		size += l.Len()
	}
	for ; r.from > 0 && p.later[r.from-1].Len() <= 2*size; r.from-- {
		size += p.later[r.from-1].Len()
	}
	changes, err := merge(p.later[r.from:])
	r.changes, r.err = postings.NewRun(changes), err
	return r
}

// take returns p with what was settled. It is p itself where the layers have been
// frozen since.
func (p *pending) take(r settled) *pending {
	if r.freezes != p.freezes {
		return p
	}
	after := *p
	after.later = append(make([]postings.Run, 0, len(p.later)), p.later[:r.from]...)
	if r.changes.Len() > 0 {
		after.later = append(after.later, r.changes)
	}
	after.later = append(after.later, p.later[r.to:]...)
	after.fresh = len(p.later) - r.to
	return &after
}

// settle has pending changes settled that are committed, unless others are being
// settled.
func (s *Store) settle(p *pending) {
	if s.settling.asked || p.fresh == 0 {
		return
	}
	s.settling.asked = true
	s.writer.Go(func() { s.settling.done <- p.settle() })
}

// idle returns a channel that tells that no request has come for a while, nil
// where there is nothing to settle or to merge then.
func (s *Store) idle() <-chan time.Time {
	v := s.versions.Load()
	switch {
	case v == nil || s.trouble.failed() != nil:
		return nil
	case s.merging.ready != nil:
		return time.After(s.merging.retry)
	case v.after.fresh > 0 && !s.settling.asked || s.wantsBite(v.after):
		return time.After(maxPatience)
	default:
		return nil
	}
}

// unreadDone returns a channel that is closed when unread changes have been read,
// nil where there are none.
func (s *Store) unreadDone() <-chan struct{} {
	if v := s.versions.Load(); v != nil && v.after.unread != nil && s.trouble.failed() == nil {
		return v.after.unread.done
	}
	return nil
}

// takeSettled takes up what was settled. Changes that contradict each other end
// the writing: what is in the file or in memory is not what was written.
func (s *Store) takeSettled(r settled) {
	s.settling.asked = false
	if r.err != nil {
		_ = s.stop(guard.Damaged(s.path, r.err))
		return
	}
	v := *s.versions.Load()
	v.after = v.after.take(r)
	s.versions.Store(&v)
	s.settle(v.after)
}
