package brief

import (
	"context"
	"fmt"

	"vitrine/linkedart/reading"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/lru"
)

// Cache keeps the briefs of records, those that the store does not have among them, in
// bounded memory. One is dropped when the store's log tells that its record changed.
type Cache struct {
	Options
	briefs *lru.Cache[string, *Brief]
	// records are those that are read as a whole, such as the activities of a provenance.
	records *lru.Cache[string, reading.Node]
}

// About what a record takes besides its triples, and each of these, in bytes.
const (
	overhead   = 1 << 10
	tripleSize = 400
)

// NewCache returns a Cache.
func NewCache(o Options) *Cache {
	if o.CacheBytes == 0 {
		o.CacheBytes = 16 << 20
	}
	half := int(max(1, o.CacheBytes/2))
	c := &Cache{
		Options: o,
		briefs:  lru.New(half, func(iri string, b *Brief) int { return b.size() + len(iri) }),
		records: lru.New(half, func(iri string, n reading.Node) int { return overhead + len(iri) + n.Size()*tripleSize }),
	}
	o.Log.Add(c)
	return c
}

// Drop forgets a record that has changed.
func (c *Cache) Drop(change rdfstore.LogEntry) {
	iri := change.Name.String()
	c.briefs.Remove(iri)
	c.records.Remove(iri)
}

// Clear forgets all records.
func (c *Cache) Clear() {
	c.briefs.Clear()
	c.records.Clear()
}

// kept returns a brief if the cache has it.
func (c *Cache) kept(iri string) (*Brief, bool) { return c.briefs.Get(iri) }

// read makes a brief from the store, and keeps it unless the store has changed since the
// cache was at the entry of the log.
func (c *Cache) read(ctx context.Context, at uint64, iri string) (*Brief, error) {
	root, err := c.root(ctx, iri)
	if err != nil {
		return nil, err
	}
	made := &Brief{IRI: iri, Missing: true}
	if !root.IsZero() {
		made = Of(root, c.Pictures)
	}
	if made.IRI == iri { // what another record says may change without this one
		c.Log.Keep(at, func() { c.briefs.Set(iri, made) })
	}
	return made, nil
}

// record reads a record as a whole, the zero Node where there is none, from the cache or
// the store. may tells whether one that is not in the cache may be read.
func (c *Cache) record(ctx context.Context, at uint64, iri string, may func() bool) (reading.Node, error) {
	if root, ok := c.records.Get(iri); ok {
		return root, nil
	}
	if !may() {
		return reading.Node{}, nil
	}
	root, err := c.root(ctx, iri)
	if err != nil {
		return reading.Node{}, err
	}
	if root.IsZero() || root.IRI() == iri {
		c.Log.Keep(at, func() { c.records.Set(iri, root) })
	}
	return root, nil
}

// root reads a record from the store, or the one that replaced it.
func (c *Cache) root(ctx context.Context, iri string) (reading.Node, error) {
	name, err := graph.IRI(iri)
	if err != nil {
		return reading.Node{}, nil // no record has such a name
	}
	entity, err := rdfstore.Latest(ctx, c.Store.Get, name)
	switch {
	case rdfstore.IsMissing(err):
		return reading.Node{}, nil
	case err != nil:
		return reading.Node{}, fmt.Errorf("read %s: %w", iri, err)
	}
	return reading.Read(entity.Graph).Root(), nil
}
