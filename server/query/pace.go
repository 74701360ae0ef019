package query

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

// pacer has one query pause while something else of the program waits for a processor, so
// that what is quick is not slowed by what is not. While nothing waits it takes no time.
type pacer struct {
	// waiting is how many goroutines could go on if there were a processor.
	waiting func() uint64
	now     func() time.Time
	sleep   func(context.Context, time.Duration)
	// since is when the query went on.
	since time.Time
}

// runnable is the metric of the runtime for goroutines that wait for a processor.
const runnable = "/sched/goroutines/runnable:goroutines"

// newPacer returns the pacer of a query that begins.
func newPacer() *pacer {
	sample := []metrics.Sample{{Name: runnable}}
	return &pacer{now: time.Now, sleep: sleep, since: time.Now(), waiting: func() uint64 {
		metrics.Read(sample)
		return sample[0].Value.Uint64()
	}}
}

// pause pauses where it is time to. One goroutine calls it, often.
func (p *pacer) pause(ctx context.Context) {
	worked := p.now().Sub(p.since)
	if worked < slice {
		return
	}
	if p.waiting() > 0 {
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
