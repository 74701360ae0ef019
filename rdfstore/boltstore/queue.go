package boltstore

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"vitrine/rdfstore"
)

// request is one Apply on its way to the writer.
type request struct {
	changes []preparedChange
	// after is the number of the commit after which their before holds, 0 where
	// it does not hold.
	after int
	// size is about how many bytes its graphs take.
	size int
	// done gets the result, once it is durable. It has room for it.
	done chan result
}

type result struct {
	outcomes []rdfstore.Outcome
	err      error
}

// Apply carries out the changes. Calls that come while a commit is under way
// share the next one. A context that ends while the commit is under way does
// not end the call.
func (s *Store) Apply(ctx context.Context, changes ...rdfstore.Change) ([]rdfstore.Outcome, error) {
	if err := s.enter(ctx); err != nil {
		return nil, err
	}
	defer s.leave()
	if s.readOnly {
		return nil, fmt.Errorf("%s is open for reading only", s.path)
	}
	sent := false
	s.queue.announce()
	defer func() {
		if !sent {
			s.queue.withdraw()
		}
	}()
	var prepared []preparedChange
	err := s.guard(func() (err error) {
		prepared, err = prepare(s.signature.Sign(changes))
		return err
	})
	if err != nil || len(changes) == 0 {
		s.report(err)
		return nil, err
	}
	r := &request{changes: prepared, after: s.lookUp(prepared), size: sizeOf(prepared), done: make(chan result, 1)}
	if err := s.queue.send(ctx, r); err != nil {
		return nil, err
	}
	sent = true
	done := <-r.done
	return done.outcomes, done.err
}

// sizeOf estimates how many bytes the graphs of some changes take.
func sizeOf(changes []preparedChange) int {
	n := 0
	for _, c := range changes {
		if c.Put == nil {
			continue
		}
		n += len(c.Put.Source.Layout)
		for _, t := range c.Put.Triples {
			n += 16 + len(t.Obj.String())
		}
	}
	return n
}

// queue brings requests to the writer.
type queue struct {
	requests chan *request
	// coming is how many requests were announced that the writer has not taken
	// up.
	coming atomic.Int64
}

// Bounds on the requests that share a commit.
const (
	maxBatch      = 1024
	maxBatchBytes = 32 << 20
)

// maxGroupCommitDelay bounds the wait for requests that are likely to come.
const maxGroupCommitDelay = 2 * time.Millisecond

// announce says that a request is to come, which will be sent or withdrawn.
func (q *queue) announce() { q.coming.Add(1) }

func (q *queue) withdraw() { q.coming.Add(-1) }

// send hands an announced request to the writer. Where the context ends first, it
// is for the caller to withdraw it.
func (q *queue) send(ctx context.Context, r *request) error {
	select {
	case q.requests <- r:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// gather returns the requests that share a commit with the first: those that
// are waiting and those that are likely to come while it waits a little. These
// are the announced ones, and others until there are as many as expected. A
// client alone never waits.
func (q *queue) gather(first *request, expected int, groupCommitDelay time.Duration) []*request {
	late := time.NewTimer(groupCommitDelay)
	defer late.Stop()
	var batch []*request
	size := 0
	for next := first; ; {
		q.coming.Add(-1)
		batch = append(batch, next)
		size += next.size
		if len(batch) == maxBatch || size >= maxBatchBytes {
			return batch
		}
		select {
		case next = <-q.requests:
			continue
		default:
		}
		if len(batch) >= expected && q.coming.Load() == 0 {
			return batch
		}
		select {
		case next = <-q.requests:
		case <-late.C:
			return batch
		}
	}
}

// expected returns how many requests are likely to share the next commit when a batch
// of so many is answered: its clients are likely to ask again at once, and so come with
// those that have been announced meanwhile.
func (q *queue) expected(answered int) int { return answered + int(q.coming.Load()) }
