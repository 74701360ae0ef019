// Package lru is for caches in bounded memory, in the server and in the store: what was not used
// for the longest time goes first. It knows nothing of what it keeps; whether a value is still
// true is the caller's business.
package lru

import (
	"container/list"
	"sync"
)

// Cache keeps values by their keys, up to a weight that all of them have together. Its methods
// may be called by many goroutines.
//
// There is little of it, since the compiler makes all of it anew for each pair of types, in each
// package that imports one with such a cache.
type Cache[K comparable, V any] struct {
	mu sync.Mutex
	// entries are places in order, whose values are of type entry, the last used first.
	entries map[K]*list.Element
	order   list.List
	weigh   func(K, V) int
	// weight is that of all entries, at most max.
	weight, max int
}

type entry[K comparable, V any] struct {
	key    K
	value  V
	weight int
}

// New returns an empty cache of entries that weigh at most max together. weigh gives the weight
// of one, such as its bytes in memory.
func New[K comparable, V any](max int, weigh func(K, V) int) *Cache[K, V] {
	return &Cache[K, V]{entries: map[K]*list.Element{}, weigh: weigh, max: max}
}

// NewCounted returns an empty cache of at most so many entries.
func NewCounted[K comparable, V any](entries int) *Cache[K, V] {
	return New(entries, func(K, V) int { return 1 })
}

// Get returns the value of a key, if there is one.
func (c *Cache[K, V]) Get(key K) (value V, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	at, ok := c.entries[key]
	if !ok {
		return value, false
	}
	c.order.MoveToFront(at)
	return at.Value.(*entry[K, V]).value, true
}

// Set keeps a value, in place of one that the key has. One that weighs more than the whole cache
// may is not kept.
func (c *Cache[K, V]) Set(key K, value V) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.remove(c.entries[key])
	weight := c.weigh(key, value)
	if weight > c.max {
		return
	}
	c.entries[key] = c.order.PushFront(&entry[K, V]{key, value, weight})
	c.weight += weight
	for c.weight > c.max {
		c.remove(c.order.Back())
	}
}

// remove forgets an entry, if it is one.
func (c *Cache[K, V]) remove(at *list.Element) {
	if at == nil {
		return
	}
	old := c.order.Remove(at).(*entry[K, V])
	delete(c.entries, old.key)
	c.weight -= old.weight
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
	c.remove(c.entries[key])
}

// Clear forgets all values.
func (c *Cache[K, V]) Clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	clear(c.entries)
	c.order.Init()
	c.weight = 0
}
