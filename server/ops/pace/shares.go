package pace

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync"
	"time"
)

// ErrShare means that a network has as many requests waiting as it may.
var ErrShare = errors.New("too many requests of one network wait")

// How places are shared among networks.
const (
	// halving is the time in which what a network has used counts half.
	halving = 30 * time.Second
	// knownNetworks bounds how many networks are kept in mind, and forgotten is how little of
	// a place counts as none.
	knownNetworks = 4096
	forgotten     = 10 * time.Millisecond
	// A refusal waits longer the more of its network do, because those that ask without end ask
	// again as soon as they are refused. So many wait; further ones do not.
	refusalStep    = 20 * time.Millisecond
	leastRefusal   = time.Second
	longestRefusal = 5 * time.Second
	maxRefusals    = 1024
	// sharePause is the pause of a place that some wait for, as a multiple of the time that it was held.
	sharePause = 3
)

// Shares bounds how much is done at once, as a Semaphore does, and shares the places among the
// networks that requests come from. Of those that wait, the one whose network has used least of
// late is next, so that many requests of one do not keep those of others waiting. A request that
// finds a free place has it, whatever its network used. Where some wait, a place pauses before it
// is given again, so that those who ask for other things do not wait for a processor.
// It may be used by many goroutines.
type Shares struct {
	now func() time.Time
	// after calls what follows a pause.
	after func(time.Duration, func())
	// places is how many there are, and most how many requests of one network may wait.
	places, most int

	mu      sync.Mutex
	held    int
	waiting []*claim
	used    map[string]*use
	// refused is how many refusals wait.
	refused int
}

// claim is a request that waits. given is closed when it has a place.
type claim struct {
	use   *use
	given chan struct{}
	held  bool
}

// use is what a network has used of places, in seconds at a time, and how many of its requests
// wait, have a place or are to be refused.
type use struct {
	seconds                 float64
	at                      time.Time
	waiting, holds, refused int
}

// NewShares returns so many places, at which so many requests of one network may wait.
func NewShares(places, waiting int) *Shares {
	return &Shares{
		now: time.Now, after: func(d time.Duration, f func()) { time.AfterFunc(d, f) },
		places: places, most: waiting, used: map[string]*use{},
	}
}

// networkKey is that of the network of a request in its context.
type networkKey struct{}

// FromNetwork says which network the request of a context comes from.
func FromNetwork(ctx context.Context, network string) context.Context {
	return context.WithValue(ctx, networkKey{}, network)
}

// NetworkOf is what FromNetwork said, "" for nothing.
func NetworkOf(ctx context.Context) string {
	network, _ := ctx.Value(networkKey{}).(string)
	return network
}

// Acquire waits for a place until ctx ends. The caller gives it back by release. The error is
// ErrShare, after a while, or that of ctx.
func (s *Shares) Acquire(ctx context.Context) (release func(), err error) {
	c := s.claim(NetworkOf(ctx))
	if c.given == nil {
		s.refuse(ctx, c.use)
		return nil, ErrShare
	}
	select {
	case <-c.given:
	case <-ctx.Done():
		s.giveUp(c)
		return nil, ctx.Err()
	}
	began := s.now()
	return func() { s.release(c.use, began) }, nil
}

// refuse waits before a request is refused, until ctx ends. The request holds nothing meanwhile but its
// connection.
func (s *Shares) refuse(ctx context.Context, u *use) {
	s.mu.Lock()
	if s.refused >= maxRefusals {
		s.mu.Unlock()
		return
	}
	s.refused++
	u.refused++
	wait := min(leastRefusal+time.Duration(u.refused)*refusalStep, longestRefusal)
	s.mu.Unlock()
	sleep(ctx, wait)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refused--
	u.refused--
}

// claim enters a request, which has a place at once where one is free, and is never given one where
// too many of its network wait.
func (s *Shares) claim(network string) *claim {
	s.mu.Lock()
	defer s.mu.Unlock()
	u := s.used[network]
	if u == nil {
		s.forget()
		u = &use{at: s.now()}
		s.used[network] = u
	}
	if s.held >= s.places && u.waiting >= s.most {
		return &claim{use: u}
	}
	c := &claim{use: u, given: make(chan struct{})}
	u.waiting++
	s.waiting = append(s.waiting, c)
	s.fill()
	return c
}

// fill gives free places to those that wait. The mutex is held.
func (s *Shares) fill() {
	for s.held < s.places && len(s.waiting) > 0 {
		least, now := 0, s.now()
		for i, c := range s.waiting {
			if c.use.recent(now) < s.waiting[least].use.recent(now) {
				least = i
			}
		}
		c := s.waiting[least]
		s.waiting = slices.Delete(s.waiting, least, least+1)
		c.use.waiting--
		c.use.holds++
		c.held = true
		s.held++
		close(c.given)
	}
}

// recent is how much of a place a network has used of late, in seconds. What it holds now counts
// as a second each: what is not known yet must not be nothing.
func (u *use) recent(now time.Time) float64 {
	return u.seconds*math.Exp2(-now.Sub(u.at).Seconds()/halving.Seconds()) + float64(u.holds)
}

// release takes a place back, and notes how long it was held.
func (s *Shares) release(u *use, began time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.now()
	worked := now.Sub(began)
	u.holds--
	u.seconds = u.recent(now) - float64(u.holds) + worked.Seconds()
	u.at = now
	if len(s.waiting) > 0 {
		s.after(min(sharePause*worked, longestGap), s.free)
		return
	}
	s.held--
	s.fill()
}

// free gives back a place whose pause has ended.
func (s *Shares) free() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.held--
	s.fill()
}

// giveUp ends a claim whose request has ended.
func (s *Shares) giveUp(c *claim) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !c.held {
		c.use.waiting--
		s.waiting = slices.DeleteFunc(s.waiting, func(other *claim) bool { return other == c })
		return
	}
	c.use.holds--
	s.held--
	s.fill()
}

// forget drops networks that use nothing where there are many, and all that have no request here
// where there still are. The mutex is held.
func (s *Shares) forget() {
	for _, least := range []float64{forgotten.Seconds(), math.Inf(1)} {
		if len(s.used) < knownNetworks {
			return
		}
		now := s.now()
		for network, u := range s.used {
			if u.waiting == 0 && u.recent(now) < least && u.holds == 0 {
				delete(s.used, network)
			}
		}
	}
}

// Slot is Semaphore.Slot for a place of these. The context says whether others wait for one.
func (s *Shares) Slot(ctx context.Context, limit time.Duration) (context.Context, func(), error) {
	ctx, done, err := slot(ctx, limit, s.Acquire)
	if err != nil {
		return nil, nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return context.WithValue(ctx, crowdKey{}, len(s.waiting) > 0), done, nil
}

// crowdKey is that of whether others wait for a place like that of a context.
type crowdKey struct{}

// Crowded tells whether work that a place was given for is to use one processor: as others wait for
// the place, the rest of the processors is for what needs none.
func Crowded(ctx context.Context) bool {
	crowded, _ := ctx.Value(crowdKey{}).(bool)
	return crowded
}
