package remote

import (
	"context"
	"math/rand/v2"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// The pauses between tries of a request grow from the first to the longest.
const (
	FirstPause   = 500 * time.Millisecond
	LongestPause = 30 * time.Second
)

// What applies where GateOptions say nothing.
const (
	DefaultTries = 5
	// DefaultMaxWait bounds what a host may ask for by Retry-After.
	DefaultMaxWait = 10 * time.Minute
)

// GateOptions say how often requests are sent.
type GateOptions struct {
	// Rate is the most requests a second; 0 or less for no bound.
	Rate float64
	// Tries bounds how often a request is sent; 0 stands for DefaultTries.
	Tries int
	// MaxWait bounds what Retry-After may ask for; 0 stands for DefaultMaxWait.
	MaxWait time.Duration
	// Wait waits, until ctx ends; nil stands for Wait.
	Wait func(context.Context, time.Duration) error
}

// Gate lets requests through one at a time, as often as it was told to and not
// before a pause is over. It may be used by many goroutines at once.
type Gate struct {
	options GateOptions
	// every is the time between two requests.
	every time.Duration

	mu   sync.Mutex
	next time.Time
}

// NewGate returns a gate.
func NewGate(o GateOptions) *Gate {
	if o.Tries <= 0 {
		o.Tries = DefaultTries
	}
	if o.MaxWait <= 0 {
		o.MaxWait = DefaultMaxWait
	}
	if o.Wait == nil {
		o.Wait = Wait
	}
	g := &Gate{options: o}
	if o.Rate > 0 {
		g.every = time.Duration(float64(time.Second) / o.Rate)
	}
	return g
}

// Outcome is what came of one try: the answer has a status and a header, unless there is an
// error, which IsFinal says that another try would not change.
type Outcome struct {
	Status  int
	Header  http.Header
	Err     error
	IsFinal bool
}

// Try sends an idempotent request, again where that may help. A status is no error, not even
// that of a server that still fails at the last try. The error is a final one, a *WaitError, an
// *UnreachableError or that of ctx.
func (g *Gate) Try(ctx context.Context, send func() Outcome) error {
	for try := 1; ; try++ {
		if err := g.Enter(ctx); err != nil {
			return err
		}
		o := send()
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case o.Err != nil && o.IsFinal, o.Err == nil && !MayPass(o.Status):
			return o.Err
		case o.Err != nil && try == g.options.Tries:
			return &UnreachableError{Tries: try, Err: o.Err}
		case try == g.options.Tries:
			return nil
		}
		if err := g.pauseAfter(ctx, o, try); err != nil {
			return err
		}
	}
}

// pauseAfter waits before another try: all requests, where the host asked for it.
func (g *Gate) pauseAfter(ctx context.Context, o Outcome, try int) error {
	asked, ok := RetryAfter(o.Header.Get("Retry-After"), time.Now())
	switch {
	case !ok:
		return g.options.Wait(ctx, Backoff(try))
	case asked > g.options.MaxWait:
		return &WaitError{Asked: asked, Most: g.options.MaxWait}
	}
	g.Pause(asked)
	return nil
}

// Enter waits for the turn of a request.
func (g *Gate) Enter(ctx context.Context) error {
	g.mu.Lock()
	now := time.Now()
	turn := g.next
	if turn.Before(now) {
		turn = now
	}
	g.next = turn.Add(g.every)
	g.mu.Unlock()
	if turn.Equal(now) {
		return ctx.Err()
	}
	return g.options.Wait(ctx, turn.Sub(now))
}

// Pause keeps the gate closed for a while.
func (g *Gate) Pause(d time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if until := time.Now().Add(d); until.After(g.next) {
		g.next = until
	}
}

// Backoff returns the pause after a try, counted from 1: a random part of a
// time that doubles, so that clients which failed together do not come again
// together.
func Backoff(try int) time.Duration {
	most := LongestPause
	if shift := try - 1; shift < 6 {
		most = min(LongestPause, FirstPause<<shift)
	}
	return most/2 + rand.N(most/2)
}

// MayPass tells whether another try may give another status.
func MayPass(status int) bool {
	switch status {
	case http.StatusRequestTimeout, http.StatusTooManyRequests, http.StatusInternalServerError,
		http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}

// RetryAfter reads the field of that name, RFC 9110 section 10.2.3: seconds or
// a date.
func RetryAfter(field string, now time.Time) (time.Duration, bool) {
	if seconds, err := strconv.ParseUint(field, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second, true
	}
	if at, err := http.ParseTime(field); err == nil {
		return max(0, at.Sub(now)), true
	}
	return 0, false
}

// Wait waits, until ctx ends.
func Wait(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
