package pgstore

import (
	"errors"
	"sync"
	"time"

	"vitrine/rdfstore"
	"vitrine/rdfstore/pgstore/internal/postgres"
)

// health is what a store knows of its database.
type health struct {
	mu sync.Mutex
	// failure is that of the last call, since when calls fail.
	failure error
	since   time.Time
	// refused is the error of the last change where there was no room for it, or the role
	// may not make it.
	refused      error
	refusedSince time.Time
	// superseded is set where the relations have become those of another derivation.
	superseded      error
	supersededSince time.Time
}

// supersede notes whether the relations are those of another derivation.
func (h *health) supersede(err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if err != nil && h.superseded == nil {
		h.supersededSince = time.Now()
	}
	h.superseded = err
}

// read notes how a call of the database ended.
func (h *health) read(err error) {
	if err != nil && !postgres.Again(err) {
		return // the database answers
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if err != nil && h.failure == nil {
		h.since = time.Now()
	}
	h.failure = err
}

// wrote notes how a change ended.
func (h *health) wrote(err error) {
	var forbidden *rdfstore.GrantError
	refused := errors.Is(err, rdfstore.ErrFull) || errors.As(err, &forbidden)
	if err != nil && !refused {
		return // which says nothing of the room and the role
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if refused && h.refused == nil {
		h.refusedSince = time.Now()
	}
	h.refused = err
}

// Health says whether the last call reached the database, and whether changes find room and
// are allowed.
func (s *Store) Health() rdfstore.Health {
	s.health.mu.Lock()
	defer s.health.mu.Unlock()
	h := rdfstore.Health{ReadOnly: s.options.ReadOnly, Superseded: s.health.superseded}
	switch {
	case s.health.failure != nil:
		h.NotWritable, h.NotWritableSince = postgres.Unavailable(s.health.failure), s.health.since
	case s.health.superseded != nil:
		h.NotWritable, h.NotWritableSince = s.health.superseded, s.health.supersededSince
	case s.health.refused != nil:
		h.NotWritable, h.NotWritableSince = s.health.refused, s.health.refusedSince
	default:
		h.Writable = !h.ReadOnly
	}
	return h
}
