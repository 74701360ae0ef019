package boltstore

import (
	"context"
	"sync/atomic"
	"time"
)

// queue brings requests to the writer.
type queue struct {
	requests chan *request
	// coming is how many requests were announced that the writer has not taken
	// up.
	coming atomic.Int64
	// expected is how many requests are likely to share the next commit. The
	// writer knows it.
	expected int
}

// Bounds on the requests that share a commit.
const (
	maxBatch      = 1024
	maxBatchBytes = 32 << 20
)

// maxPatience bounds the wait for requests that are likely to come.
const maxPatience = 2 * time.Millisecond

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
func (q *queue) gather(first *request, patience time.Duration) []*request {
	late := time.NewTimer(patience)
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
		if len(batch) >= q.expected && q.coming.Load() == 0 {
			return batch
		}
		select {
		case next = <-q.requests:
		case <-late.C:
			return batch
		}
	}
}

// answering says that a batch is about to be answered. Its clients are likely to
// ask again at once, and so come with those that have been announced meanwhile.
func (q *queue) answering(batch []*request) { q.expected = len(batch) + int(q.coming.Load()) }
