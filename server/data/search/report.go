package search

import (
	"log/slog"
	"time"
)

// The index reports on its way when it takes long: more than longWay changes.
const (
	longWay     = 5000
	reportEvery = 10 * time.Second
)

// reporter logs how far a long way has been gone.
type reporter struct {
	logger         *slog.Logger
	begin          uint64
	started, spoke time.Time
	long           bool
	// goal is the entry with which the log ended before the first batch, 0 before that.
	goal uint64
}

func (x *Index) reporter() *reporter {
	now := time.Now()
	return &reporter{logger: x.options.Logger, begin: x.at.Last.Seq, started: now, spoke: now}
}

// reached reports after a batch.
func (r *reporter) reached(seq, last uint64) {
	if r.goal == 0 {
		r.goal = last
	}
	if seq < r.begin {
		r.begin = 0 // it began anew
	}
	r.long = r.long || last-r.begin > longWay
	if r.long && time.Since(r.spoke) > reportEvery {
		r.spoke = time.Now()
		r.logger.Info("the search index catches up", "changes", seq, "of", last)
	}
}

// covered tells whether the index covers what there was before the first batch.
func (r *reporter) covered(seq uint64) bool { return r.goal > 0 && seq >= r.goal }

// renamed reports how far it is known that names changed.
func (r *reporter) renamed(at state) {
	if time.Since(r.spoke) > reportEvery {
		r.spoke, r.long = time.Now(), true
		r.logger.Info("the search index follows names that changed", "changes", at.NamesUntil, "of", at.Last.Seq,
			"entity", at.Renaming.Name, "references", at.Renaming.Done)
	}
}

// done reports at the end.
func (r *reporter) done(last uint64) {
	if r.long {
		r.logger.Info("the search index has caught up", "changes", last, "took", time.Since(r.started).Round(time.Millisecond))
	}
}
