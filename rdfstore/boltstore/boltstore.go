// Package boltstore is the embedded implementation of rdfstore.Store: one file,
// kept by bbolt (go.etcd.io/bbolt), for one process at a time.
//
// A graph is one record that is read with one range read. An index of packed
// postings finds the graphs for every quad pattern, and each value carries a
// checksum. Writers that come at the same time share one commit, which is on
// disk before any of them returns; the index follows later, and what it lacks
// meanwhile is kept in the file and in memory. Readers see the state of the last
// commit and never wait. docs/store.md draws the file.
//
// The package has what needs the open Store: its life, the one writer and its
// goroutines, snapshots and backups. What needs no more than a transaction, a memtable
// or a file is in the packages below internal.
//
// The package knows nothing of formats, of the Linked Art model or of HTTP. No
// type of bbolt leaves it.
package boltstore

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/knakk/rdf"
	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/postings"
	"vitrine/rdfstore/boltstore/internal/query"
	"vitrine/rdfstore/boltstore/internal/record"
	"vitrine/rdfstore/codec"
	"vitrine/rdfstore/lru"
)

// Store is an open store. All methods may be called by many goroutines: this type has
// what they share, the writer type what its goroutine alone touches.
type Store struct {
	// These do not change while the store is open.
	path string
	db   *bbolt.DB
	log  *slog.Logger
	base string
	// derived is the version of the derivation that the relations in the file
	// come from. derivation is the one to keep them in step by and to answer
	// with: that version, or none.
	derived     string
	derivation  rdfstore.Derivation
	readOnly    bool
	keep        rdfstore.Retention
	signature   rdfstore.Signature
	snapshotAge time.Duration

	// mu guards closed; calls counts those in progress. running are the goroutines of
	// the store, which closing ends.
	mu      sync.RWMutex
	closed  bool
	calls   sync.WaitGroup
	closing chan struct{}
	running sync.WaitGroup

	// The writer stores these for readers. newest is the last entry of the log, nil where
	// it has to be looked up: a server asks for it with every request.
	versions atomic.Pointer[versions]
	newest   atomic.Pointer[rdfstore.LogEntry]

	// These have a lock of their own, or need none.
	dict *codec.Dictionary
	// queue brings writes to the writer, and trouble is what keeps it from them.
	queue   queue
	trouble trouble
	// readers are the open snapshots, which end when they are of the given age, and
	// the backups in progress, which do not.
	readers readers
	queries *query.Engine
	// nameCounts are those of the prefixes that were asked for of late.
	nameCounts *lru.Cache[string, *nameCount]

	// writer is for its own goroutine, which Open starts.
	writer *writer
}

var _ rdfstore.Store = (*Store)(nil)

// enter begins a call; leave ends it.
func (s *Store) enter(ctx context.Context) error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.closed {
		return rdfstore.ErrClosed
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	s.calls.Add(1)
	return nil
}

func (s *Store) leave() { s.calls.Done() }

// Close waits for the calls in progress and releases the file. A walk in
// progress ends with rdfstore.ErrClosed at its next item; Close must not be
// called from inside a walk of Graphs, for which it would wait.
func (s *Store) Close() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return rdfstore.ErrClosed
	}
	s.closed = true
	s.mu.Unlock()
	s.calls.Wait()
	close(s.closing)
	s.running.Wait()
	if s.writer != nil && s.writer.committed && !s.writer.limits.leavesPending {
		if err := s.writer.flushAll(); err != nil {
			s.log.Warn("what is in the memtable is not flushed; no write is lost", "file", s.path, "error", err)
		}
	}
	return s.db.Close()
}

// isClosed tells whether Close was called.
func (s *Store) isClosed() bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.closed
}

// Get returns the entity with the name.
func (s *Store) Get(ctx context.Context, name rdf.IRI) (*rdfstore.Entity, error) {
	var e *rdfstore.Entity
	err := s.view(ctx, func(tx *bbolt.Tx) (err error) {
		e, err = s.entity(ctx, tx, name)
		return err
	})
	if err != nil {
		return nil, err
	}
	return e, nil
}

// entity returns the entity with the name, as of a transaction.
func (s *Store) entity(ctx context.Context, tx *bbolt.Tx, name rdf.IRI) (*rdfstore.Entity, error) {
	stored, err := record.FindEntity(ctx, tx, s.dict, name)
	if err == nil && stored.Entity == nil {
		err = record.Missing(tx, name)
	}
	if err != nil {
		return nil, err
	}
	return stored.Entity, nil
}

// LastChange returns the newest entry of the log.
func (s *Store) LastChange(ctx context.Context) (rdfstore.LogEntry, error) {
	if newest := s.newest.Load(); newest != nil {
		if s.isClosed() {
			return rdfstore.LogEntry{}, rdfstore.ErrClosed
		}
		return *newest, ctx.Err()
	}
	var entry rdfstore.LogEntry
	err := s.view(ctx, func(tx *bbolt.Tx) (err error) {
		entry, err = record.LastChange(tx)
		return err
	})
	if err != nil {
		return rdfstore.LogEntry{}, err
	}
	// The writer may know a later one by now. After a commit that failed, nothing
	// is kept: whether the entry is still the last depends on the file.
	if s.newest.CompareAndSwap(nil, &entry) && s.trouble.failed() != nil {
		s.newest.Store(nil)
	}
	return entry, nil
}

// Base returns the base of the store.
func (s *Store) Base(ctx context.Context) (string, error) {
	if s.isClosed() {
		return "", rdfstore.ErrClosed
	}
	return s.base, ctx.Err()
}

func (s *Store) indexer() postings.Indexer {
	return postings.Indexer{Dict: s.dict, Derivation: s.derivation}
}
