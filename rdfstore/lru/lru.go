// Package lru is for caches in bounded memory, in the server and in the store: what was not used
// for the longest time goes first. It knows nothing of what it keeps; whether a value is still
// true is the caller's business.
package lru

// Cache keeps values by their keys, up to a weight that all of them have together. Its methods
// may be called by many goroutines.
//
// They are short, since the compiler makes them anew for each pair of types, in each package that
// imports one with such a cache.
type Cache[K comparable, V any] struct {
	kept  entries
	weigh func(K, V) int
}

// New returns an empty cache of entries that weigh at most max together. weigh gives the weight
// of one, such as its bytes in memory.
func New[K comparable, V any](max int, weigh func(K, V) int) *Cache[K, V] {
	return &Cache[K, V]{newEntries(max), weigh}
}

// NewCounted returns an empty cache of at most so many entries.
func NewCounted[K comparable, V any](entries int) *Cache[K, V] {
	return New(entries, func(K, V) int { return 1 })
}

// Get returns the value of a key, if there is one.
func (c *Cache[K, V]) Get(key K) (value V, ok bool) {
	kept, ok := c.kept.get(key)
	value, _ = kept.(V)
	return value, ok
}

// Set keeps a value, in place of one that the key has. One that weighs more than the whole cache
// may is not kept.
func (c *Cache[K, V]) Set(key K, value V) { c.kept.set(key, value, c.weigh(key, value)) }

// Weight is that of all entries.
func (c *Cache[K, V]) Weight() int { return c.kept.total() }

// Remove forgets the value of a key.
func (c *Cache[K, V]) Remove(key K) { c.kept.forget(key) }

// Clear forgets all values.
func (c *Cache[K, V]) Clear() { c.kept.clear() }
