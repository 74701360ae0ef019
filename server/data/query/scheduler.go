package query

import (
	"context"
	"slices"
	"sync"
	"time"

	"vitrine/server/ops/pace"
)

const (
	// slice is how long a query is evaluated before it gives way to new ones. A look-up waits
	// for so long where every place has a query that has just begun.
	slice = 20 * time.Millisecond
	// pausedPerPlace bounds how many queries pause, for each place: they keep what they have.
	pausedPerPlace = 8
)

// Scheduler decides which queries are evaluated, as many at once as it has places. New queries
// come first. One that was evaluated for a slice of time gives its place to a new one at the
// end of a batch of rows, and goes on when none is waiting; such queries take turns of a slice.
// It may be used by many goroutines.
type Scheduler struct {
	now            func() time.Time
	places, queued int

	mu   sync.Mutex
	held int
	// fresh wait to begin and paused to go on, the first one longest.
	fresh, paused []*turn
}

// NewScheduler returns a scheduler with so many places, at which so many new queries may wait.
func NewScheduler(places, waiting int) *Scheduler {
	return &Scheduler{now: time.Now, places: places, queued: waiting}
}

// turn is the place of one query, or its wait for one. One goroutine uses it at a time.
type turn struct {
	scheduler *Scheduler
	// since is when it got its place, and long tells that it has had a slice.
	since time.Time
	long  bool
	// held tells that it has a place. The scheduler's mutex guards it.
	held bool
	// given is closed when a turn that waits gets a place.
	given chan struct{}
}

// start waits for a place until ctx ends. The error is pace.ErrFull or that of ctx.
func (s *Scheduler) start(ctx context.Context) (*turn, error) {
	t := &turn{scheduler: s, given: make(chan struct{})}
	s.mu.Lock()
	if len(s.fresh) >= s.queued && s.held >= s.places {
		s.mu.Unlock()
		return nil, pace.ErrFull
	}
	s.fresh = append(s.fresh, t)
	s.fill()
	s.mu.Unlock()
	return t, t.wait(ctx)
}

// fill gives free places to those that wait. The mutex is held.
func (s *Scheduler) fill() {
	for s.held < s.places && len(s.fresh)+len(s.paused) > 0 {
		from := &s.fresh
		if len(s.fresh) == 0 {
			from = &s.paused
		}
		t := (*from)[0]
		*from = slices.Delete(*from, 0, 1)
		s.held++
		t.held, t.since = true, s.now()
		close(t.given)
	}
}

// wait waits for the place. Where ctx ends first, the turn has none.
func (t *turn) wait(ctx context.Context) error {
	select {
	case <-t.given:
		return nil
	case <-ctx.Done():
		t.end()
		return ctx.Err()
	}
}

// end gives the place back, or ends the wait for it.
func (t *turn) end() {
	s := t.scheduler
	s.mu.Lock()
	defer s.mu.Unlock()
	is := func(other *turn) bool { return other == t }
	s.fresh, s.paused = slices.DeleteFunc(s.fresh, is), slices.DeleteFunc(s.paused, is)
	if t.held {
		t.held = false
		s.held--
	}
	s.fill()
}

// pause gives the place to another query where it is time to, and waits until it has one
// again or ctx ends. It tells whether it did.
func (t *turn) pause(ctx context.Context) bool {
	s := t.scheduler
	s.mu.Lock()
	ended := s.now().Sub(t.since) >= slice
	t.long = t.long || ended
	yields := t.held && t.long && (len(s.fresh) > 0 || ended && len(s.paused) > 0) && len(s.paused) < pausedPerPlace*s.places
	if yields {
		t.held, t.given = false, make(chan struct{})
		s.held--
		s.paused = append(s.paused, t)
		s.fill()
	}
	s.mu.Unlock()
	if yields {
		_ = t.wait(ctx) // the evaluation looks at ctx itself
	}
	return yields
}

// load returns how many are evaluated, and how many wait.
func (s *Scheduler) load() (evaluated, waiting int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.held, len(s.fresh) + len(s.paused)
}
