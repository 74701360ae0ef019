package boltstore

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/boltfile"
)

// trouble is what keeps the writer from its work. Readers of it may be in other
// goroutines than the writer.
type trouble struct {
	mu sync.Mutex
	// stopped is the error after which nothing more may be written, and background
	// that of the work between the writes which failed last.
	stopped, background           error
	stoppedSince, backgroundSince time.Time
	// full is the error of the last commit where that had no room.
	full      error
	fullSince time.Time
}

// room notes whether a commit had room.
func (t *trouble) room(err error) {
	full := errors.Is(err, rdfstore.ErrFull)
	if err != nil && !full {
		return // which tells nothing of the room
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if full && t.full == nil {
		t.fullSince = time.Now()
	}
	t.full = err
}

// failed returns the error after which nothing more may be written, nil where
// there is none.
func (t *trouble) failed() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.stopped
}

// stop has the store take no more writes until it is opened again, and logs why.
// It returns the error that says so.
func (s *Store) stop(err error) error {
	t := &s.trouble
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.stopped == nil {
		t.stopped, t.stoppedSince = fmt.Errorf("%s takes no more writes until it is opened again: %w", s.path, err), time.Now()
		s.log.Error("the store takes no more writes until it is opened again", "file", s.path, "error", err)
	}
	return t.stopped
}

// background says how work in the background went. The first failure is logged,
// and the first success after it.
func (s *Store) background(err error) {
	t := &s.trouble
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case err != nil && t.background == nil:
		t.backgroundSince = time.Now()
		s.log.Error("what is in the memtable cannot be flushed; no write is lost", "file", s.path, "error", err)
		s.report(err)
	case err == nil && t.background != nil:
		s.log.Info("what is in the memtable is flushed again", "file", s.path)
	}
	t.background = err
}

// Health tells whether the store takes writes, and how its work in the background
// goes.
func (s *Store) Health() rdfstore.Health {
	h := rdfstore.Health{ReadOnly: s.readOnly, OldestReader: s.readers.oldest()}
	if n, err := boltfile.FreePages(s.path); err == nil {
		h.FreePages = n
	}
	h.Unflushed = s.versions.Load().after.Len()
	t := &s.trouble
	t.mu.Lock()
	defer t.mu.Unlock()
	h.NotWritable, h.NotWritableSince = t.stopped, t.stoppedSince
	if t.stopped == nil {
		h.NotWritable, h.NotWritableSince = t.full, t.fullSince
	}
	h.Background, h.BackgroundSince = t.background, t.backgroundSince
	h.Writable = !s.readOnly && h.NotWritable == nil
	return h
}
