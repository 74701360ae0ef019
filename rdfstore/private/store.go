package private

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"sync"
	"sync/atomic"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
)

// ErrReadOnly is the error of a write: the view is for reading.
var ErrReadOnly = errors.New("a view of what is public takes no writes")

// Options say how a view is kept; zero stands for the default.
type Options struct {
	// Derivation is that of the store.
	Derivation rdfstore.Derivation
	// Journal is the path of the file that keeps what was shown of the log; without it,
	// that is lost with the Store.
	Journal string
	// Logger takes what the operator should know; none by default.
	Logger *slog.Logger
}

// Store is a store without its private records. It may be used by many goroutines.
type Store struct {
	inner      rdfstore.Store
	rules      Rules
	derivation rdfstore.Derivation
	logger     *slog.Logger

	current atomic.Pointer[view]

	// mu guards the journal, and what goes with the current view.
	mu      sync.RWMutex
	journal *journal
	past
	totals totals
}

var _ rdfstore.Store = (*Store)(nil)

// Open returns the view of a store by the rules. It reads the log of the store and all
// private records. The store has to outlast it.
func Open(ctx context.Context, inner rdfstore.Store, rules Rules, options Options) (*Store, error) {
	s := &Store{inner: inner, rules: rules, derivation: options.Derivation, logger: options.Logger}
	if s.logger == nil {
		s.logger = slog.New(slog.DiscardHandler)
	}
	if err := s.open(ctx, options.Journal); err != nil {
		return nil, errors.Join(fmt.Errorf("work out which records are private: %w", err), s.Close())
	}
	return s, nil
}

// Base returns that of the store.
func (s *Store) Base(ctx context.Context) (string, error) { return s.inner.Base(ctx) }

// Close lets go of the journal. The store stays open.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	j := s.journal
	s.journal = nil
	return j.close()
}

// now returns the view at the end of the store's log, or at a newer one.
func (s *Store) now(ctx context.Context) (*view, error) {
	last, err := s.inner.LastChange(ctx)
	if err != nil {
		return nil, err
	}
	if v := s.current.Load(); v.at >= last.Seq {
		return v, nil
	}
	snapshot, v, err := s.snapshot(ctx)
	if err != nil {
		return nil, err
	}
	return v, snapshot.Close()
}

// snapshot returns a snapshot of the store, and the view at the very entry of its log. The
// caller closes it.
func (s *Store) snapshot(ctx context.Context) (rdfstore.Snapshot, *view, error) {
	snapshot, err := s.inner.Snapshot(ctx)
	if err != nil {
		return nil, nil, err
	}
	if v := s.current.Load(); v.at == snapshot.At().Seq {
		return snapshot, v, nil
	}
	if err := snapshot.Close(); err != nil {
		return nil, nil, err
	}
	// Whoever has the lock takes a snapshot that is no older than the view.
	s.mu.Lock()
	defer s.mu.Unlock()
	if snapshot, err = s.inner.Snapshot(ctx); err != nil {
		return nil, nil, err
	}
	v := s.current.Load()
	if v.at != snapshot.At().Seq {
		if v, err = s.advance(context.WithoutCancel(ctx), snapshot); err != nil {
			return nil, nil, errors.Join(err, snapshot.Close())
		}
	}
	return snapshot, v, nil
}

// Snapshot returns the store as it is now, without its private records.
func (s *Store) Snapshot(ctx context.Context) (rdfstore.Snapshot, error) {
	inner, v, err := s.snapshot(ctx)
	if err != nil {
		return nil, err
	}
	public := &snapshot{Snapshot: inner, store: s, view: v, at: v.last}
	if public.at.Successor, err = public.successor(ctx, v.last.Successor); err != nil {
		return nil, errors.Join(err, inner.Close())
	}
	if records, ok := inner.(rdfstore.Records); ok {
		if ahead, ok := inner.(rdfstore.Ahead); ok {
			return aheadSnapshot{recordsSnapshot{public, records}, ahead}, nil
		}
		return recordsSnapshot{public, records}, nil
	}
	return public, nil
}

// Apply refuses all changes.
func (s *Store) Apply(context.Context, ...rdfstore.Change) ([]rdfstore.Outcome, error) {
	return nil, ErrReadOnly
}

// Get returns the entity with the name.
func (s *Store) Get(ctx context.Context, name rdf.IRI) (*rdfstore.Entity, error) {
	snapshot, err := s.Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	defer snapshot.Close()
	return snapshot.Get(ctx, name)
}

