package describe

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/maypok86/otter/v2"

	"vitrine/linkedart/reading"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// briefs keeps the briefs of records, those that the store does not have among them, in
// bounded memory. One is dropped when the store's log tells that its record changed.
type briefs struct {
	store Store
	// cache is nil where nothing is kept.
	cache *otter.Cache[string, *brief]
	// records are those that are read as a whole, such as the activities of a provenance.
	records *otter.Cache[string, reading.Node]
	// seen is the newest entry of the log that the cache knows of.
	seen atomic.Uint64
	// mu is held while the cache catches up with the log, and while a brief is put in.
	mu sync.Mutex
}

// maxCatchUp is the number of changes that the cache follows one by one; with more to
// follow it starts afresh.
const maxCatchUp = 10_000

// About what a record takes besides its triples, and each of these, in bytes.
const (
	overhead   = 1 << 10
	tripleSize = 400
)

func newBriefs(store Store, bytes int64) (*briefs, error) {
	b := &briefs{store: store}
	if bytes < 0 {
		return b, nil
	}
	cache, err := otter.New(&otter.Options[string, *brief]{
		MaximumWeight: uint64(bytes / 2),
		Weigher:       func(iri string, b *brief) uint32 { return uint32(b.size() + len(iri)) },
	})
	if err != nil {
		return nil, err
	}
	records, err := otter.New(&otter.Options[string, reading.Node]{
		MaximumWeight: uint64(bytes - bytes/2),
		Weigher:       func(iri string, n reading.Node) uint32 { return uint32(overhead + len(iri) + n.Size()*tripleSize) },
	})
	if err != nil {
		return nil, err
	}
	b.cache, b.records = cache, records
	return b, nil
}

// follow drops what has changed in the store since it was last called, and returns the
// sequence number that the cache is at.
func (b *briefs) follow(ctx context.Context) (uint64, error) {
	if b.cache == nil {
		return 0, nil
	}
	last, err := b.store.LastChange(ctx)
	if err != nil {
		return 0, err
	}
	if seen := b.seen.Load(); seen == last.Seq {
		return seen, nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	seen := b.seen.Load()
	if last.Seq < seen || last.Seq-seen > maxCatchUp {
		b.cache.InvalidateAll()
		b.records.InvalidateAll()
		b.seen.Store(last.Seq)
		return last.Seq, nil
	}
	for change, err := range b.store.Changes(ctx, seen) {
		if err != nil {
			return 0, err
		}
		b.cache.Invalidate(change.Name.String())
		b.records.Invalidate(change.Name.String())
		seen = change.Seq
	}
	b.seen.Store(seen)
	return seen, nil
}

// kept returns a brief if the cache has it.
func (b *briefs) kept(iri string) (*brief, bool) {
	if b.cache == nil {
		return nil, false
	}
	return b.cache.GetIfPresent(iri)
}

// read makes a brief from the store, and keeps it unless the store has changed since the
// cache was at the entry of the log.
func (b *briefs) read(ctx context.Context, at uint64, iri string) (*brief, error) {
	root, err := b.root(ctx, iri)
	if err != nil {
		return nil, err
	}
	made := &brief{iri: iri, missing: true}
	if !root.IsZero() {
		made = newBrief(root)
	}
	b.keep(at, func() { b.cache.Set(iri, made) })
	return made, nil
}

// record reads a record as a whole, the zero Node where there is none, from the cache or
// the store. may tells whether one that is not in the cache may be read.
func (b *briefs) record(ctx context.Context, at uint64, iri string, may func() bool) (reading.Node, error) {
	if b.records != nil {
		if root, ok := b.records.GetIfPresent(iri); ok {
			return root, nil
		}
	}
	if !may() {
		return reading.Node{}, nil
	}
	root, err := b.root(ctx, iri)
	if err != nil {
		return reading.Node{}, err
	}
	b.keep(at, func() { b.records.Set(iri, root) })
	return root, nil
}

// root reads a record from the store.
func (b *briefs) root(ctx context.Context, iri string) (reading.Node, error) {
	name, err := graph.IRI(iri)
	if err != nil {
		return reading.Node{}, nil // no record has such a name
	}
	entity, err := b.store.Get(ctx, name)
	switch {
	case rdfstore.IsMissing(err):
		return reading.Node{}, nil
	case err != nil:
		return reading.Node{}, fmt.Errorf("read %s: %w", iri, err)
	}
	return reading.Read(entity.Graph).Root(), nil
}

// keep calls set where something is kept and the cache is still at the entry of the log.
func (b *briefs) keep(at uint64, set func()) {
	if b.cache == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.seen.Load() == at {
		set()
	}
}

// close ends the cache's own goroutines.
func (b *briefs) close() {
	if b.cache != nil {
		b.cache.StopAllGoroutines()
		b.records.StopAllGoroutines()
	}
}
