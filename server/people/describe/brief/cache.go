package brief

import (
	"context"
	"fmt"

	"github.com/maypok86/otter/v2"

	"vitrine/linkedart/reading"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// Cache keeps the briefs of records, those that the store does not have among them, in
// bounded memory. One is dropped when the store's log tells that its record changed.
type Cache struct {
	Options
	briefs *otter.Cache[string, *Brief]
	// records are those that are read as a whole, such as the activities of a provenance.
	records *otter.Cache[string, reading.Node]
}

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
	var err error
	c.briefs, err = otter.New(&otter.Options[string, *Brief]{
		MaximumWeight: uint64(max(1, o.CacheBytes/2)),
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
	o.Log.Add(c)
	return c, nil
}

// Drop forgets a record that has changed.
func (c *Cache) Drop(change rdfstore.LogEntry) {
	iri := change.Name.String()
	c.briefs.Invalidate(iri)
	c.records.Invalidate(iri)
}

// Clear forgets all records.
func (c *Cache) Clear() {
	c.briefs.InvalidateAll()
	c.records.InvalidateAll()
}

// kept returns a brief if the cache has it.
func (c *Cache) kept(iri string) (*Brief, bool) { return c.briefs.GetIfPresent(iri) }

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
	c.Log.Keep(at, func() { c.briefs.Set(iri, made) })
	return made, nil
}

// record reads a record as a whole, the zero Node where there is none, from the cache or
// the store. may tells whether one that is not in the cache may be read.
func (c *Cache) record(ctx context.Context, at uint64, iri string, may func() bool) (reading.Node, error) {
	if root, ok := c.records.GetIfPresent(iri); ok {
		return root, nil
	}
	if !may() {
		return reading.Node{}, nil
	}
	root, err := c.root(ctx, iri)
	if err != nil {
		return reading.Node{}, err
	}
	c.Log.Keep(at, func() { c.records.Set(iri, root) })
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

// Close ends the cache's own goroutines.
func (c *Cache) Close() {
	c.briefs.StopAllGoroutines()
	c.records.StopAllGoroutines()
}
