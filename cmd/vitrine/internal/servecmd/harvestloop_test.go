package servecmd

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"vitrine/harvest"
)

func TestHarvestPause(t *testing.T) {
	for failures, want := range []time.Duration{0, time.Minute, 2 * time.Minute, 4 * time.Minute, 8 * time.Minute, 16 * time.Minute, 32 * time.Minute, time.Hour, time.Hour} {
		if failures == 0 {
			continue
		}
		if got := harvestPause(time.Hour, failures); got != want {
			t.Errorf("after %d failures the pause is %v, want %v", failures, got, want)
		}
	}
	if got := harvestPause(time.Hour, 100); got != time.Hour {
		t.Errorf("after 100 failures the pause is %v", got)
	}
	for range 100 {
		if got := harvestPause(time.Hour, 0); got < 54*time.Minute || got > time.Hour {
			t.Fatalf("after a success the pause is %v", got)
		}
	}
}

// TestHarvestLoop has a publisher fail, break off, be busy and succeed. The
// pauses end when the test says so.
func TestHarvestLoop(t *testing.T) {
	const url = "https://a.example/feed"
	outcomes := []func() error{
		func() error { return errors.New("no answer") },
		func() error { panic("a fault") },
		func() error { return harvest.ErrBusy },
		func() error { return errors.New("no answer") },
		func() error { return nil },
	}
	runs := 0
	h := &harvesting{logger: slog.New(slog.DiscardHandler), feeds: []*harvestedFeed{{options: harvest.Options{Feed: url}, every: time.Hour}}}
	h.run = func(_ context.Context, o harvest.Options) (*harvest.Report, error) {
		runs++
		return &harvest.Report{Feed: o.Feed}, outcomes[runs-1]()
	}
	ctx, cancel := context.WithCancel(t.Context())
	over := make(chan time.Time, 1)
	var pauses []time.Duration
	h.after = func(pause time.Duration) <-chan time.Time {
		pauses = append(pauses, pause)
		failing := strings.Join(h.failing(), "\n")
		if want := runs != 3 && runs != 5; strings.HasPrefix(failing, "the harvest of "+url+" failed at ") != want {
			t.Errorf("after run %d it says %q", runs, failing)
		}
		if runs == len(outcomes) {
			cancel()
		} else {
			over <- time.Time{}
		}
		return over
	}
	h.keep(ctx, h.feeds[0])
	if runs != len(outcomes) || pauses[0] != time.Minute || pauses[1] != 2*time.Minute || pauses[4] < 54*time.Minute {
		t.Errorf("%d runs, with the pauses %v", runs, pauses)
	}
}
