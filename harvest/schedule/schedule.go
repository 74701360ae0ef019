// Package schedule harvests the feeds of several publishers side by side, each again after
// an interval, until it is told to stop, and tells how far each is.
//
// A publisher that fails stops neither the others nor what else the program does. Its run
// is tried again after a minute, and then each time after twice as long, up to its interval.
// How a feed is harvested, package harvest decides. The package serves nothing,
// and opens no connection but by the client of a publisher's options.
package schedule

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"runtime/debug"
	"sync"
	"time"

	"vitrine/harvest"
)

// firstPause is the time from a run that failed to the next one.
const firstPause = time.Minute

// Publisher is a feed that is harvested again and again.
type Publisher struct {
	// Options are those of each run. Progress and Refused are set by the schedule.
	Options harvest.Options
	// Every is the time from the end of a run to the beginning of the next one.
	Every time.Duration
}

// Schedule harvests publishers. Its methods may be called by several goroutines.
type Schedule struct {
	publishers []*publisher
	logger     *slog.Logger
	// after tells when a time is over.
	after func(time.Duration) <-chan time.Time
}

// New returns a schedule in which no run has begun.
func New(publishers []Publisher, logger *slog.Logger) *Schedule {
	s := &Schedule{logger: logger, after: time.After}
	for _, p := range publishers {
		made := &publisher{Publisher: p, status: Status{Feed: p.Options.Feed, Every: p.Every}}
		made.Options.Progress, made.Options.Refused = made.progress, made.refused
		s.publishers = append(s.publishers, made)
	}
	return s
}

// Run harvests until ctx ends, and returns when what was fetched is stored.
func (s *Schedule) Run(ctx context.Context) {
	var wait sync.WaitGroup
	for _, p := range s.publishers {
		wait.Go(func() { s.keep(ctx, p) })
	}
	wait.Wait()
}

// Statuses tells of the publishers, in their order.
func (s *Schedule) Statuses() []Status {
	out := make([]Status, len(s.publishers))
	for i, p := range s.publishers {
		out[i] = p.snapshot()
	}
	return out
}

// keep harvests one publisher again and again.
func (s *Schedule) keep(ctx context.Context, p *publisher) {
	failures := 0
	for ctx.Err() == nil {
		p.begin(time.Now())
		report, err := runSafely(ctx, p.Options)
		if ctx.Err() != nil {
			err = nil // the end of the program is no failure
		}
		pause := spread(p.Every)
		failures++
		if err == nil {
			failures = 0
		} else {
			pause = min(p.Every, firstPause<<min(failures-1, 16))
		}
		p.end(report, err, time.Now(), pause)
		s.log(p, report, err, pause)
		select {
		case <-ctx.Done():
		case <-s.after(pause):
		}
	}
}

// runSafely is harvest.Run, with an error in place of a panic.
func runSafely(ctx context.Context, o harvest.Options) (report *harvest.Report, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			report, err = &harvest.Report{Feed: o.Feed}, fmt.Errorf("the harvest broke off: %v\n%s", fault, debug.Stack())
		}
	}()
	return harvest.Run(ctx, o)
}

// spread returns up to a tenth less than d, so that servers which were started together do
// not ask together for good.
func spread(d time.Duration) time.Duration {
	if d < 10 {
		return d
	}
	return d - rand.N(d/10)
}

func (s *Schedule) log(p *publisher, r *harvest.Report, err error, pause time.Duration) {
	counts := []any{"feed", p.Options.Feed, "created", r.Created, "updated", r.Updated, "deleted", r.Deleted,
		"unchanged", r.Unchanged, "refused", len(r.Refused), "next", pause.Round(time.Second)}
	switch {
	case errors.Is(err, harvest.ErrBusy):
		s.logger.Info("another command harvests this feed", "feed", p.Options.Feed, "next", pause.Round(time.Second))
	case err != nil:
		s.logger.Warn("a harvest failed", append(counts, "error", err)...)
	case r.Resources > 0:
		s.logger.Info("harvested", counts...)
	default:
		s.logger.Debug("harvested", counts...)
	}
}
