// Package pace has work that takes long pause while others wait for a processor.
//
// It never knows what the work is.
package pace

import (
	"context"
	"runtime/metrics"
	"time"
)

// The pace of a query while others wait for a processor: after each slice of work it pauses
// for so many times as long, up to a longest pause. It then takes a sixth of a processor.
const (
	slice        = time.Millisecond
	pauses       = 5
	longestPause = 50 * time.Millisecond
)

// Pacer has one query pause while something else of the program waits for a processor, so
// that what is quick is not slowed by what is not. While nothing waits it takes no time.
type Pacer struct {
	// busy is how many goroutines go on, or could if there were a thread for them; the query
	// is one of them. processors is how many can at once.
	busy       func() uint64
	processors uint64
	now        func() time.Time
	sleep      func(context.Context, time.Duration)
	// since is when the query went on.
	since time.Time
}

// The metrics of the runtime for goroutines that a thread runs, and that wait for one. There
// may be more threads than processors.
const (
	running  = "/sched/goroutines/running:goroutines"
	runnable = "/sched/goroutines/runnable:goroutines"
)

// New returns the pacer of a query that begins, on so many processors.
func New(processors int) *Pacer {
	samples := []metrics.Sample{{Name: running}, {Name: runnable}}
	return &Pacer{now: time.Now, sleep: sleep, since: time.Now(), processors: uint64(processors), busy: func() uint64 {
		metrics.Read(samples)
		return samples[0].Value.Uint64() + samples[1].Value.Uint64()
	}}
}

// Pause pauses where it is time to. One goroutine calls it, often.
func (p *Pacer) Pause(ctx context.Context) {
	worked := p.now().Sub(p.since)
	if worked < slice {
		return
	}
	if p.busy() > p.processors {
		p.sleep(ctx, min(pauses*worked, longestPause))
	}
	p.since = p.now()
}

// sleep sleeps until the time is over or ctx ends.
func sleep(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}
