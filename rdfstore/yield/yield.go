// Package yield has work that takes long give way to other threads, of the program and of
// others, after short turns: a kernel has them wait until it ends the turn of a thread, some
// milliseconds later.
//
// It never pauses: while no thread waits for the processor, work goes on at once.
package yield

import "time"

// Length is how long work goes on before it gives way.
const Length = 100 * time.Microsecond

// Turn is a turn of one goroutine.
type Turn struct{ since time.Time }

// New returns a turn that begins.
func New() Turn { return Turn{since: time.Now()} }

// Pause lets the threads go first that wait for the processor where the turn is over, and
// begins another. One goroutine calls it, often.
func (t *Turn) Pause() {
	if time.Since(t.since) < Length {
		return
	}
	Now()
	t.since = time.Now()
}
