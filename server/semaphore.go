package server

import (
	"context"
	"sync/atomic"

	"vitrine/server/problem"
)

// semaphore bounds how many requests do something at once, and how many wait to do
// it.
type semaphore struct {
	places  chan struct{}
	waiting atomic.Int64
}

// maxWaiting is how many requests may wait at a semaphore; one more is refused.
const maxWaiting = 1024

func newSemaphore(n int) *semaphore { return &semaphore{places: make(chan struct{}, n)} }

// acquire waits for a place until ctx ends. The caller gives it back by release.
func (m *semaphore) acquire(ctx context.Context) (release func(), err error) {
	release = func() { <-m.places }
	select {
	case m.places <- struct{}{}:
		return release, nil
	default:
	}
	defer m.waiting.Add(-1)
	if m.waiting.Add(1) > maxWaiting {
		return nil, &problem.Error{Type: problem.Busy, Header: problem.RetryAfter}
	}
	select {
	case m.places <- struct{}{}:
		return release, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// slot waits for a place of the semaphore to do work for a request, and bounds the
// time for it.
func (s *Server) slot(ctx context.Context, m *semaphore) (context.Context, func(), error) {
	ctx, cancel := context.WithTimeout(ctx, s.config.RenderTimeout)
	release, err := m.acquire(ctx)
	if err != nil {
		cancel()
		return nil, nil, err
	}
	return ctx, func() { release(); cancel() }, nil
}
