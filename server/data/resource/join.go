package resource

import (
	"context"
	"errors"
	"sync"

	"vitrine/server/web/respond"
)

// loads are the representations that are being made, so that each is made once.
type loads struct {
	mu   sync.Mutex
	made map[repKey]*load
}

// load is a representation that is being made. The rest is set when done is closed.
type load struct {
	done chan struct{}
	rep  *respond.Representation
	err  error
}

// errBroken is what the others get if the request that makes a representation panics.
var errBroken = errors.New("another request for the same representation failed; try again")

// join returns what the request that makes the representation of the key gets, or makes it. A
// request whose maker has gone makes it itself.
func (l *loads) join(ctx context.Context, key repKey, work func() (*respond.Representation, error)) (*respond.Representation, error) {
	for {
		l.mu.Lock()
		other, ok := l.made[key]
		if !ok {
			return l.lead(key, work)
		}
		l.mu.Unlock()
		select {
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-other.done:
		}
		gone := errors.Is(other.err, context.Canceled) || errors.Is(other.err, context.DeadlineExceeded)
		if !gone {
			return other.rep, other.err
		}
	}
}

// lead makes a representation for all who join. The lock is held when it is called.
func (l *loads) lead(key repKey, work func() (*respond.Representation, error)) (*respond.Representation, error) {
	own := &load{done: make(chan struct{}), err: errBroken}
	if l.made == nil {
		l.made = map[repKey]*load{}
	}
	l.made[key] = own
	l.mu.Unlock()
	defer func() {
		l.mu.Lock()
		delete(l.made, key)
		l.mu.Unlock()
		close(own.done)
	}()
	own.rep, own.err = work()
	return own.rep, own.err
}
