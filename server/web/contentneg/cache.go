package contentneg

import "vitrine/rdfstore/lru"

// Cache keeps what the values of one request field mean. Few clients send a value of their own.
type Cache[T any] struct{ kept *lru.Cache[string, T] }

// A Cache has only values up to maxCachedValue bytes, and as many as cachedValues.
const (
	maxCachedValue = 512
	cachedValues   = 1024
)

// NewCache returns an empty cache.
func NewCache[T any]() *Cache[T] {
	return &Cache[T]{lru.NewCounted[string, T](cachedValues)}
}

// Get returns what the lines of a field mean, which compute finds where it is not kept. The result
// is shared and must not be changed.
func (c *Cache[T]) Get(lines []string, compute func() (T, error)) (T, error) {
	value := ""
	if len(lines) > 1 || len(lines) == 1 && len(lines[0]) > maxCachedValue {
		return compute()
	}
	if len(lines) == 1 {
		value = lines[0]
	}
	if known, ok := c.kept.Get(value); ok {
		return known, nil
	}
	computed, err := compute()
	if err == nil {
		c.kept.Set(value, computed)
	}
	return computed, err
}
