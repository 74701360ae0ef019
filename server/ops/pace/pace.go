// Package pace decides what runs when in a server. Work that takes long gives way while others
// wait for a processor: after short turns to threads, of the program and of others, and after
// longer ones by a pause. Changes of many records in a row give way to the requests that the
// server answers. A Semaphore bounds how much is done at once and how much waits for that,
// Shares do so for what is shared among the networks of clients,
// Memory what requests for large records hold together, and Counts has what several requests need
// done once. The rest is settings of the process: its
// threads, its garbage, its priority.
//
// The package never knows what the work is. What a store needs of it is in rdfstore/yield.
package pace

import (
	"context"
	"runtime/metrics"
	"time"

	"vitrine/rdfstore/yield"
)

// The pace of work while others wait for a processor: after each turn the threads that wait
// for the same processor go first. After each slice of work it pauses for so many times as
// long, up to a longest pause. It then takes a sixth of a processor.
const (
	slice        = time.Millisecond
	pauses       = 5
	longestPause = 50 * time.Millisecond
	// longestRest is the longest pause of work that no request waits for. Someone who begins to
	// wait for it does so for as long at most.
	longestRest = 200 * time.Millisecond
)

// Pacer has one piece of work pause while something else of the program waits for a processor,
// so that what is quick is not slowed by what is not. While nothing waits it takes no time.
type Pacer struct {
	// busy is how many goroutines go on, or could if there were a thread for them; the work
	// is one of them. processors is how many go on before it pauses, and longest its longest
	// pause.
	busy       func() uint64
	processors uint64
	longest    time.Duration
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
	return &Pacer{longest: longestPause, now: time.Now, yield: yield.Now, sleep: sleep, since: time.Now(), processors: uint64(processors), busy: func() uint64 {
		metrics.Read(samples)
		return samples[0].Value.Uint64() + samples[1].Value.Uint64()
	}}
}

// Background returns the pacer of work in the background that begins. It pauses while
// anything else of the program goes on, and its pauses are longer.
func Background() *Pacer {
	p := New(1)
	p.longest = longestRest
	return p
}

// Pause pauses where it is time to. One goroutine calls it, often.
func (p *Pacer) Pause(ctx context.Context) {
	worked := p.now().Sub(p.since)
	if worked < yield.Length {
		return
	}
	p.yield()
	if p.worked += worked; p.worked >= slice {
		if p.busy() > p.processors {
			p.sleep(ctx, min(pauses*p.worked, p.longest))
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
