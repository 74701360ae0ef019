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

// Gate lets requests through one at a time, as often as it was told to and not
// before a pause is over. It may be used by many goroutines at once.
type Gate struct {
	wait func(context.Context, time.Duration) error
	// every is the time between two requests.
	every time.Duration

	mu   sync.Mutex
	next time.Time
}

// NewGate returns a gate for the most requests a second, 0 or less for no bound. It
// waits by wait, such as Wait.
func NewGate(rate float64, wait func(context.Context, time.Duration) error) *Gate {
	g := &Gate{wait: wait}
	if rate > 0 {
		g.every = time.Duration(float64(time.Second) / rate)
	}
	return g
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
	return g.wait(ctx, turn.Sub(now))
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
