package query

import (
	"context"
	"slices"
	"sync"
	"time"

	"vitrine/server/ops/pace"
)

const (
	// slice is how long a query is evaluated before it gives way to others of its lane. A look-up
	// waits for so long where every place has a query that has just begun.
	slice = 20 * time.Millisecond
	// quick is how long a query is evaluated in the lane of those that have just begun.
	quick = 100 * time.Millisecond
	// pausedPerPlace bounds how many queries pause, for each place: they keep what they have.
	pausedPerPlace = 8
)

// Scheduler decides which queries are evaluated, as many at once as it has places. There are
// two lanes: a query is in the quick one until it was evaluated for a short time, and that lane
// goes first, those that have not begun before the others. Within a lane clients take turns, and so
// do the queries of a client, a slice of time each. A query gives way at the end of a batch of rows.
// It may be used by many goroutines.
type Scheduler struct {
	now            func() time.Time
	places, queued int

	mu   sync.Mutex
	held int
	// fresh is how many wait to begin, and paused to go on.
	fresh, paused int
	// lanes are those that have not begun, the quick ones and the slow ones.
	lanes [3]lane
}

// lane has the turns that wait, for each client the first one longest. The clients are in the
// order in which they are next.
type lane struct {
	clients []string
	waiting map[string][]*turn
}

func (l *lane) add(t *turn) {
	if l.waiting == nil {
		l.waiting = map[string][]*turn{}
	}
	if l.waiting[t.client] == nil {
		l.clients = append(l.clients, t.client)
	}
	l.waiting[t.client] = append(l.waiting[t.client], t)
}

// next takes the turn that is next, nil where none waits. Its client is the last one then.
func (l *lane) next() *turn {
	if len(l.clients) == 0 {
		return nil
	}
	t := l.waiting[l.clients[0]][0]
	l.remove(t)
	if i := slices.Index(l.clients, t.client); i >= 0 {
		l.clients = append(slices.Delete(l.clients, i, i+1), t.client)
	}
	return t
}

// remove takes a turn out, and tells whether it was there.
func (l *lane) remove(t *turn) bool {
	i := slices.Index(l.waiting[t.client], t)
	if i < 0 {
		return false
	}
	if l.waiting[t.client] = slices.Delete(l.waiting[t.client], i, i+1); len(l.waiting[t.client]) == 0 {
		delete(l.waiting, t.client)
		l.clients = slices.DeleteFunc(l.clients, func(client string) bool { return client == t.client })
	}
	return true
}

func (l *lane) isEmpty() bool { return len(l.clients) == 0 }

// NewScheduler returns a scheduler with so many places, at which so many new queries may wait.
func NewScheduler(places, waiting int) *Scheduler {
	return &Scheduler{now: time.Now, places: places, queued: waiting}
}

// turn is the place of one query, or its wait for one. One goroutine uses it at a time.
type turn struct {
	scheduler *Scheduler
	client    string
	// over is called when the query was evaluated for as long as it may be.
	limit time.Duration
	over  func()
	timer *time.Timer
	// since is when it got its place, ran how long it had one before, and has that it had any.
	since time.Time
	ran   time.Duration
	began bool
	// held tells that it has a place. The scheduler's mutex guards it.
	held bool
	// given is closed when a turn that waits gets a place.
	given chan struct{}
}

// start waits for a place until ctx ends. When the turn had a place for as long as the limit,
// over is called. The error is pace.ErrFull or that of ctx.
func (s *Scheduler) start(ctx context.Context, client string, limit time.Duration, over func()) (*turn, error) {
	t := &turn{scheduler: s, client: client, limit: limit, over: over, given: make(chan struct{})}
	s.mu.Lock()
	if s.fresh >= s.queued && s.held >= s.places {
		s.mu.Unlock()
		return nil, pace.ErrFull
	}
	s.fresh++
	s.lanes[0].add(t)
	s.fill()
	s.mu.Unlock()
	return t, t.wait(ctx)
}

// lane returns the lane of a turn. The mutex is held.
func (t *turn) lane() *lane {
	switch {
	case !t.began:
		return &t.scheduler.lanes[0]
	case t.ran < quick:
		return &t.scheduler.lanes[1]
	default:
		return &t.scheduler.lanes[2]
	}
}

// fill gives free places to those that wait. The mutex is held.
func (s *Scheduler) fill() {
	for s.held < s.places {
		var t *turn
		for i := 0; t == nil && i < len(s.lanes); i++ {
			t = s.lanes[i].next()
		}
		if t == nil {
			return
		}
		s.leave(t)
		s.held++
		t.held, t.began, t.since = true, true, s.now()
		t.timer = time.AfterFunc(t.limit-t.ran, t.over)
		close(t.given)
	}
}

// leave counts a turn that waits no more. The mutex is held.
func (s *Scheduler) leave(t *turn) {
	if t.began {
		s.paused--
	} else {
		s.fresh--
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

// yield gives the place back. The mutex is held.
func (t *turn) yield() {
	t.timer.Stop()
	t.ran += t.scheduler.now().Sub(t.since)
	t.held = false
	t.scheduler.held--
}

// end gives the place back, or ends the wait for it.
func (t *turn) end() {
	s := t.scheduler
	s.mu.Lock()
	defer s.mu.Unlock()
	if t.held {
		t.yield()
	} else if t.lane().remove(t) {
		s.leave(t)
	}
	s.fill()
}

// pause gives the place to another query where it is time to, and waits until it has one
// again or ctx ends. It tells whether it did.
func (t *turn) pause(ctx context.Context) bool {
	s := t.scheduler
	s.mu.Lock()
	turned := s.now().Sub(t.since)
	ran, ended := t.ran+turned, turned >= slice
	gives := ran >= slice && !s.lanes[0].isEmpty() || (ran >= quick || ended) && !s.lanes[1].isEmpty() || ran >= quick && ended && !s.lanes[2].isEmpty()
	yields := t.held && gives && s.paused < pausedPerPlace*s.places
	if yields {
		t.yield()
		t.given = make(chan struct{})
		s.paused++
		t.lane().add(t)
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
	return s.held, s.fresh + s.paused
}
