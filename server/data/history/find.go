package history

import (
	"context"
	"fmt"
	"iter"
	"time"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
)

// Store has the versions of entities; rdfstore.Store says how.
type Store interface {
	Versions(ctx context.Context, name rdf.IRI, before uint64) iter.Seq2[rdfstore.LogEntry, error]
}

// Moment is the time of a state as Memento says it: to the second, rounded down.
func Moment(t time.Time) time.Time { return t.UTC().Truncate(time.Second) }

// Place is a state with those around it. An entry is the zero one where there is none; none is that
// of a deletion.
type Place struct {
	State, First, Last, Prev, Next rdfstore.LogEntry
}

// At returns the place of the state that an entity had at a time, to the second: of those not later
// than it, the newest. Before the first state it is the first, and while the entity was deleted the
// one before. The error wraps rdfstore.ErrNotFound where no state is kept.
func At(ctx context.Context, s Store, name rdf.IRI, t time.Time) (Place, error) {
	end, err := firstEntry(ctx, s, name, func(e rdfstore.LogEntry) bool { return Moment(e.Time).After(t) })
	if err != nil {
		return Place{}, err
	}
	state, err := stateBefore(ctx, s, name, end.Seq) // of all where none is later
	if err != nil {
		return Place{}, err
	}
	if state.Seq == 0 {
		if state, err = stateFrom(ctx, s, name, 1); err != nil {
			return Place{}, err
		}
	}
	if state.Seq == 0 {
		return Place{}, fmt.Errorf("a state of %s: %w", name, rdfstore.ErrNotFound)
	}
	return Around(ctx, s, name, state)
}

// Around returns the place of a state.
func Around(ctx context.Context, s Store, name rdf.IRI, state rdfstore.LogEntry) (p Place, err error) {
	p.State = state
	if p.Last, err = stateBefore(ctx, s, name, 0); err != nil {
		return p, err
	}
	if p.First, err = stateFrom(ctx, s, name, 1); err != nil {
		return p, err
	}
	if p.First.Seq != state.Seq {
		if p.Prev, err = stateBefore(ctx, s, name, state.Seq); err != nil {
			return p, err
		}
	}
	if p.Last.Seq != state.Seq {
		p.Next, err = stateFrom(ctx, s, name, state.Seq+1)
	}
	return p, err
}

// stateBefore returns the newest entry below a number that is no deletion; 0 is the end.
func stateBefore(ctx context.Context, s Store, name rdf.IRI, before uint64) (rdfstore.LogEntry, error) {
	for e, err := range s.Versions(ctx, name, before) {
		if err != nil || e.Kind != rdfstore.Deleted {
			return e, err
		}
	}
	return rdfstore.LogEntry{}, nil
}

// stateFrom returns the oldest entry from a number on that is no deletion.
func stateFrom(ctx context.Context, s Store, name rdf.IRI, from uint64) (rdfstore.LogEntry, error) {
	for {
		e, err := firstEntry(ctx, s, name, func(e rdfstore.LogEntry) bool { return e.Seq >= from })
		if err != nil || e.Kind != rdfstore.Deleted {
			return e, err
		}
		from = e.Seq + 1
	}
}

// firstEntry returns the oldest entry that is beyond something which no older entry is beyond, the
// zero entry where none is.
func firstEntry(ctx context.Context, s Store, name rdf.IRI, beyond func(rdfstore.LogEntry) bool) (first rdfstore.LogEntry, err error) {
	first, err = newest(ctx, s, name, 0)
	if err != nil || !beyond(first) || first.Seq == 0 {
		return rdfstore.LogEntry{}, err
	}
	// No entry up to low is beyond it.
	for low := uint64(0); low+1 < first.Seq; {
		// Most histories are short, so that the entry just before may be the answer.
		e, err := newest(ctx, s, name, first.Seq)
		if err != nil {
			return first, err
		}
		if e.Seq <= low || !beyond(e) {
			return first, nil
		}
		first = e
		middle := low + (first.Seq-low)/2
		if middle <= low {
			continue
		}
		if e, err = newest(ctx, s, name, middle+1); err != nil {
			return first, err
		}
		if e.Seq > low && beyond(e) {
			first = e
		} else {
			low = middle
		}
	}
	return first, nil
}

// newest returns the newest entry below a number, the zero entry where there is none.
func newest(ctx context.Context, s Store, name rdf.IRI, before uint64) (rdfstore.LogEntry, error) {
	for e, err := range s.Versions(ctx, name, before) {
		return e, err
	}
	return rdfstore.LogEntry{}, nil
}
