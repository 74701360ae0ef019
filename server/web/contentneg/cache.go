package contentneg

import (
	"fmt"

	"github.com/maypok86/otter/v2"
)

// Cache keeps what the values of one request field mean. Few clients send a value of their own.
type Cache[T any] struct{ kept *otter.Cache[string, T] }

// A Cache has only values up to maxCachedValue bytes, and as many as cachedValues.
const (
	maxCachedValue = 512
	cachedValues   = 1024
)

// NewCache returns an empty cache.
func NewCache[T any]() (*Cache[T], error) {
	kept, err := otter.New(&otter.Options[string, T]{MaximumSize: cachedValues})
	if err != nil {
		return nil, fmt.Errorf("make the cache of a request field: %w", err)
	}
	return &Cache[T]{kept}, nil
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
	if known, ok := c.kept.GetIfPresent(value); ok {
		return known, nil
	}
	computed, err := compute()
	if err == nil {
		c.kept.Set(value, computed)
	}
	return computed, err
}

// Close ends the goroutines of the cache.
func (c *Cache[T]) Close() { c.kept.StopAllGoroutines() }
