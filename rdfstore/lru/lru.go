// Package lru is for caches in bounded memory, in the server and in the store: what was not used
// for the longest time goes first. It knows nothing of what it keeps; whether a value is still
// true is the caller's business.
package lru

import (
	"math"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// Cache keeps values by their keys, up to a weight that all of them have together. Its methods
// may be called by many goroutines.
type Cache[K comparable, V any] struct {
	mu      sync.Mutex
	entries *simplelru.LRU[K, V]
	weigh   func(K, V) int
	// weight is that of all entries, at most max.
	weight, max int
}

// New returns an empty cache of entries that weigh at most max together. weigh gives the weight
// of one, which must always be the same, such as its bytes in memory.
func New[K comparable, V any](max int, weigh func(K, V) int) *Cache[K, V] {
	c := &Cache[K, V]{weigh: weigh, max: max}
	// NewLRU fails only for a size below 1; the weight is the bound here.
	c.entries, _ = simplelru.NewLRU(math.MaxInt, func(key K, value V) { c.weight -= weigh(key, value) })
	return c
}

// NewCounted returns an empty cache of at most so many entries.
func NewCounted[K comparable, V any](entries int) *Cache[K, V] {
	return New(entries, func(K, V) int { return 1 })
}

// Get returns the value of a key, if there is one.
func (c *Cache[K, V]) Get(key K) (V, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.entries.Get(key)
}

// Set keeps a value, in place of one that the key has. One that weighs more than the whole cache
// may is not kept.
func (c *Cache[K, V]) Set(key K, value V) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.entries.Remove(key)
	weight := c.weigh(key, value)
	if weight > c.max {
		return
	}
	c.entries.Add(key, value)
	c.weight += weight
	for c.weight > c.max {
		c.entries.RemoveOldest()
	}
}

// Weight is that of all entries.
func (c *Cache[K, V]) Weight() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.weight
}

// Remove forgets the value of a key.
func (c *Cache[K, V]) Remove(key K) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.entries.Remove(key)
}

// Clear forgets all values.
func (c *Cache[K, V]) Clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.entries.Purge()
}
