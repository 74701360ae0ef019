package client

import (
	"context"
	"math/rand/v2"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// The pauses between tries grow from the first to the longest.
const (
	firstPause   = 500 * time.Millisecond
	longestPause = 30 * time.Second
)

// gate lets requests through one at a time, as often as it was told to and not
// before a pause is over.
type gate struct {
	wait func(context.Context, time.Duration) error
	// every is the time between two requests.
	every time.Duration

	mu   sync.Mutex
	next time.Time
}

func newGate(rate float64, wait func(context.Context, time.Duration) error) *gate {
	g := &gate{wait: wait}
	if rate > 0 {
		g.every = time.Duration(float64(time.Second) / rate)
	}
	return g
}

// enter waits for the turn of a request.
func (g *gate) enter(ctx context.Context) error {
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
	return g.wait(ctx, turn.Sub(now))
}

// pause keeps the gate closed for a while.
func (g *gate) pause(d time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if until := time.Now().Add(d); until.After(g.next) {
		g.next = until
	}
}

// backoff returns the pause after a try, counted from 1: a random part of a
// time that doubles, so that clients which failed together do not come again
// together.
func backoff(try int) time.Duration {
	most := longestPause
	if shift := try - 1; shift < 6 {
		most = min(longestPause, firstPause<<shift)
	}
	return most/2 + rand.N(most/2)
}

// retryAfter reads the field of that name, RFC 9110 section 10.2.3: seconds or
// a date.
func retryAfter(field string, now time.Time) (time.Duration, bool) {
	if seconds, err := strconv.ParseUint(field, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second, true
	}
	if at, err := http.ParseTime(field); err == nil {
		return max(0, at.Sub(now)), true
	}
	return 0, false
}

func wait(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