// Match yields the quads that match the pattern.
func (s *Store) Match(ctx context.Context, p rdfstore.Pattern, after rdfstore.Cursor) iter.Seq2[rdfstore.Match, error] {
	return walk(ctx, s, func(in rdfstore.Snapshot) iter.Seq2[rdfstore.Match, error] { return in.Match(ctx, p, after) })
}

// Count returns the number of quads that match the pattern.
func (s *Store) Count(ctx context.Context, p rdfstore.Pattern) (uint64, error) {
	snapshot, err := s.Snapshot(ctx)
	if err != nil {
		return 0, err
	}
	defer snapshot.Close()
	return snapshot.Count(ctx, p)
}

// Entities yields the names of all entities in byte order.
func (s *Store) Entities(ctx context.Context, after string) iter.Seq2[rdf.IRI, error] {
	return walk(ctx, s, func(in rdfstore.Snapshot) iter.Seq2[rdf.IRI, error] { return in.Entities(ctx, after) })
}

// Graphs yields the entities as they were when the walk began.
func (s *Store) Graphs(ctx context.Context, after string) iter.Seq2[*rdfstore.Entity, error] {
	return walk(ctx, s, func(in rdfstore.Snapshot) iter.Seq2[*rdfstore.Entity, error] { return in.Graphs(ctx, after) })
}

// walk yields what a walk of a snapshot does that is taken when it begins.
func walk[T any](ctx context.Context, s *Store, of func(rdfstore.Snapshot) iter.Seq2[T, error]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var zero T
		snapshot, err := s.Snapshot(ctx)
		if err != nil {
			yield(zero, err)
			return
		}
		defer snapshot.Close()
		of(snapshot)(yield)
	}
}

// Changes yields the entries of the log that are shown, numbered without gaps.
func (s *Store) Changes(ctx context.Context, after uint64) iter.Seq2[rdfstore.LogEntry, error] {
	return func(yield func(rdfstore.LogEntry, error) bool) {
		v, err := s.now(ctx)
		if err != nil {
			yield(rdfstore.LogEntry{}, err)
			return
		}
		if after >= v.last.Seq {
			return
		}
		for e, err := range s.inner.Changes(ctx, v.stored(after)) {
			if err != nil {
				yield(rdfstore.LogEntry{}, err)
				return
			}
			if e.Seq > v.at {
				return
			}
			if v.hides(e.Seq) {
				continue
			}
			shown := v.entry(e)
			if shown, err = s.publicEntry(ctx, shown); !yield(shown, err) || err != nil {
				return
			}
		}
	}
}

// LastChange returns the newest entry of the log that is shown.
func (s *Store) LastChange(ctx context.Context) (rdfstore.LogEntry, error) {
	v, err := s.now(ctx)
	if err != nil {
		return rdfstore.LogEntry{}, err
	}
	return s.publicEntry(ctx, v.last)
}

// publicEntry returns an entry of the log without a successor that is no public entity now.
func (s *Store) publicEntry(ctx context.Context, e rdfstore.LogEntry) (rdfstore.LogEntry, error) {
	if e.Successor == (rdf.IRI{}) {
		return e, nil
	}
	inner, v, err := s.snapshot(ctx)
	if err != nil {
		return e, err
	}
	defer inner.Close()
	e.Successor, err = (&snapshot{Snapshot: inner, store: s, view: v}).successor(ctx, e.Successor)
	return e, err
}

// Public returns an entity of the store as the view shows it, with the version and the time
// of its creation that are known to the public; false where it is private.
func (s *Store) Public(ctx context.Context, e *rdfstore.Entity) (public *rdfstore.Entity, ok bool, err error) {
	v, err := s.now(ctx)
	if err != nil || v.hides(e.Version) || v.kinds[e.Version] == rdfstore.Deleted {
		return nil, false, err
	}
	return s.public(v, e), true, nil
}

// public returns an entity of the store that is not private as the view shows it.
func (s *Store) public(v *view, e *rdfstore.Entity) *rdfstore.Entity {
	out := *e
	out.Version = v.shown(e.Version)
	s.mu.RLock()
	defer s.mu.RUnlock()
	if at, ok := s.since[e.Graph.Name.String()]; ok && at.After(e.Created) {
		out.Created = at
	}
	return &out
}

// deleted returns the entry of the log with which the entity of a name was deleted, as the view
// shows it.
func (s *Store) deleted(v *view, name rdf.IRI) (entry rdfstore.LogEntry, ok bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	entry, ok = s.gone[name.String()]
	return entry, ok && entry.Seq <= v.last.Seq
}
