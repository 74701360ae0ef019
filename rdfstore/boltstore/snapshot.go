package boltstore

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"sync"
	"time"

	"github.com/knakk/rdf"
	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/memtable"
	"vitrine/rdfstore/boltstore/internal/query"
	"vitrine/rdfstore/boltstore/internal/record"
	"vitrine/rdfstore/boltstore/internal/table"
	"vitrine/rdfstore/graph"
)

// defaultSnapshotAge is how old a snapshot may become where the options do not say.
const defaultSnapshotAge = time.Hour

// Snapshot returns the store as it is now. While it is open, the file cannot use
// again the pages that changes leave behind, and each commit writes a longer list of
// free pages; so it ends by itself when it is older than Options.SnapshotAge. A store
// that is open for reading only has no changes, and its snapshots last.
func (s *Store) Snapshot(ctx context.Context) (rdfstore.Snapshot, error) {
	r, err := s.newReader(ctx)
	if err != nil {
		return nil, err
	}
	return r, nil
}

// Graphs yields the entities as they were when the walk began.
func (s *Store) Graphs(ctx context.Context, after string) iter.Seq2[*rdfstore.Entity, error] {
	return func(yield func(*rdfstore.Entity, error) bool) {
		r, err := s.newReader(ctx)
		if err != nil {
			yield(nil, err)
			return
		}
		defer r.Close()
		r.Graphs(ctx, after)(yield)
	}
}

var (
	_ rdfstore.Records = (*reader)(nil)
	_ rdfstore.Objects = (*reader)(nil)
)

// reader is an open snapshot. Its steps run one after the other, so that the
// transaction can end between them.
type reader struct {
	store   *Store
	queries *query.Engine
	at      rdfstore.LogEntry
	timer   *time.Timer
	// began is when it counts as open from.
	began time.Time

	mu sync.Mutex
	tx *bbolt.Tx
	// memtable is what the tables lack.
	memtable *memtable.Memtable
	// ended is the error of whoever asks after the end.
	ended error
}

func (s *Store) newReader(ctx context.Context) (*reader, error) {
	if err := s.enter(ctx); err != nil {
		return nil, err
	}
	r := &reader{store: s}
	r.queries = s.queries.OfSnapshot(snapshotSource{r})
	err := s.guard(func() error {
		tx, m, err := s.begin()
		if err != nil {
			return err
		}
		r.tx, r.memtable = tx, m
		r.at, err = record.LastChange(tx)
		return err
	})
	if err != nil {
		s.report(err)
		if r.tx != nil {
			err = errors.Join(err, s.guard(r.tx.Rollback))
		}
		s.leave()
		return nil, err
	}
	s.readers.enter(&r.began)
	if !s.readOnly {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.timer = time.AfterFunc(s.snapshotAge, r.expire)
	}
	return r, nil
}

// expire ends a snapshot that has become too old.
func (r *reader) expire() {
	_ = r.end(fmt.Errorf("%s: %w: it may be open for %v", r.store.path, rdfstore.ErrExpired, r.store.snapshotAge))
}

// Close lets go of the snapshot.
func (r *reader) Close() error { return r.end(rdfstore.ErrClosed) }

// end ends the transaction, once.
func (r *reader) end(why error) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ended != nil {
		return nil
	}
	r.ended = why
	if r.timer != nil {
		r.timer.Stop()
	}
	r.queries.End()
	r.store.readers.leave(&r.began)
	defer r.store.leave()
	return r.store.guard(r.tx.Rollback)
}

// At returns the newest entry of the log.
func (r *reader) At() rdfstore.LogEntry { return r.at }

// step runs fn while the transaction is open.
func (r *reader) step(ctx context.Context, fn func() error) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.mayProceed(ctx); err != nil {
		return err
	}
	err := r.store.guard(fn)
	r.store.report(err)
	return err
}

// mayProceed tells whether the transaction is open and may be used. The caller holds
// the lock.
func (r *reader) mayProceed(ctx context.Context) error {
	if r.ended != nil {
		return r.ended
	}
	return r.store.proceed(ctx)
}

// Get returns the entity with the name.
func (r *reader) Get(ctx context.Context, name rdf.IRI) (e *rdfstore.Entity, err error) {
	err = r.step(ctx, func() (err error) {
		e, err = r.store.entity(ctx, r.tx, name)
		return err
	})
	return e, err
}

