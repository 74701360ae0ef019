package pace

import (
	"context"
	"runtime/metrics"
	"slices"
	"testing"
	"time"

	"vitrine/rdfstore/yield"
)

// TestPace works while others wait and while none do, by a clock of the test.
func TestPace(t *testing.T) {
	var clock time.Time
	var busy uint64
	var slept []time.Duration
	yielded := 0
	p := &Pacer{
		now:  func() time.Time { return clock },
		busy: func() uint64 { return busy }, processors: 2, longest: longestPause,
		yield: func() { yielded++ },
		sleep: func(_ context.Context, d time.Duration) {
			slept = append(slept, d)
			clock = clock.Add(d)
		},
		since: clock,
	}
	for _, step := range []struct {
		work time.Duration
		busy uint64
	}{
		{yield.Length / 2, 5}, {slice/2 - yield.Length/2, 5}, {slice / 2, 5}, {slice / 2, 5}, {slice, 2}, {slice / 2, 3}, {2 * slice, 3}, {time.Second, 3},
	} {
		clock = clock.Add(step.work)
		busy = step.busy
		p.Pause(t.Context())
	}
	if yielded != 7 {
		t.Errorf("it yielded %d times, want 7, after each turn", yielded)
	}
	// The fourth step ends no slice, and with the fifth nobody waits any more.
	if want := []time.Duration{5 * slice, 12500 * time.Microsecond, longestPause}; !slices.Equal(slept, want) {
		t.Errorf("it slept %v, want %v", slept, want)
	}
}

// TestBusy looks for the metrics that a Pacer reads. The test itself is busy.
func TestBusy(t *testing.T) {
	for _, name := range []string{running, runnable} {
		if !slices.ContainsFunc(metrics.All(), func(d metrics.Description) bool { return d.Name == name && d.Kind == metrics.KindUint64 }) {
			t.Fatalf("the runtime has no %s", name)
		}
	}
	if New(1).busy() == 0 {
		t.Error("nothing is busy")
	}
}

// TestSleep is over when the context is.
func TestSleep(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	sleep(ctx, time.Hour)
}
