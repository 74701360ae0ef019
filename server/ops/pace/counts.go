package pace

import (
	"context"
	"fmt"

	"golang.org/x/sync/singleflight"
)

// Counts lets requests that need the same count share it. A count goes on when
// the client that asked for it first has left: the next one needs it as well.
type Counts struct {
	group singleflight.Group
	slots *Semaphore
}

// NewCounts returns a Counts that makes as many at once as the semaphore has places.
func NewCounts(slots *Semaphore) *Counts { return &Counts{slots: slots} }

// Total returns the count of the key, made by count unless that is being done.
// The error is that of ctx if it ends first.
func (c *Counts) Total(ctx context.Context, key string, count func(context.Context) (uint64, error)) (uint64, error) {
	select {
	case r := <-c.join(ctx, key, count):
		total, _ := r.Val.(uint64)
		return total, r.Err
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

// join takes part in a count, or begins it. Nothing that a client does ends it.
func (c *Counts) join(ctx context.Context, key string, count func(context.Context) (uint64, error)) <-chan singleflight.Result {
	return c.group.DoChan(key, func() (total any, err error) {
		defer func() { // singleflight would end the process
			if cause := recover(); cause != nil {
				err = fmt.Errorf("panic while counting %s: %v", key, cause)
			}
		}()
		ctx := context.WithoutCancel(ctx)
		release, err := c.slots.Acquire(ctx)
		if err != nil {
			return uint64(0), err
		}
		defer release()
		return count(ctx)
	})
}
