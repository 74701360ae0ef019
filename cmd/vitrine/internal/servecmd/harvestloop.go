package servecmd

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"runtime/debug"
	"sync"
	"time"

	"vitrine/cmd/vitrine/internal/loadcmd"
	"vitrine/cmd/vitrine/internal/storeopen"
	"vitrine/harvest"
	"vitrine/rdfstore"
	"vitrine/server"
)

// harvesting harvests the feeds of several publishers side by side, each again after an
// interval. A publisher that fails stops neither the others nor the server: its run is tried
// again after a minute, and then each time after twice as long, up to its interval.
type harvesting struct {
	feeds  []*harvestedFeed
	logger *slog.Logger
	// run is harvest.Run, and after tells when a time is over.
	run   func(context.Context, harvest.Options) (*harvest.Report, error)
	after func(time.Duration) <-chan time.Time

	mu sync.Mutex
}

// harvestedFeed is the feed of one publisher. failed is when its last run failed, zero where
// it did not.
type harvestedFeed struct {
	options harvest.Options
	every   time.Duration
	failed  time.Time
}

// openHarvests prepares the harvests of the publishers, and adds what says which of them fail
// to the configuration. It returns nil where there are no publishers.
func (c *ServeCommand) openHarvests(config *server.Config, r *storeopen.Dependencies, logger *slog.Logger, store rdfstore.Store) (*harvesting, error) {
	if len(c.Harvest) == 0 {
		return nil, nil
	}
	check, err := c.WritingFlags.HarvestCheck(r, store, config.BaseURL)
	if err != nil {
		return nil, err
	}
	h := &harvesting{logger: logger, run: harvest.Run, after: time.After}
	for _, p := range c.Harvest {
		options := harvest.Options{
			Feed: p.url, Store: store, StateFile: loadcmd.HarvestState(c.DB), Formats: r.Formats, Check: check, Lock: loadcmd.HarvestLock(store),
			Note: func(message string) { logger.Info("of a harvest", "feed", p.url, "message", message) },
			Refused: func(refusal harvest.Refusal) {
				logger.Warn("a harvested record is refused", "feed", p.url, "record", refusal.URL, "reason", refusal.Reason)
			},
		}
		if options.Client, err = p.client(); err != nil {
			h.close()
			return nil, err
		}
		h.feeds = append(h.feeds, &harvestedFeed{options: options, every: p.every})
	}
	config.Harvests = h.failing
	return h, nil
}

func (h *harvesting) close() {
	for _, feed := range h.feeds {
		feed.options.Client.Close()
	}
}

// start harvests until stop is called, which waits until what was fetched is stored.
func (h *harvesting) start(ctx context.Context) (stop func()) {
	if h == nil {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	var wait sync.WaitGroup
	for _, feed := range h.feeds {
		wait.Go(func() { h.keep(ctx, feed) })
	}
	return func() {
		cancel()
		wait.Wait()
		h.close()
	}
}

// keep harvests one feed again and again.
func (h *harvesting) keep(ctx context.Context, feed *harvestedFeed) {
	for failures := 0; ctx.Err() == nil; {
		report, err := h.once(ctx, feed.options)
		if ctx.Err() != nil {
			err = nil // the end of the program is no failure
		}
		failures++
		if err == nil {
			failures = 0
		}
		pause := harvestPause(feed.every, failures)
		h.note(feed, err)
		h.log(feed.options.Feed, report, err, pause)
		select {
		case <-ctx.Done():
		case <-h.after(pause):
		}
	}
}

// once is one run, with an error in place of a panic.
func (h *harvesting) once(ctx context.Context, o harvest.Options) (report *harvest.Report, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			report, err = &harvest.Report{Feed: o.Feed}, fmt.Errorf("the harvest broke off: %v\n%s", fault, debug.Stack())
		}
	}()
	return h.run(ctx, o)
}

// harvestPause returns the time to the next run after so many failures in a row. After a
// success it is up to a tenth shorter than the interval, so that servers which were started
// together do not ask together for good.
func harvestPause(every time.Duration, failures int) time.Duration {
	if failures == 0 {
		return every - rand.N(every/10+1)
	}
	return min(every, time.Minute<<min(failures-1, 16))
}

// note keeps when a run failed. A run of another command is no failure.
func (h *harvesting) note(feed *harvestedFeed, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	feed.failed = time.Time{}
	if err != nil && !errors.Is(err, harvest.ErrBusy) {
		feed.failed = time.Now()
	}
}

// failing says in a line each which harvests failed. Why, the log says, since that may say
// more of the operator's network than the public should know.
func (h *harvesting) failing() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	var lines []string
	for _, feed := range h.feeds {
		if !feed.failed.IsZero() {
			lines = append(lines, fmt.Sprintf("the harvest of %s failed at %s; see the log", feed.options.Feed, feed.failed.UTC().Format(time.RFC3339)))
		}
	}
	return lines
}

func (h *harvesting) log(feed string, r *harvest.Report, err error, pause time.Duration) {
	counts := []any{"feed", feed, "created", r.Created, "updated", r.Updated, "deleted", r.Deleted + r.Pruned,
		"unchanged", r.Unchanged, "refused", len(r.Refused), "next", pause.Round(time.Second)}
	switch {
	case errors.Is(err, harvest.ErrBusy):
		h.logger.Info("another command harvests this feed", "feed", feed, "next", pause.Round(time.Second))
	case err != nil:
		h.logger.Warn("a harvest failed", append(counts, "error", err)...)
	default:
		h.logger.Info("harvested", counts...)
	}
}
