package resource

import (
	"context"
	"strings"
	"sync/atomic"

	"vitrine/rdfstore"
	"vitrine/rdfstore/lru"
	"vitrine/server/data/holdings"
	"vitrine/server/web/respond"
)

// cache keeps resources and representations in bounded memory. Resources are
// dropped when the store's log has a change; a representation belongs to
// one state of one entity for good, and goes when it is not requested. Pages are not kept.
type cache struct {
	log       *holdings.Follower
	resources *lru.Cache[string, *Resource]
	reps      *lru.Cache[repKey, *respond.Representation]
	loads     loads
	// links are those of entities by the keys of their entries.
	links *lru.Cache[string, *linked]

	// hits and misses count representations.
	hits, misses atomic.Uint64
}

// repKey names a representation. entry is the key of the entry that it is made
// of, links the digest of the links in it.
type repKey struct {
	resource string
	offer    int
	coding   string
	links    string
}

// About what a resource takes, and a representation besides its body, in bytes.
const (
	resourceSize = 1 << 10
	overhead     = 2 << 10
)

// newCache returns a cache of at most so many bytes. A quarter is for resources, an eighth for
// links.
func newCache(log *holdings.Follower, bytes int64) *cache {
	c := &cache{
		log:       log,
		resources: lru.NewCounted[string, *Resource](max(16, int(bytes/4/resourceSize))),
		reps: lru.New(int(max(1, bytes-bytes/4-bytes/8)), func(_ repKey, rep *respond.Representation) int {
			return overhead + int(rep.Size())
		}),
		links: lru.New(int(max(1, bytes/8)), func(_ string, l *linked) int { return linkedSize + foundSize*len(l.found) }),
	}
	log.Add(c)
	return c
}

// Drop removes the resource of an entity, and those of entities whose names it
// extends with a suffix: their suffixes are no longer theirs, or are again.
func (c *cache) Drop(change rdfstore.LogEntry) {
	iri := change.Name.String()
	c.resources.Remove(iri)
	last := strings.LastIndexByte(iri, '/')
	for i := len(iri) - 1; i > last; i-- {
		if iri[i] == '.' {
			c.resources.Remove(iri[:i])
		}
	}
}

// Clear removes all resources.
func (c *cache) Clear() { c.resources.Clear() }

// kept returns the resource of an entity if the cache has it.
func (c *cache) kept(iri string) (*Resource, bool) {
	return c.resources.Get(iri)
}

// resource returns the resource of an entity, made by load where the cache has
// none; at is the entry of the log that was followed when the request began.
func (c *cache) resource(at uint64, iri string, load func() (*Resource, error)) (*Resource, error) {
	if d, ok := c.kept(iri); ok {
		return d, nil
	}
	d, err := load()
	if err != nil {
		return nil, err
	}
	c.log.Keep(at, func() {
		kept := *d
		kept.entity, kept.read = nil, nil
		c.resources.Set(iri, &kept)
	})
	return d, nil
}

// peek returns a representation if the cache has it.
func (c *cache) peek(key repKey) (*respond.Representation, bool) {
	rep, ok := c.reps.Get(key)
	if ok {
		c.hits.Add(1)
	}
	return rep, ok
}

// representation returns a representation, made by load where the cache has
// none; requests for the same one wait for a single load.
func (c *cache) representation(ctx context.Context, key repKey, load func(context.Context) (*respond.Representation, error)) (*respond.Representation, error) {
	if rep, ok := c.reps.Get(key); ok {
		return rep, nil
	}
	return c.loads.join(ctx, key, func() (*respond.Representation, error) {
		if rep, ok := c.reps.Get(key); ok { // made since
			return rep, nil
		}
		c.misses.Add(1)
		rep, err := load(ctx)
		if err == nil {
			c.reps.Set(key, rep)
		}
		return rep, err
	})
}

// keptLinks returns the links of an entity if the cache has them, by the key of
// its entry.
func (c *cache) keptLinks(key string) (*linked, bool) {
	return c.links.Get(key)
}

// keepLinks keeps the links of an entity by the key of its entry.
func (c *cache) keepLinks(key string, l *linked) { c.links.Set(key, l) }
