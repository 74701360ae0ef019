package storeopen

import (
	"context"
	"errors"
	"iter"
	"sync"
	"time"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
)

// How a mirror shares a store file with a server that starts meanwhile: it closes the file
// after leaseLength at the latest, but for a read in progress, and leaves it closed for
// leaseGap, in which a process that waits for the lock looks for it at least twice.
const (
	leaseLength = 300 * time.Millisecond
	leaseGap    = 150 * time.Millisecond
)

// leasedStore is a store that is open only while it is read, so that a long-running command
// does not keep a server from the file. Once another process has it, reads fail with
// boltstore.ErrLocked. It may be used by many goroutines, but what walks it must not read it in between.
type leasedStore struct {
	open func(context.Context) (rdfstore.Store, error)
	// length and gap are leaseLength and leaseGap.
	length, gap time.Duration

	mu sync.Mutex
	// store is nil while it is closed. users read it. over tells that it is closed as soon as
	// nothing reads it, closed when that happened last.
	store  rdfstore.Store
	users  int
	over   bool
	expiry *time.Timer
	closed time.Time
	// ended is signalled when the store is closed.
	ended *sync.Cond
	// err is that of a store that could not be closed.
	err error
}

func NewLeasedStore(open func(context.Context) (rdfstore.Store, error)) *leasedStore {
	l := &leasedStore{open: open, length: leaseLength, gap: leaseGap}
	l.ended = sync.NewCond(&l.mu)
	return l
}

// use calls f with the open store.
func (l *leasedStore) use(ctx context.Context, f func(rdfstore.Store) error) error {
	store, err := l.acquire(ctx)
	if err != nil {
		return err
	}
	defer l.release()
	return f(store)
}

// acquire opens the store unless it is open. Others wait meanwhile, as they do for the end of
// a lease that is over.
func (l *leasedStore) acquire(ctx context.Context) (rdfstore.Store, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.store != nil && l.over {
		l.ended.Wait()
	}
	if l.store == nil {
		if err := l.reopen(ctx); err != nil {
			return nil, err
		}
	}
	l.users++
	return l.store, nil
}

func (l *leasedStore) reopen(ctx context.Context) error {
	if !l.closed.IsZero() {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Until(l.closed.Add(l.gap))):
		}
	}
	store, err := l.open(ctx)
	if err != nil {
		return err
	}
	l.store, l.over = store, false
	l.expiry = time.AfterFunc(l.length, func() { l.expire(store) })
	return nil
}

// expire ends the lease of a store.
func (l *leasedStore) expire(store rdfstore.Store) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.store != store {
		return
	}
	if l.over = true; l.users == 0 {
		l.close()
	}
}

func (l *leasedStore) release() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.users--; l.users == 0 && l.over {
		l.close()
	}
}

// close closes the store. The caller has the lock.
func (l *leasedStore) close() {
	l.expiry.Stop()
	l.err = errors.Join(l.err, l.store.Close())
	l.store, l.closed = nil, time.Now()
	l.ended.Broadcast()
}

// Close closes the store if it is open. Nothing reads it any more.
func (l *leasedStore) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.store != nil {
		l.close()
	}
	return l.err
}

// Get returns the entity with the name.
func (l *leasedStore) Get(ctx context.Context, name rdf.IRI) (entity *rdfstore.Entity, err error) {
	err = l.use(ctx, func(s rdfstore.Store) error {
		entity, err = s.Get(ctx, name)
		return err
	})
	return entity, err
}

// LastChange returns the newest entry of the log.
func (l *leasedStore) LastChange(ctx context.Context) (entry rdfstore.LogEntry, err error) {
	err = l.use(ctx, func(s rdfstore.Store) error {
		entry, err = s.LastChange(ctx)
		return err
	})
	return entry, err
}

// Graphs, Entities and Changes keep the store open until the walk ends.

func (l *leasedStore) Graphs(ctx context.Context, after string) iter.Seq2[*rdfstore.Entity, error] {
	return leasedWalk(ctx, l, func(s rdfstore.Store) iter.Seq2[*rdfstore.Entity, error] { return s.Graphs(ctx, after) })
}

func (l *leasedStore) Entities(ctx context.Context, after string) iter.Seq2[rdf.IRI, error] {
	return leasedWalk(ctx, l, func(s rdfstore.Store) iter.Seq2[rdf.IRI, error] { return s.Entities(ctx, after) })
}

func (l *leasedStore) Changes(ctx context.Context, after uint64) iter.Seq2[rdfstore.LogEntry, error] {
	return leasedWalk(ctx, l, func(s rdfstore.Store) iter.Seq2[rdfstore.LogEntry, error] { return s.Changes(ctx, after) })
}

func leasedWalk[T any](ctx context.Context, l *leasedStore, walk func(rdfstore.Store) iter.Seq2[T, error]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		err := l.use(ctx, func(s rdfstore.Store) error {
			for value, err := range walk(s) {
				if !yield(value, err) {
					return nil
				}
			}
			return nil
		})
		if err != nil {
			var none T
			yield(none, err)
		}
	}
}