// Has tells whether there is an entity with the name.
func (r *reader) Has(ctx context.Context, name rdf.IRI) (bool, error) {
	return r.queries.Has(ctx, name)
}

// Match yields the quads that match the pattern.
func (r *reader) Match(ctx context.Context, p rdfstore.Pattern, after rdfstore.Cursor) iter.Seq2[rdfstore.Match, error] {
	return r.queries.Match(ctx, p, after)
}

// Count returns the number of quads that match the pattern.
func (r *reader) Count(ctx context.Context, p rdfstore.Pattern) (uint64, error) {
	return r.queries.Count(ctx, p)
}

// Record returns the graph of the name.
func (r *reader) Record(ctx context.Context, name rdf.IRI) (rdfstore.Record, error) {
	return r.queries.Record(ctx, name)
}

// Records yields the graphs that have quads of the pattern.
func (r *reader) Records(ctx context.Context, p rdfstore.Pattern) iter.Seq2[rdfstore.Found, error] {
	return r.queries.Records(ctx, p)
}

// Popular returns objects that many graphs have with a predicate.
func (r *reader) Popular(ctx context.Context, predicate rdf.Predicate) ([]rdf.Object, error) {
	return r.queries.Popular(ctx, predicate)
}

// Beside yields the graphs that have quads with a predicate whose objects are none of some.
func (r *reader) Beside(ctx context.Context, predicate rdf.Predicate, objects []rdf.Object) iter.Seq2[rdfstore.Found, error] {
	return r.queries.Beside(ctx, predicate, objects)
}

// Own yields the graphs that state a class of what has no other graph.
func (r *reader) Own(ctx context.Context, class rdf.Object) iter.Seq2[rdfstore.Found, error] {
	return r.queries.Own(ctx, class)
}

// snapshotSource is a snapshot as queries see it.
type snapshotSource struct{ *reader }

func (s snapshotSource) View(ctx context.Context, fn func(tx *bbolt.Tx, m *memtable.Memtable) error) error {
	return s.step(ctx, func() error { return fn(s.tx, s.memtable) })
}

func (s snapshotSource) Proceed(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.mayProceed(ctx)
}

// Entities yields the names.
func (r *reader) Entities(ctx context.Context, after string) iter.Seq2[rdf.IRI, error] {
	return readerWalk(ctx, r, after, func(_ uint64, name rdf.IRI) (rdf.IRI, error) { return name, nil })
}

// Graphs yields the entities.
func (r *reader) Graphs(ctx context.Context, after string) iter.Seq2[*rdfstore.Entity, error] {
	return readerWalk(ctx, r, after, func(id uint64, name rdf.IRI) (*rdfstore.Entity, error) {
		found, err := record.EntityOfGraph(r.tx, r.store.dict, id, name)
		return found.Entity, err
	})
}

// readerWalk yields what of returns of each name greater than after and the number
// of its graph. Only its steps run under a guard, so that a panic of the caller's is
// not taken for damage.
func readerWalk[T any](ctx context.Context, r *reader, after string, of func(id uint64, name rdf.IRI) (T, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var walk *table.Scan
		for {
			var item T
			var name string
			err := r.step(ctx, func() (err error) {
				var k, payload []byte
				if walk != nil {
					k, payload, err = walk.Next()
				} else if walk, err = table.Names.Scan(r.tx); err == nil {
					k, payload, err = walk.Seek(table.After(after))
				}
				if name = string(k); name == "" || err != nil {
					return err
				}
				id, err := record.DecodeGraphNumber(name, payload)
				if err != nil {
					return err
				}
				iri, err := graph.IRI(name)
				if err != nil {
					return table.Names.Corrupt(k, err.Error())
				}
				item, err = of(id, iri)
				return err
			})
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			if name == "" || !yield(item, nil) {
				return
			}
		}
	}
}

// readers are the open snapshots, and backups in progress.
type readers struct {
	mu   sync.Mutex
	open map[*time.Time]bool
}

// enter counts a reader that begins, until it leaves, by the place where it keeps the time.
func (r *readers) enter(began *time.Time) {
	*began = time.Now()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.open == nil {
		r.open = map[*time.Time]bool{}
	}
	r.open[began] = true
}

// leave counts a reader no more.
func (r *readers) leave(began *time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.open, began)
}

// oldest returns how long the oldest has been open, 0 where none is.
func (r *readers) oldest() (age time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for began := range r.open {
		age = max(age, time.Since(*began))
	}
	return age
}
