package holdings

import (
	"context"
	"iter"
	"sync"
	"sync/atomic"

	"vitrine/rdfstore"
)

// MaxCatchUp is the number of changes that caches follow one by one; with more to follow
// they start afresh.
const MaxCatchUp = 10_000

// Log is the log of a store.
type Log interface {
	LastChange(ctx context.Context) (rdfstore.LogEntry, error)
	Changes(ctx context.Context, after uint64) iter.Seq2[rdfstore.LogEntry, error]
}

// Cache keeps something of records.
type Cache interface {
	// Drop forgets what the change of a record makes out of date.
	Drop(change rdfstore.LogEntry)
	// Clear forgets everything.
	Clear()
}

// Follower keeps caches in step with the log of a store: what is kept of a record goes when
// the log tells that the record changed. It never reads a record. It may be used by many goroutines.
type Follower struct {
	log    Log
	caches []Cache
	// seen is the newest entry of the log that the caches know of.
	seen atomic.Uint64
	// mu is held for writing while the caches catch up with the log, and for reading while
	// something is put in.
	mu sync.RWMutex
}

// NewFollower returns a Follower of a log for caches that are empty.
func NewFollower(log Log) *Follower { return &Follower{log: log} }

// Add has a cache follow the log, too. It must be empty, and nothing may be followed yet.
func (f *Follower) Add(c Cache) { f.caches = append(f.caches, c) }

// Follow reads the end of the log, drops what has changed since it was last called, and
// returns the sequence number that the caches are at: that of the end, or a newer one.
func (f *Follower) Follow(ctx context.Context) (at uint64, err error) {
	last, err := f.end(ctx)
	if err != nil {
		return 0, err
	}
	if seen := f.seen.Load(); seen == last {
		return seen, nil
	}
	return f.catchUp(ctx, last)
}

// catchUp has the caches follow the log, whose end is the entry last or newer.
func (f *Follower) catchUp(ctx context.Context, last uint64) (at uint64, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	seen := f.seen.Load()
	if last < seen {
		// Another request may have followed more since the end was read.
		if last, err = f.end(ctx); err != nil {
			return 0, err
		}
	}
	if last < seen || last-seen > MaxCatchUp {
		for _, c := range f.caches {
			c.Clear()
		}
		f.seen.Store(last)
		return last, nil
	}
	for change, err := range f.log.Changes(ctx, seen) {
		if err != nil {
			return 0, err
		}
		for _, c := range f.caches {
			c.Drop(change)
		}
		seen = change.Seq
	}
	f.seen.Store(seen)
	return seen, nil
}

// end returns the number of the newest entry of the log.
func (f *Follower) end(ctx context.Context) (uint64, error) {
	last, err := f.log.LastChange(ctx)
	return last.Seq, err
}

// Keep calls put, which puts something into a cache that was read after the caches were at
// an entry of the log, if they still are: what was read before a change that they have
// followed since may be out of date.
func (f *Follower) Keep(at uint64, put func()) {
	f.mu.RLock()
	defer f.mu.RUnlock()
	if f.seen.Load() == at {
		put()
	}
}
