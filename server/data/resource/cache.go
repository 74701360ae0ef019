package resource

import (
	"context"
	"strings"
	"sync/atomic"

	"vitrine/rdfstore"
	"vitrine/server/data/holdings"

	"github.com/maypok86/otter/v2"
	"vitrine/server/web/respond"
)

// cache keeps resources and representations in bounded memory. Resources are
// dropped when the store's log tells of a change; a representation belongs to
// one state of one entity for good, and goes when nobody asks for it. Pages are not kept.
type cache struct {
	log       *holdings.Follower
	resources *otter.Cache[string, *Resource]
	reps      *otter.Cache[repKey, *respond.Representation]
	// links are those of entities by the keys of their entries.
	links *otter.Cache[string, *linked]

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

// atOnce does what a cache has to do now and then: it takes less time than to start a
// goroutine for it.
func atOnce(task func()) { task() }

// newCache returns a cache of at most so many bytes. A quarter is for resources, an eighth for
// links.
func newCache(log *holdings.Follower, bytes int64) (*cache, error) {
	resources, err := otter.New(&otter.Options[string, *Resource]{MaximumSize: max(16, int(bytes/4/resourceSize))})
	if err != nil {
		return nil, err
	}
	reps, err := otter.New(&otter.Options[repKey, *respond.Representation]{
		Executor:      atOnce,
		MaximumWeight: uint64(max(1, bytes-bytes/4-bytes/8)),
		Weigher: func(_ repKey, rep *respond.Representation) uint32 {
			return uint32(min(overhead+int(rep.Size()), 1<<31))
		},
	})
	if err != nil {
		return nil, err
	}
	links, err := otter.New(&otter.Options[string, *linked]{
		Executor:      atOnce,
		MaximumWeight: uint64(max(1, bytes/8)),
		Weigher:       func(_ string, l *linked) uint32 { return uint32(linkedSize + foundSize*len(l.found)) },
	})
	if err != nil {
		return nil, err
	}
	c := &cache{log: log, resources: resources, reps: reps, links: links}
	log.Add(c)
	return c, nil
}

// Drop removes the resource of an entity, and those of entities whose names it
// extends with a suffix: their suffixes are no longer theirs, or are again.
func (c *cache) Drop(change rdfstore.LogEntry) {
	iri := change.Name.String()
	c.resources.Invalidate(iri)
	last := strings.LastIndexByte(iri, '/')
	for i := len(iri) - 1; i > last; i-- {
		if iri[i] == '.' {
			c.resources.Invalidate(iri[:i])
		}
	}
}

// Clear removes all resources.
func (c *cache) Clear() { c.resources.InvalidateAll() }

// kept returns the resource of an entity if the cache has it.
func (c *cache) kept(iri string) (*Resource, bool) {
	return c.resources.GetIfPresent(iri)
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
		kept.entity = nil
		c.resources.Set(iri, &kept)
	})
	return d, nil
}

// peek returns a representation if the cache has it.
func (c *cache) peek(key repKey) (*respond.Representation, bool) {
	rep, ok := c.reps.GetIfPresent(key)
	if ok {
		c.hits.Add(1)
	}
	return rep, ok
}

// representation returns a representation, made by load where the cache has
// none; requests for the same one wait for a single load.
func (c *cache) representation(ctx context.Context, key repKey, load func(context.Context) (*respond.Representation, error)) (*respond.Representation, error) {
	return c.reps.Get(ctx, key, otter.LoaderFunc[repKey, *respond.Representation](
		func(ctx context.Context, _ repKey) (*respond.Representation, error) {
			c.misses.Add(1)
			return load(ctx)
		}))
}

// keptLinks returns the links of an entity if the cache has them, by the key of
// its entry.
func (c *cache) keptLinks(key string) (*linked, bool) {
	return c.links.GetIfPresent(key)
}

// keepLinks keeps the links of an entity by the key of its entry.
func (c *cache) keepLinks(key string, l *linked) { c.links.Set(key, l) }

// close ends the cache's own goroutines.
func (c *cache) close() {
	c.links.StopAllGoroutines()
	c.resources.StopAllGoroutines()
	c.reps.StopAllGoroutines()
}
