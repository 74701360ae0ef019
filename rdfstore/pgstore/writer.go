package pgstore

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/rdfstore"
	"vitrine/rdfstore/codec"
	"vitrine/rdfstore/pgstore/internal/postgres"
	"vitrine/rdfstore/pgstore/internal/tables"
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
	// until is when the caller has to have an answer.
	until time.Time
	// taken is set by the writer, which then answers, or by the caller, who then leaves.
	taken atomic.Bool
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
// rdfstore.ErrUnavailable where the database could not be reached in time and nothing was
// changed, rdfstore.ErrFull where it has no room, which is not waited for, and
// rdfstore.ErrUncertain where that is unknown; it is an *rdfstore.GrantError where the role
// may only read.
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
	prepared, err := prepare(s.options.Signature.Sign(changes))
	if err != nil {
		return nil, err
	}
	return s.await(&request{ctx: ctx, changes: prepared, until: time.Now().Add(s.patienceOf(len(changes))), done: make(chan answer, 1)})
}

// patienceOf is how long so many changes may take: a database that answers slowly is waited
// for.
func (s *Store) patienceOf(changes int) time.Duration {
	return s.options.Patience + time.Duration(changes-1)*timeOfChange
}

// await gives a request to the writer and waits for the answer. What the writer has not begun
// by the time that the caller has, it leaves undone.
func (s *Store) await(r *request) ([]rdfstore.Outcome, error) {
	waiting, cancel := context.WithDeadline(r.ctx, r.until)
	defer cancel()
	left := func() error {
		return cmp.Or(r.ctx.Err(), fmt.Errorf("%w: the changes before this one take too long", rdfstore.ErrUnavailable))
	}
	select {
	case s.queue <- r:
	case <-waiting.Done():
		return nil, left()
	}
	select {
	case a := <-r.done:
		return a.outcomes, a.err
	case <-waiting.Done():
		if r.taken.CompareAndSwap(false, true) {
			return nil, left()
		}
	}
	a := <-r.done
	return a.outcomes, a.err
}

func prepare(changes []rdfstore.Change) ([]change, error) {
	all := make([]change, len(changes))
	err := inParallel(len(changes), func(i int) error {
		c := changes[i]
		all[i] = change{Change: c, digest: tables.DigestOf(c.Name())}
		if c.Put == nil {
			return nil
		}
		g, err := codec.Normalise(c.Put)
		if err != nil {
			return &rdfstore.ChangeError{Index: i, Name: c.Name(), Err: err}
		}
		all[i].Put, all[i].encoding = g.Graph, g.EncodeAlone()
		return nil
	})
	return all, err
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
// that may lie in one of them, each is committed alone. While the database cannot be reached
// it tries again, for those that still have time.
func (s *Store) writeGroup(group []*request) {
	group = slices.DeleteFunc(group, func(r *request) bool { return !r.taken.CompareAndSwap(false, true) })
	for pause := firstPause; len(group) > 0; pause = min(2*pause, lastPause) {
		answers, err := s.commitOnce(group)
		err = s.ofWrite(err)
		s.health.read(err)
		s.health.wrote(err)
		switch {
		case err == nil:
			s.position.learn(newestOf(answers))
			for i, r := range group {
				r.done <- answers[i]
			}
			return
		case errors.Is(err, rdfstore.ErrUnavailable) && postgres.Again(err):
			if !postgres.TooManyConnections(err) {
				s.pool.Reset()
			}
			if group = inTime(group, time.Now().Add(pause), err); len(group) > 0 {
				time.Sleep(pause)
			}
		case len(group) > 1 && !isOfAll(err):
			for _, r := range group {
				r.taken.Store(false)
				s.writeGroup([]*request{r})
			}
			return
		default:
			for _, r := range group {
				r.done <- answer{err: err}
			}
			return
		}
	}
}

// isOfAll tells whether an error is about no single request of a group.
func isOfAll(err error) bool {
	var forbidden *rdfstore.GrantError
	return errors.Is(err, rdfstore.ErrUnavailable) || errors.Is(err, rdfstore.ErrUncertain) || errors.Is(err, rdfstore.ErrFull) || errors.As(err, &forbidden)
}

// inTime answers the requests that have no time left at some moment, and returns the others.
func inTime(group []*request, at time.Time, err error) (rest []*request) {
	for _, r := range group {
		switch {
		case r.ctx.Err() != nil:
			r.done <- answer{err: r.ctx.Err()}
		case r.until.Before(at):
			r.done <- answer{err: err}
		default:
			rest = append(rest, r)
		}
	}
	return rest
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

// The pauses between attempts, in which a database may come back.
const (
	firstPause = 20 * time.Millisecond
	lastPause  = time.Second
)

// timeOfChange is what a call of Apply may take for each of its changes but the first, beside
// the patience.
const timeOfChange = 20 * time.Millisecond

// commitOnce commits requests, in the time of the one that has the least. Once COMMIT has been
// sent it finds out after every error whether they were committed.
func (s *Store) commitOnce(group []*request) ([]answer, error) {
	until := group[0].until
	for _, r := range group {
		if r.until.Before(until) {
			until = r.until
		}
	}
	ctx, cancel := context.WithDeadline(context.Background(), until)
	defer cancel()
	p := &plan{store: s, derivation: s.options.Derivation}
	answers, err := p.carryOut(ctx, group)
	if err != nil && p.committing {
		err = s.settle(ctx, err, p.log[0].seq, p.batch, p.now)
	}
	if err != nil {
		return nil, err
	}
	return answers, nil
}

// ofWrite says what an error means for what was to change something. It is an
// *rdfstore.GrantError where the role may not do that.
func (s *Store) ofWrite(err error) error {
	if postgres.Forbidden(err) {
		return &rdfstore.GrantError{Grant: s.grant(), Err: err}
	}
	return postgres.OfWrite(err)
}

// grant is the statement by which the role may change the store.
func (s *Store) grant() string {
	return "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA " + pgx.Identifier{s.schema}.Sanitize() + " TO " + pgx.Identifier{s.pool.Config().ConnConfig.User}.Sanitize()
}
