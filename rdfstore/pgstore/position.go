package pgstore

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"vitrine/rdfstore"
	"vitrine/rdfstore/pgstore/internal/postgres"
	"vitrine/rdfstore/pgstore/internal/tables"
)

// position is the newest entry of the log that a store knows of, from what it has written and
// read.
type position struct{ seq atomic.Uint64 }

func (p *position) known() uint64 { return p.seq.Load() }

// learn takes in that the log has reached an entry.
func (p *position) learn(seq uint64) {
	for {
		known := p.seq.Load()
		if seq <= known || p.seq.CompareAndSwap(known, seq) {
			return
		}
	}
}

// endOfLog asks for the newest entry of the log: one question at a time for all who want to
// know. An answer counts for those who came before its question was sent.
type endOfLog struct {
	// asking has a place for the question that is under way.
	asking chan struct{}
	mu     sync.Mutex
	// next is the question that is not sent yet, nil where no request waits for one.
	next *endQuestion
	// away is when the primary is asked again, where there is a replica to ask meanwhile.
	away time.Time
}

// endQuestion is a question that several wait for.
type endQuestion struct {
	// done is closed when there is an answer.
	done chan struct{}
	last rdfstore.LogEntry
	err  error
}

func newEndOfLog() *endOfLog { return &endOfLog{asking: make(chan struct{}, 1)} }

// LastChange returns the newest entry of the log. Those who ask at once share a question. The
// same answer tells whose the relations are, so that the health of a store that is only asked
// for this says it, too. While the primary cannot be reached, the replica answers if it has
// all that the store knows of.
func (s *Store) LastChange(ctx context.Context) (rdfstore.LogEntry, error) {
	if err := s.proceed(ctx); err != nil {
		return rdfstore.LogEntry{}, err
	}
	s.end.mu.Lock()
	q := s.end.next
	if q == nil {
		q = &endQuestion{done: make(chan struct{})}
		s.end.next = q
		go s.askEnd(q)
	}
	s.end.mu.Unlock()
	late := time.NewTimer(s.options.Patience)
	defer late.Stop()
	select {
	case <-q.done:
		return q.last, q.err
	case <-ctx.Done():
		return rdfstore.LogEntry{}, ctx.Err()
	case <-late.C:
		return rdfstore.LogEntry{}, fmt.Errorf("%w: it does not answer", rdfstore.ErrUnavailable)
	}
}

// askEnd sends a question when the one before it has been answered.
func (s *Store) askEnd(q *endQuestion) {
	s.end.asking <- struct{}{}
	s.end.mu.Lock()
	s.end.next = nil
	s.end.mu.Unlock()
	q.last, q.err = s.findEnd(context.Background())
	<-s.end.asking
	close(q.done)
}

// askPatience is how long the primary has to say where the log ends, where a replica can say
// it, too.
const askPatience = 2 * time.Second

// findEnd asks the primary, or while that cannot be reached the replica. Only one goroutine
// calls it at a time.
func (s *Store) findEnd(ctx context.Context) (last rdfstore.LogEntry, err error) {
	if s.replica == nil {
		return s.readEnd(ctx, primary{anywhere{s}})
	}
	if !time.Now().Before(s.end.away) {
		short, cancel := context.WithTimeout(ctx, askPatience)
		last, err = s.readEnd(short, primary{anywhere{s}})
		cancel()
		if err == nil || !errors.Is(err, rdfstore.ErrUnavailable) && !postgres.Again(err) {
			return last, err
		}
		s.health.read(err)
		s.end.away = time.Now().Add(awayPause)
	}
	return s.readEnd(ctx, standby{anywhere{s}})
}

func (s *Store) readEnd(ctx context.Context, from tables.Source) (rdfstore.LogEntry, error) {
	before := s.position.known()
	last, derivation, err := tables.LastWithDerivation(ctx, from)
	if err != nil {
		return last, err
	}
	if last.Seq < before && s.position.seq.CompareAndSwap(before, last.Seq) {
		// The database has lost changes, which a replica may have still.
		s.replica.doubt()
	}
	s.position.learn(last.Seq)
	if derivation != nil {
		_ = s.checkDerivation(*derivation) // the log can be read all the same
	}
	return last, nil
}
