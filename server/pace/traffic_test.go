package pace

import (
	"context"
	"slices"
	"testing"
	"time"
)

// TestTraffic gives way to requests of the last second, by a clock of the test.
func TestTraffic(t *testing.T) {
	began := time.Now()
	clock := began
	var slept []time.Duration
	newTraffic := func(processors int) *Traffic {
		slept = nil
		traffic := NewTraffic(processors)
		traffic.began = began
		traffic.now = func() time.Time { return clock }
		traffic.sleep = func(_ context.Context, d time.Duration) { slept = append(slept, d) }
		return traffic
	}
	for _, test := range []struct {
		name       string
		processors int
		// since are how long ago requests came.
		since  []time.Duration
		worked time.Duration
		want   []time.Duration
	}{
		{"no request", 2, nil, time.Millisecond, nil},
		{"a request of a moment ago", 2, []time.Duration{time.Millisecond}, time.Millisecond, []time.Duration{40 * time.Millisecond}},
		{"a request of a second ago", 2, []time.Duration{time.Second}, time.Millisecond, []time.Duration{40 * time.Millisecond}},
		{"a request of long ago", 2, []time.Duration{time.Second + 1}, time.Millisecond, nil},
		{"the last request counts", 2, []time.Duration{time.Hour, time.Millisecond}, time.Millisecond, []time.Duration{40 * time.Millisecond}},
		{"more processors", 8, []time.Duration{0}, time.Millisecond, []time.Duration{10 * time.Millisecond}},
		{"the longest pause", 2, []time.Duration{0}, time.Second, []time.Duration{longestGap}},
	} {
		t.Run(test.name, func(t *testing.T) {
			traffic := newTraffic(test.processors)
			now := began.Add(2 * time.Hour)
			for _, since := range test.since {
				clock = now.Add(-since)
				traffic.Note()
			}
			clock = now
			traffic.GiveWay(t.Context(), test.worked)
			if !slices.Equal(slept, test.want) {
				t.Errorf("it slept %v, want %v", slept, test.want)
			}
		})
	}
}
