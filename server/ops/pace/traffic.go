package pace

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// How changes give way to the requests that a server answers. While requests are recent, each
// piece of work is followed by a pause. Its length follows what requests feel: it grows by
// a factor where one waited longer than tolerance, and shrinks by a step where none did, so
// the speed of the changes has multiplicative decrease and additive increase, as a connection
// of TCP has (RFC 5681 section 3.1).
const (
	// mostPause is the longest pause, as a multiple of the work before it: changes keep at
	// least a quarter of their speed.
	mostPause = 3.0
	// speedStep is what the speed grows by, as a part of the full one, and speedCut what it
	// is multiplied with.
	speedStep = 0.02
	speedCut  = 0.7
	// tolerance is how long a request may wait for a processor.
	tolerance = 2 * time.Millisecond
	// probing is the time between two looks at how long what is due waits.
	probing       = 5 * time.Millisecond
	recentRequest = time.Second
)

// longestGap bounds a pause.
const longestGap = 200 * time.Millisecond

// Traffic is the requests that a server answers. What changes many records in a row gives way
// to them. It may be used by many goroutines.
type Traffic struct {
	// began is when the server did, and last how long after that the last request came, 0
	// before the first.
	began time.Time
	last  atomic.Int64
	// longest is the longest wait since the last pause.
	longest atomic.Int64
	now     func() time.Time
	sleep   func(context.Context, time.Duration)
	// probe notes waits while changes come.
	probe func()

	mu sync.Mutex
	// speed is that of changes, as a part of the full one.
	speed float64
	// probed is until when waits are looked for; zero while they are not.
	probed time.Time
}

// NewTraffic returns the traffic of a server that begins.
func NewTraffic() *Traffic {
	t := &Traffic{began: time.Now(), now: time.Now, sleep: sleep, speed: 1}
	t.probe = t.keepProbing
	return t
}

// Note notes that a request comes.
func (t *Traffic) Note() { t.last.Store(int64(t.now().Sub(t.began))) }

// Recent tells whether a request came within the last second.
func (t *Traffic) Recent() bool {
	last := time.Duration(t.last.Load())
	return last > 0 && t.now().Sub(t.began)-last <= recentRequest
}

// Waited notes how long something that was due waited for a processor. Requests wait as long.
func (t *Traffic) Waited(d time.Duration) {
	for {
		longest := t.longest.Load()
		if int64(d) <= longest || t.longest.CompareAndSwap(longest, int64(d)) {
			return
		}
	}
}

// GiveWay pauses after a piece of work that took so long, where requests are recent. The pause
// ends with ctx.
func (t *Traffic) GiveWay(ctx context.Context, worked time.Duration) {
	if !t.Recent() {
		return
	}
	t.probe()
	if pause := min(time.Duration(float64(worked)*t.adapt()), longestGap); pause > 0 {
		t.sleep(ctx, pause)
	}
}

// adapt follows what requests felt since the last pause, and returns how long the next one is,
// as a multiple of the work before it.
func (t *Traffic) adapt() float64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	if time.Duration(t.longest.Swap(0)) > tolerance {
		t.speed = max(t.speed*speedCut, 1/(1+mostPause))
	} else {
		t.speed = min(t.speed+speedStep, 1)
	}
	return 1/t.speed - 1
}

// keepProbing has waits noted for another second.
func (t *Traffic) keepProbing() {
	t.mu.Lock()
	defer t.mu.Unlock()
	going := !t.probed.IsZero()
	t.probed = t.now().Add(recentRequest)
	if !going {
		go t.look()
	}
}

// look notes how much later than it should this goroutine goes on, again and again: the
// runtime and the kernel wake it as they do one that reads a request.
func (t *Traffic) look() {
	for {
		due := t.now().Add(probing)
		t.sleep(context.Background(), probing)
		now := t.now()
		t.Waited(now.Sub(due))
		t.mu.Lock()
		if now.After(t.probed) {
			t.probed = time.Time{}
			t.mu.Unlock()
			return
		}
		t.mu.Unlock()
	}
}
