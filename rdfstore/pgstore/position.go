package pgstore

import (
	"context"
	"sync"
	"time"
	"vitrine/rdfstore/pgstore/internal/query"
)

// position is what a store knows of the end of its log.
type position struct {
	mu  sync.Mutex
	seq uint64
	// asked is when the question was sent whose answer seq is.
	asked time.Time
	// raises counts how often seq has grown.
	raises uint64
	// turn has a place for one who asks for all.
	turn chan struct{}
}

func newPosition() *position { return &position{turn: make(chan struct{}, 1)} }

// known returns the number, and whether it is young enough.
func (p *position) known(age time.Duration) (seq uint64, young bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.seq, time.Since(p.asked) < age
}

// learn takes in that the log has reached an entry.
func (p *position) learn(seq uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.raise(seq)
}

func (p *position) raise(seq uint64) {
	if seq > p.seq {
		p.seq = seq
		p.raises++
	}
}

// question is one about the end of the log.
type question struct {
	sent   time.Time
	raises uint64
}

// ask begins a question.
func (p *position) ask() question {
	p.mu.Lock()
	defer p.mu.Unlock()
	return question{time.Now(), p.raises}
}

// answered takes in what the primary has answered. A lower number than is known counts
// where the known one was there before the question: the database has lost changes, and
// lost is true.
func (p *position) answered(q question, seq uint64) (lost bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if seq < p.seq && q.raises == p.raises {
		p.seq, lost = seq, true
	}
	p.raise(seq)
	if q.sent.After(p.asked) {
		p.asked = q.sent
	}
	return lost
}

// Newest returns the number of the newest entry of the log that is known; what is known
// of the changes of others is at most Options.Staleness old. Of those who ask at once, one
// asks the database.
func (s *Store) Newest(ctx context.Context) (uint64, error) {
	if err := s.proceed(ctx); err != nil {
		return 0, err
	}
	if s.options.Staleness <= 0 {
		return s.askNewest(ctx)
	}
	if seq, young := s.position.known(s.options.Staleness); young {
		return seq, nil
	}
	if s.replicas.exist() && s.outage.lasts() {
		return s.askNewest(ctx) // which is for nobody to wait for
	}
	select {
	case s.position.turn <- struct{}{}:
		defer func() { <-s.position.turn }()
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	if seq, young := s.position.known(s.options.Staleness); young {
		return seq, nil
	}
	return s.askNewest(ctx)
}

// askNewest asks the database for the end of the log.
func (s *Store) askNewest(ctx context.Context) (seq uint64, err error) {
	q := s.position.ask()
	err = s.askEnd(ctx, func(ctx context.Context, from query.Source) error {
		seq, err = query.Number(ctx, from, "SELECT seq FROM @.head")
		return err
	})
	if err == nil {
		s.learnEnd(q, seq)
	}
	return seq, err
}

// Latest asks the primary for the number of the newest entry of the log.
func (s *Store) Latest(ctx context.Context) (uint64, error) {
	q := s.position.ask()
	seq, err := query.Number(ctx, primary{anywhere{s}}, "SELECT seq FROM @.head")
	if err == nil {
		s.outage.set(false)
		s.learnEnd(q, seq)
	}
	return seq, err
}

// learnEnd takes in the answer to a question about the end of the log. Where changes are
// lost, a replica may have them still.
func (s *Store) learnEnd(q question, seq uint64) {
	if s.position.answered(q, seq) {
		s.replicas.doubt()
	}
}
