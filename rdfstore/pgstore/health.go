package pgstore

import (
	"sync"
	"time"

	"vitrine/rdfstore"
	"vitrine/rdfstore/pgstore/internal/failure"
)

// health is what a store knows of its database.
type health struct {
	mu sync.Mutex
	// failure is that of the last call, since when calls fail.
	failure error
	since   time.Time
}

// read notes how a call of the database ended.
func (h *health) read(err error) {
	if err != nil && !failure.Again(err) {
		return // the database answers
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if err != nil && h.failure == nil {
		h.since = time.Now()
	}
	h.failure = err
}

// Health tells whether the last call reached the database.
func (s *Store) Health() rdfstore.Health {
	s.health.mu.Lock()
	defer s.health.mu.Unlock()
	h := rdfstore.Health{Writable: s.health.failure == nil && !s.options.ReadOnly, ReadOnly: s.options.ReadOnly}
	if s.health.failure != nil {
		h.NotWritable, h.NotWritableSince = failure.Unavailable(s.health.failure), s.health.since
	}
	return h
}
