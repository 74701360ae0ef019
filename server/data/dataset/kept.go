package dataset

import (
	"context"
	"sync"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// kept keeps the description of the data set until something changes.
type kept struct {
	mu    sync.Mutex
	seq   uint64
	graph *graph.Graph
}

// get returns the description of the store as it is now, made by describe
// where the kept one is out of date. What changes while it is made is described
// with numbers that belong together as well as they can.
func (k *kept) get(ctx context.Context, store Log, describe func(context.Context, rdfstore.LogEntry) (*graph.Graph, error)) (*graph.Graph, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	last, err := store.LastChange(ctx)
	if err != nil {
		return nil, err
	}
	if k.graph != nil && k.seq == last.Seq {
		return k.graph, nil
	}
	g, err := describe(ctx, last)
	if err != nil {
		return nil, err
	}
	after, err := store.LastChange(ctx)
	if err != nil {
		return nil, err
	}
	if after.Seq == last.Seq {
		k.seq, k.graph = last.Seq, g
	}
	return g, nil
}
