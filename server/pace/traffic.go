package pace

import (
	"context"
	"sync/atomic"
	"time"
)

// The pace of changes while requests come: each piece of work is followed by a pause, so that
// the changes take one part in so many of the processors, up to a longest pause. What follows
// from changes takes several times as much: the search index, and the garbage of both. With
// twice the part, on two processors, the 99th percentile of reads came near twice that beside
// nothing.
const (
	share         = 80
	longestGap    = 200 * time.Millisecond
	recentRequest = time.Second
)

// Traffic is the requests that a server answers. What changes many records in a row gives way
// to them. It may be used by many goroutines.
type Traffic struct {
	// processors is how many there are.
	processors int
	// began is when the server did, and last how long after that the last request came, 0
	// before the first.
	began time.Time
	last  atomic.Int64
	now   func() time.Time
	sleep func(context.Context, time.Duration)
}

// NewTraffic returns the traffic of a server that begins, on so many processors.
func NewTraffic(processors int) *Traffic {
	return &Traffic{processors: max(processors, 1), began: time.Now(), now: time.Now, sleep: sleep}
}

// Note notes that a request comes.
func (t *Traffic) Note() { t.last.Store(int64(t.now().Sub(t.began))) }

// Recent tells whether a request came within the last second.
func (t *Traffic) Recent() bool {
	last := time.Duration(t.last.Load())
	return last > 0 && t.now().Sub(t.began)-last <= recentRequest
}

// GiveWay pauses after a piece of work that took so long, where requests are recent. The pause
// ends with ctx, and is shorter on more processors.
func (t *Traffic) GiveWay(ctx context.Context, worked time.Duration) {
	if !t.Recent() {
		return
	}
	t.sleep(ctx, min(worked*share/time.Duration(t.processors), longestGap))
}
