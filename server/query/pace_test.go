package query

import (
	"context"
	"runtime/metrics"
	"slices"
	"testing"
	"time"
)

// TestPace has a query work while others wait and while none do, by a clock of the test.
func TestPace(t *testing.T) {
	var clock time.Time
	var waiting uint64
	var slept []time.Duration
	p := &pacer{
		now:     func() time.Time { return clock },
		waiting: func() uint64 { return waiting },
		sleep: func(_ context.Context, d time.Duration) {
			slept = append(slept, d)
			clock = clock.Add(d)
		},
		since: clock,
	}
	for _, step := range []struct {
		work    time.Duration
		waiting uint64
	}{
		{slice / 2, 3}, {slice / 2, 3}, {slice / 2, 3}, {slice, 0}, {slice / 2, 1}, {2 * slice, 1}, {time.Second, 1},
	} {
		clock = clock.Add(step.work)
		waiting = step.waiting
		p.pause(t.Context())
	}
	// The third step ends no slice, and with the fourth nobody waits any more.
	if want := []time.Duration{5 * slice, 12500 * time.Microsecond, longestPause}; !slices.Equal(slept, want) {
		t.Errorf("it slept %v, want %v", slept, want)
	}
}

// TestRunnable looks for the metric that a pacer reads.
func TestRunnable(t *testing.T) {
	if !slices.ContainsFunc(metrics.All(), func(d metrics.Description) bool { return d.Name == runnable && d.Kind == metrics.KindUint64 }) {
		t.Errorf("the runtime has no %s", runnable)
	}
	newPacer().waiting()
}

// TestSleep is over when the query is.
func TestSleep(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	sleep(ctx, time.Hour)
}
