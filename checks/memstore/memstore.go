// Package memstore keeps named graphs in plain maps. It is the implementation
// of rdfstore.Store that is easiest to see right, which the tests of the others
// compare against, and a store for tests that need one. It keeps nothing on
// disk and answers every pattern by looking at every quad.
package memstore

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/codec"
	"vitrine/rdfstore/graph"
)

// Base is the base of every store in memory.
const Base = "https://data.museum.example/"

// Store is a store in memory. The zero value is not usable; see New.
type Store struct {
	derivation rdfstore.Derivation

	mu     sync.RWMutex
	closed bool
	state
}

// state is what the store holds. Entities and log entries are never changed in
// place, so a shallow copy is a snapshot.
type state struct {
	entities   map[string]*rdfstore.Entity
	tombstones map[string]rdfstore.LogEntry
	log        []rdfstore.LogEntry
	// created has the number of the log entry with which each entity came to be.
	created map[string]uint64
	// states are all that ever were, by the number of their entry of the log.
	states map[uint64]*rdfstore.Entity
	// purged has the number of the entry of the last purge of each name.
	purged map[string]uint64
}

var _ rdfstore.Store = (*Store)(nil)

// New returns an empty store without relations.
func New() *Store { return NewDeriving(rdfstore.Derivation{}) }

// NewDeriving returns an empty store that answers for the relations that the
// derivation finds.
func NewDeriving(d rdfstore.Derivation) *Store {
	return &Store{derivation: d, state: state{
		entities:   map[string]*rdfstore.Entity{},
		tombstones: map[string]rdfstore.LogEntry{},
		created:    map[string]uint64{},
		states:     map[uint64]*rdfstore.Entity{},
		purged:     map[string]uint64{},
	}}
}

// Get returns the entity with the name.
func (s *Store) Get(ctx context.Context, name rdf.IRI) (*rdfstore.Entity, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if err := s.ready(ctx); err != nil {
		return nil, err
	}
	return s.get(name)
}

// get returns the entity with the name.
func (st state) get(name rdf.IRI) (*rdfstore.Entity, error) {
	if e, ok := st.entities[name.String()]; ok {
		return e, nil
	}
	if t, ok := st.tombstones[name.String()]; ok {
		return nil, &rdfstore.DeletedError{Name: name, Version: t.Seq, Time: t.Time, Successor: t.Successor}
	}
	return nil, fmt.Errorf("%s: %w", name, rdfstore.ErrNotFound)
}

// ready tells whether a call may go on. The caller holds the lock.
func (s *Store) ready(ctx context.Context) error {
	if s.closed {
		return rdfstore.ErrClosed
	}
	return ctx.Err()
}

// Apply carries out the changes, all of them or none.
func (s *Store) Apply(ctx context.Context, changes ...rdfstore.Change) ([]rdfstore.Outcome, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.ready(ctx); err != nil {
		return nil, err
	}
	var before state
	if len(changes) > 1 { // one alone changes nothing where it fails
		before = s.state.clone()
	}
	now := s.now()
	outcomes := make([]rdfstore.Outcome, len(changes))
	for i, c := range changes {
		outcome, err := s.apply(c, now)
		if err != nil {
			if len(changes) > 1 {
				s.state = before
			}
			return nil, &rdfstore.ChangeError{Index: i, Name: c.Name(), Err: err}
		}
		outcomes[i] = outcome
	}
	return outcomes, nil
}

// clone copies the maps. A log is only ever appended to but for a purge, which makes a new one, and
// cutting its capacity keeps the copy apart from what is appended later.
func (st state) clone() state {
	return state{
		maps.Clone(st.entities), maps.Clone(st.tombstones), slices.Clip(st.log),
		maps.Clone(st.created), maps.Clone(st.states), maps.Clone(st.purged),
	}
}

// now is the time of the next log entry: never before that of the last.
func (s *Store) now() time.Time {
	now := time.Now().UTC().Round(0)
	if n := len(s.log); n > 0 && now.Before(s.log[n-1].Time) {
		return s.log[n-1].Time
	}
	return now
}

