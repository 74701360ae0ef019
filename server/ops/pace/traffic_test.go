package pace

import (
	"context"
	"testing"
	"time"
)

// stillTraffic is a Traffic with a request of a moment ago, whose clock stands still and whose
// pauses are kept.
func stillTraffic() (t *Traffic, slept *[]time.Duration) {
	t, slept = NewTraffic(), new([]time.Duration)
	clock := t.began.Add(2 * time.Hour)
	t.now = func() time.Time { return clock }
	t.sleep = func(_ context.Context, d time.Duration) { *slept = append(*slept, d) }
	t.probe = func() {}
	t.Note()
	return t, slept
}

// TestRecent pauses for requests of the last second alone, by a clock of the test.
func TestRecent(t *testing.T) {
	for since, want := range map[time.Duration]bool{time.Millisecond: true, time.Second: true, time.Second + 1: false} {
		traffic, slept := stillTraffic()
		still := traffic.now
		now := still()
		traffic.now = func() time.Time { return now.Add(-since) }
		traffic.Note()
		traffic.now = still
		traffic.Waited(time.Hour)
		traffic.GiveWay(t.Context(), time.Millisecond)
		if paused := len(*slept) > 0; paused != want {
			t.Errorf("for a request %v ago it pauses: %t", since, paused)
		}
	}
}

// TestAdapt pauses by what requests felt, which the test says.
func TestAdapt(t *testing.T) {
	traffic, slept := stillTraffic()
	const worked = 10 * time.Millisecond
	work := func(waits ...time.Duration) time.Duration {
		*slept = nil
		for _, wait := range waits {
			traffic.Waited(wait)
		}
		traffic.GiveWay(t.Context(), worked)
		if len(*slept) == 0 {
			return 0
		}
		return (*slept)[0]
	}
	if pause := work(); pause != 0 {
		t.Errorf("nothing waits, and it pauses for %v", pause)
	}
	if pause := work(tolerance, 0); pause != 0 {
		t.Errorf("nothing waits too long, and it pauses for %v", pause)
	}
	// Each wait that is too long makes pauses longer, up to three times the work.
	before := time.Duration(0)
	for n := range 4 {
		pause := work(time.Millisecond, tolerance+1, 0)
		if pause <= before {
			t.Errorf("wait %d: the pause is %v after %v", n, pause, before)
		}
		before = pause
	}
	for range 10 {
		before = work(time.Hour)
	}
	if want := 3 * worked; before != want {
		t.Errorf("the longest pause is %v, want %v", before, want)
	}
	// Where waits are short again, the speed grows by steps, until there is no pause.
	first := work()
	if first >= before || first < before/2 {
		t.Errorf("after the waits the pause is %v, and was %v", first, before)
	}
	for range 50 {
		pause := work()
		if pause > first {
			t.Fatalf("the pause grows from %v to %v", first, pause)
		}
		first = pause
	}
	if first != 0 {
		t.Errorf("long after the waits the pause is %v", first)
	}
}

// TestLook ends when changes no longer come, and notes what was late.
func TestLook(t *testing.T) {
	traffic := NewTraffic()
	clock := traffic.began
	traffic.now = func() time.Time { return clock }
	traffic.sleep = func(_ context.Context, d time.Duration) { clock = clock.Add(d + 7*time.Millisecond) }
	traffic.probed = clock.Add(recentRequest)
	traffic.look()
	if waited := time.Duration(traffic.longest.Load()); waited != 7*time.Millisecond {
		t.Errorf("the longest wait is %v", waited)
	}
	if !traffic.probed.IsZero() || clock.Sub(traffic.began) > 2*time.Second {
		t.Errorf("it looked for %v", clock.Sub(traffic.began))
	}
}
