package load

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// Counts says what became of the records that were stored.
type Counts struct {
	Created, Updated, Unchanged uint64
}

func (c *Counts) add(outcomes []rdfstore.Outcome) {
	for _, o := range outcomes {
		switch o.Kind {
		case rdfstore.Created:
			c.Created++
		case rdfstore.Updated:
			c.Updated++
		default:
			c.Unchanged++
		}
	}
}

// Records that become durable together: Together by number, where nothing asks for fewer,
// and as many as have maxTriples.
const (
	Together   = 5000
	maxTriples = 500_000
)

// Store is what Put asks of a store; rdfstore.Store says how.
type Store interface {
	Apply(ctx context.Context, changes ...rdfstore.Change) ([]rdfstore.Outcome, error)
}

// ErrTooMany means that records cannot be stored all or none, because they are too many.
var ErrTooMany = errors.New("too many records to store all or none of them")

// Bulk stores many records at once, in bounded memory.
type Bulk func(ctx context.Context, graphs iter.Seq2[*graph.Graph, error]) (Counts, error)

// Put stores the records. Up to together of them are stored by one rdfstore.Store.Apply,
// all of them or none. More are handed to bulk; where that is nil, they are stored so many
// at a time. The error is that of the records, of the store or of bulk; the counts are those
// of what was stored before it.
func Put(ctx context.Context, store Store, graphs iter.Seq2[*graph.Graph, error], bulk Bulk, together int) (Counts, error) {
	next, stop := iter.Pull2(graphs)
	defer stop()
	var counts Counts
	for {
		held, more, err := hold(next, together)
		if err != nil {
			return counts, err
		}
		if more && bulk != nil {
			return bulk(ctx, chain(held, next))
		}
		outcomes, err := store.Apply(ctx, held...)
		if err != nil {
			return counts, fmt.Errorf("store the records: %w", err)
		}
		counts.add(outcomes)
		if !more {
			return counts, nil
		}
	}
}

// AtOnce returns a Bulk that stores up to so many records and triples by one
// rdfstore.Store.Apply: all of them or none. More are an error that wraps ErrTooMany.
func AtOnce(store Store, maxRecords, maxTriples int) Bulk {
	return func(ctx context.Context, graphs iter.Seq2[*graph.Graph, error]) (counts Counts, err error) {
		var changes []rdfstore.Change
		triples := 0
		for g, err := range graphs {
			if err != nil {
				return counts, err
			}
			if triples += len(g.Triples); len(changes) == maxRecords || triples > maxTriples {
				return counts, fmt.Errorf("%w: the limit is %d records and %d triples", ErrTooMany, maxRecords, maxTriples)
			}
			changes = append(changes, rdfstore.Change{Put: g})
		}
		outcomes, err := store.Apply(ctx, changes...)
		if err != nil {
			return counts, fmt.Errorf("store the records: %w", err)
		}
		counts.add(outcomes)
		return counts, nil
	}
}

// hold takes records until there are no more or it has enough.
func hold(next func() (*graph.Graph, error, bool), together int) (held []rdfstore.Change, more bool, err error) {
	for triples := 0; len(held) < together && triples < maxTriples; {
		g, err, ok := next()
		if err != nil || !ok {
			return held, false, err
		}
		held = append(held, rdfstore.Change{Put: g})
		triples += len(g.Triples)
	}
	return held, true, nil
}

// chain yields what is held, which it lets go, and then the rest.
func chain(held []rdfstore.Change, next func() (*graph.Graph, error, bool)) iter.Seq2[*graph.Graph, error] {
	return func(yield func(*graph.Graph, error) bool) {
		for i, change := range held {
			held[i] = rdfstore.Change{}
			if !yield(change.Put, nil) {
				return
			}
		}
		for {
			g, err, ok := next()
			if !ok || !yield(g, err) {
				return
			}
		}
	}
}
