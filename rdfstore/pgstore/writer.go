package pgstore

import (
	"context"
	"errors"
	"time"

	"vitrine/rdfstore"
	"vitrine/rdfstore/pgstore/internal/failure"
	"vitrine/rdfstore/pgstore/internal/query"
	"vitrine/rdfstore/pgstore/internal/record"
)

const (
	// queueLength is how many calls of Apply wait for the writer at most; more wait for
	// the queue.
	queueLength = 1024
	// maxGroup and maxGroupChanges bound what is committed together, unless one call of
	// Apply alone is more.
	maxGroup        = 256
	maxGroupChanges = 2048
)

// request is a call of Apply on its way to the writer.
type request struct {
	ctx     context.Context
	changes []change
	// done gets the answer, once.
	done chan answer
}

type answer struct {
	outcomes []rdfstore.Outcome
	err      error
}

// change is a change whose graph is as it will be read again.
type change struct {
	rdfstore.Change
	digest digest
	// encoding is that of the graph, nil where there is none.
	encoding []byte
}

// Apply carries out the changes, all of them or none. The error wraps
// rdfstore.ErrUnavailable where the database could not be reached and nothing was changed,
// rdfstore.ErrFull where it has no room, which is not waited for,
// and rdfstore.ErrUncertain where that is unknown.
func (s *Store) Apply(ctx context.Context, changes ...rdfstore.Change) ([]rdfstore.Outcome, error) {
	if err := s.enter(ctx); err != nil {
		return nil, err
	}
	defer s.leave()
	if s.options.ReadOnly {
		return nil, ErrReadOnly
	}
	if len(changes) == 0 {
		return []rdfstore.Outcome{}, nil
	}
	prepared, err := prepare(changes)
	if err != nil {
		return nil, err
	}
	r := &request{ctx, prepared, make(chan answer, 1)}
	select {
	case s.queue <- r:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	// The writer looks at the context itself: what it has begun, it ends.
	a := <-r.done
	return a.outcomes, a.err
}

func prepare(changes []rdfstore.Change) ([]change, error) {
	all := make([]change, len(changes))
	for i, c := range changes {
		all[i] = change{Change: c, digest: query.DigestOf(c.Name())}
		if c.Put == nil {
			continue
		}
		g, err := record.Normalise(c.Put)
		if err != nil {
			return nil, &rdfstore.ChangeError{Index: i, Name: c.Name(), Err: err}
		}
		all[i].Put, all[i].encoding = g, record.Encode(g)
	}
	return all, nil
}

// write commits what is in the queue until that is closed.
func (s *Store) write() {
	defer close(s.writerDone)
	for first := range s.queue {
		s.writeGroup(s.gather(first))
	}
}

// gather returns a request with those that wait behind it.
func (s *Store) gather(first *request) []*request {
	group, changes := []*request{first}, len(first.changes)
	for len(group) < maxGroup && changes < maxGroupChanges {
		select {
		case r, open := <-s.queue:
			if !open {
				return group
			}
			group, changes = append(group, r), changes+len(r.changes)
		default:
			return group
		}
	}
	return group
}

// writeGroup commits requests together and answers each. Where that fails for a reason
// that may lie in one of them, each is committed alone.
func (s *Store) writeGroup(group []*request) {
	group = inTime(group)
	if len(group) == 0 {
		return
	}
	answers, err := s.commitPatiently(group)
	s.health.read(err)
	s.health.wrote(err)
	switch {
	case err == nil:
		s.outage.set(false)
		s.position.learn(newestOf(answers))
		for i, r := range group {
			r.done <- answers[i]
		}
	case len(group) > 1 && !errors.Is(err, rdfstore.ErrUnavailable) && !errors.Is(err, rdfstore.ErrUncertain) && !errors.Is(err, rdfstore.ErrFull):
		for _, r := range group {
			s.writeGroup([]*request{r})
		}
	default:
		for _, r := range group {
			r.done <- answer{err: err}
		}
	}
}

// newestOf is the number of the newest version among answers.
func newestOf(answers []answer) (newest uint64) {
	for _, a := range answers {
		for _, o := range a.outcomes {
			newest = max(newest, o.Version)
		}
	}
	return newest
}

// inTime answers the requests whose context has ended, and returns the others.
func inTime(group []*request) []*request {
	var kept []*request
	for _, r := range group {
		if err := r.ctx.Err(); err != nil {
			r.done <- answer{err: err}
		} else {
			kept = append(kept, r)
		}
	}
	return kept
}

// The pauses between attempts, in which a database may come back.
const (
	firstPause = 20 * time.Millisecond
	lastPause  = time.Second
)

// timeOfChange is what an attempt may take for each of its changes, beside the patience: a
// database that answers slowly is waited for.
const timeOfChange = 20 * time.Millisecond

// commitPatiently commits requests, again and again while the database cannot be reached,
// up to Options.Patience.
func (s *Store) commitPatiently(group []*request) ([]answer, error) {
	limit := s.options.Patience
	for _, r := range group {
		limit += time.Duration(len(r.changes)) * timeOfChange
	}
	start := time.Now()
	for pause := firstPause; ; pause = min(2*pause, lastPause) {
		ctx, cancel := context.WithTimeout(context.Background(), limit)
		answers, err := s.commitOnce(ctx, group)
		cancel()
		if err == nil || !failure.Again(err) || errors.Is(err, rdfstore.ErrUncertain) {
			return answers, failure.OfWrite(err)
		}
		s.pool.Reset()
		s.health.read(err)
		if time.Since(start) >= s.options.Patience {
			return nil, failure.Unavailable(err)
		}
		time.Sleep(pause)
	}
}

// commitOnce commits requests. Once COMMIT has been sent it finds out after every error
// whether they were committed.
func (s *Store) commitOnce(ctx context.Context, group []*request) ([]answer, error) {
	p := &plan{store: s, derivation: s.options.Derivation}
	answers, err := p.carryOut(ctx, group)
	if err != nil && p.committing {
		err = s.settle(err, p.log[0].seq, p.batch)
	}
	if err != nil {
		return nil, err
	}
	return answers, nil
}