func (s *Store) apply(c rdfstore.Change, now time.Time) (rdfstore.Outcome, error) {
	old := s.entities[c.Name().String()]
	version := uint64(0)
	if old != nil {
		version = old.Version
	}
	if err := c.If.Check(version); err != nil {
		return rdfstore.Outcome{}, err
	}
	if err := c.CheckMessage(); err != nil {
		return rdfstore.Outcome{}, err
	}
	switch {
	case c.Put != nil:
		return s.put(c, old, now)
	case c.Delete != rdf.IRI{}:
		return s.delete(c, old, now)
	default:
		return s.purge(c, old, now)
	}
}

func (s *Store) put(c rdfstore.Change, old *rdfstore.Entity, now time.Time) (rdfstore.Outcome, error) {
	g := c.Put
	normal, err := codec.Normalise(g)
	if err != nil {
		return rdfstore.Outcome{}, err
	}
	kept := &graph.Graph{Name: g.Name, Triples: slices.Clone(normal.Triples), Source: g.Source}
	if old != nil && old.Graph.Equal(kept) {
		return rdfstore.Outcome{Kind: rdfstore.Unchanged, Version: old.Version, Time: old.Modified}, nil
	}
	kind, created := rdfstore.Created, now
	if old != nil {
		kind, created = rdfstore.Updated, old.Created
	}
	entry := s.append(rdfstore.LogEntry{Name: kept.Name, Kind: kind, Class: kept.FirstClass(), Time: now, Author: c.Author, Message: c.Message})
	if old == nil {
		s.created[kept.Name.String()] = entry.Seq
	}
	delete(s.tombstones, kept.Name.String())
	e := &rdfstore.Entity{Graph: kept, Version: entry.Seq, Created: created, Modified: now}
	s.entities[kept.Name.String()], s.states[entry.Seq] = e, e
	return rdfstore.Outcome{Kind: kind, Version: entry.Seq, Time: now}, nil
}

func (s *Store) delete(c rdfstore.Change, old *rdfstore.Entity, now time.Time) (rdfstore.Outcome, error) {
	if old == nil {
		return rdfstore.Outcome{}, rdfstore.ErrNotFound
	}
	name := c.Delete.String()
	entry := s.append(rdfstore.LogEntry{Name: c.Delete, Kind: rdfstore.Deleted, Class: old.Graph.FirstClass(), Successor: c.Successor, Time: now, Author: c.Author, Message: c.Message})
	delete(s.entities, name)
	delete(s.created, name)
	s.tombstones[name] = entry
	return rdfstore.Outcome{Kind: rdfstore.Deleted, Version: entry.Seq, Time: now}, nil
}

// append gives the next entry of the log its number.
func (s *Store) append(entry rdfstore.LogEntry) rdfstore.LogEntry {
	entry.Seq = uint64(len(s.log)) + 1
	s.log = append(s.log, entry)
	return entry
}

// LastChange returns the newest entry of the log.
func (s *Store) LastChange(ctx context.Context) (rdfstore.LogEntry, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if err := s.ready(ctx); err != nil {
		return rdfstore.LogEntry{}, err
	}
	if len(s.log) == 0 {
		return rdfstore.LogEntry{}, nil
	}
	return s.log[len(s.log)-1], nil
}

// Base returns the constant of this name.
func (s *Store) Base(ctx context.Context) (string, error) { return Base, s.proceed(ctx) }

// Close makes every later call fail with rdfstore.ErrClosed.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return rdfstore.ErrClosed
	}
	s.closed = true
	s.state = state{}
	return nil
}

// snapshot returns what the store holds now.
func (s *Store) snapshot(ctx context.Context) (state, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if err := s.ready(ctx); err != nil {
		return state{}, err
	}
	return s.state.clone(), nil
}

// proceed tells whether a walk may go on.
func (s *Store) proceed(ctx context.Context) error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.ready(ctx)
}
