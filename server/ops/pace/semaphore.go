package pace

import (
	"context"
	"errors"
	"sync/atomic"
	"time"
)

// ErrFull means that as many wait as may wait.
var ErrFull = errors.New("too many wait for a place")

// Semaphore bounds how many requests do something at once, and how many wait to do
// it. It may be used by many goroutines.
type Semaphore struct {
	places  chan struct{}
	waiting atomic.Int64
	queue   int64
}

// NewSemaphore returns a semaphore with so many places, at which so many may wait.
func NewSemaphore(places, waiting int) *Semaphore {
	return &Semaphore{places: make(chan struct{}, places), queue: int64(waiting)}
}

// Acquire waits for a place until ctx ends. The caller gives it back by release.
// The error is ErrFull or that of ctx.
func (m *Semaphore) Acquire(ctx context.Context) (release func(), err error) {
	release = func() { <-m.places }
	select {
	case m.places <- struct{}{}:
		return release, nil
	default:
	}
	defer m.waiting.Add(-1)
	if m.waiting.Add(1) > m.queue {
		return nil, ErrFull
	}
	select {
	case m.places <- struct{}{}:
		return release, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Slot waits for a place to do work, and bounds the time for it, the wait
// included. The caller calls done when it is done.
func (m *Semaphore) Slot(ctx context.Context, limit time.Duration) (context.Context, func(), error) {
	return slot(ctx, limit, m.Acquire)
}

// slot is a place that acquire waits for, and a time for what is done in it.
func slot(ctx context.Context, limit time.Duration, acquire func(context.Context) (func(), error)) (context.Context, func(), error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	release, err := acquire(ctx)
	if err != nil {
		cancel()
		return nil, nil, err
	}
	return ctx, func() { release(); cancel() }, nil
}

// Waiting is how many wait for a place.
func (m *Semaphore) Waiting() int64 { return m.waiting.Load() }

// Held is how many places are taken.
func (m *Semaphore) Held() int { return len(m.places) }
