package brief

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

// Cache keeps the briefs of records, those that the store does not have among them, in
// bounded memory. One is dropped when the store's log tells that its record changed.
type Cache struct {
	Options
	// briefs is nil where nothing is kept.
	briefs *otter.Cache[string, *Brief]
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

// NewCache returns a Cache.
func NewCache(o Options) (*Cache, error) {
	if o.CacheBytes == 0 {
		o.CacheBytes = 16 << 20
	}
	c := &Cache{Options: o}
	if o.CacheBytes < 0 {
		return c, nil
	}
	var err error
	c.briefs, err = otter.New(&otter.Options[string, *Brief]{
		MaximumWeight: uint64(o.CacheBytes / 2),
		Weigher:       func(iri string, b *Brief) uint32 { return uint32(b.size() + len(iri)) },
	})
	if err != nil {
		return nil, err
	}
	c.records, err = otter.New(&otter.Options[string, reading.Node]{
		MaximumWeight: uint64(o.CacheBytes - o.CacheBytes/2),
		Weigher:       func(iri string, n reading.Node) uint32 { return uint32(overhead + len(iri) + n.Size()*tripleSize) },
	})
	if err != nil {
		return nil, err
	}
	return c, nil
}

// follow drops what has changed in the store since it was last called, and returns the
// sequence number that the cache is at.
func (c *Cache) follow(ctx context.Context) (uint64, error) {
	if c.briefs == nil {
		return 0, nil
	}
	last, err := c.Store.LastChange(ctx)
	if err != nil {
		return 0, err
	}
	if seen := c.seen.Load(); seen == last.Seq {
		return seen, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	seen := c.seen.Load()
	if last.Seq < seen || last.Seq-seen > maxCatchUp {
		c.briefs.InvalidateAll()
		c.records.InvalidateAll()
		c.seen.Store(last.Seq)
		return last.Seq, nil
	}
	for change, err := range c.Store.Changes(ctx, seen) {
		if err != nil {
			return 0, err
		}
		c.briefs.Invalidate(change.Name.String())
		c.records.Invalidate(change.Name.String())
		seen = change.Seq
	}
	c.seen.Store(seen)
	return seen, nil
}

// kept returns a brief if the cache has it.
func (c *Cache) kept(iri string) (*Brief, bool) {
	if c.briefs == nil {
		return nil, false
	}
	return c.briefs.GetIfPresent(iri)
}

// read makes a brief from the store, and keeps it unless the store has changed since the
// cache was at the entry of the log.
func (c *Cache) read(ctx context.Context, at uint64, iri string) (*Brief, error) {
	root, err := c.root(ctx, iri)
	if err != nil {
		return nil, err
	}
	made := &Brief{IRI: iri, Missing: true}
	if !root.IsZero() {
		made = Of(root)
	}
	c.keep(at, func() { c.briefs.Set(iri, made) })
	return made, nil
}

// record reads a record as a whole, the zero Node where there is none, from the cache or
// the store. may tells whether one that is not in the cache may be read.
func (c *Cache) record(ctx context.Context, at uint64, iri string, may func() bool) (reading.Node, error) {
	if c.records != nil {
		if root, ok := c.records.GetIfPresent(iri); ok {
			return root, nil
		}
	}
	if !may() {
		return reading.Node{}, nil
	}
	root, err := c.root(ctx, iri)
	if err != nil {
		return reading.Node{}, err
	}
	c.keep(at, func() { c.records.Set(iri, root) })
	return root, nil
}

// root reads a record from the store.
func (c *Cache) root(ctx context.Context, iri string) (reading.Node, error) {
	name, err := graph.IRI(iri)
	if err != nil {
		return reading.Node{}, nil // no record has such a name
	}
	entity, err := c.Store.Get(ctx, name)
	switch {
	case rdfstore.IsMissing(err):
		return reading.Node{}, nil
	case err != nil:
		return reading.Node{}, fmt.Errorf("read %s: %w", iri, err)
	}
	return reading.Read(entity.Graph).Root(), nil
}

// keep calls set where something is kept and the cache is still at the entry of the log.
func (c *Cache) keep(at uint64, set func()) {
	if c.briefs == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.seen.Load() == at {
		set()
	}
}

// Close ends the cache's own goroutines.
func (c *Cache) Close() {
	if c.briefs != nil {
		c.briefs.StopAllGoroutines()
		c.records.StopAllGoroutines()
	}
}
