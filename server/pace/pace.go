// Package pace has work that takes long give way while others wait for a processor: after
// short turns to threads, of the program and of others, and after longer ones it pauses.
//
// It never knows what the work is.
package pace

import (
	"context"
	"runtime/metrics"
	"time"
)

// The pace of work while others wait for a processor: after each turn the threads that wait
// for the same processor go first, for which they would otherwise wait until the kernel ends
// the turn, some milliseconds later. After each slice it pauses for so many times
// as long, up to a longest pause. It then takes a sixth of a processor.
const (
	turn         = 100 * time.Microsecond
	slice        = time.Millisecond
	pauses       = 5
	longestPause = 50 * time.Millisecond
)

// Pacer has one piece of work pause while something else of the program waits for a processor, so
// that what is quick is not slowed by what is not. While nothing waits it takes no time.
type Pacer struct {
	// busy is how many goroutines go on, or could if there were a thread for them; the
	// work is one of them. processors is how many can at once.
	busy       func() uint64
	processors uint64
	now        func() time.Time
	// yield lets other threads go first, and sleep waits.
	yield func()
	sleep func(context.Context, time.Duration)
	// since is when the work went on, and worked how long it has since the slice began.
	since  time.Time
	worked time.Duration
}

// The metrics of the runtime for goroutines that a thread runs, and that wait for one. There
// may be more threads than processors.
const (
	running  = "/sched/goroutines/running:goroutines"
	runnable = "/sched/goroutines/runnable:goroutines"
)

// New returns the pacer of work that begins, on so many processors.
func New(processors int) *Pacer {
	samples := []metrics.Sample{{Name: running}, {Name: runnable}}
	return &Pacer{now: time.Now, yield: yield, sleep: sleep, since: time.Now(), processors: uint64(processors), busy: func() uint64 {
		metrics.Read(samples)
		return samples[0].Value.Uint64() + samples[1].Value.Uint64()
	}}
}

// Pause pauses where it is time to. One goroutine calls it, often.
func (p *Pacer) Pause(ctx context.Context) {
	worked := p.now().Sub(p.since)
	if worked < turn {
		return
	}
	p.yield()
	if p.worked += worked; p.worked >= slice {
		if p.busy() > p.processors {
			p.sleep(ctx, min(pauses*p.worked, longestPause))
		}
		p.worked = 0
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
