package load

import (
	"context"
	"fmt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// Sink takes the records of a load. Each has passed graph.Graph.Check, and no
// two have the same name.
type Sink interface {
	// Put takes a record, which may be stored now or not until Commit.
	Put(ctx context.Context, g *graph.Graph) error
	// Commit stores what is not stored yet. Afterwards every record is
	// durable.
	Commit(ctx context.Context) (Counts, error)
}

// Counts says what became of the records that a sink took.
type Counts struct {
	Created, Updated, Unchanged int
}

// The size of one batch: the records that are made durable together. Larger
// ones gain little and keep other writers waiting.
const (
	batchRecords = 1000
	batchTriples = 100_000
)

// Batches returns a sink that stores the records by rdfstore.Store.Apply,
// several at a time. What was applied stays when the load ends early.
func Batches(store rdfstore.Store) Sink { return &batches{store: store} }

type batches struct {
	store   rdfstore.Store
	changes []rdfstore.Change
	triples int
	counts  Counts
}

func (b *batches) Put(ctx context.Context, g *graph.Graph) error {
	b.changes = append(b.changes, rdfstore.Change{Put: g})
	b.triples += len(g.Triples)
	if len(b.changes) < batchRecords && b.triples < batchTriples {
		return nil
	}
	return b.apply(ctx)
}

func (b *batches) Commit(ctx context.Context) (Counts, error) {
	err := b.apply(ctx)
	return b.counts, err
}

func (b *batches) apply(ctx context.Context) error {
	if len(b.changes) == 0 {
		return nil
	}
	outcomes, err := b.store.Apply(ctx, b.changes...)
	if err != nil {
		return fmt.Errorf("store the records: %w", err)
	}
	for _, o := range outcomes {
		switch o.Kind {
		case rdfstore.Created:
			b.counts.Created++
		case rdfstore.Updated:
			b.counts.Updated++
		default:
			b.counts.Unchanged++
		}
	}
	clear(b.changes)
	b.changes, b.triples = b.changes[:0], 0
	return nil
}

// Nowhere is a sink that stores nothing: with it a load only tells what it
// would refuse.
func Nowhere() Sink { return nowhere{} }

type nowhere struct{}

func (nowhere) Put(context.Context, *graph.Graph) error { return nil }

func (nowhere) Commit(context.Context) (Counts, error) { return Counts{}, nil }
