package represent

import (
	"fmt"

	"github.com/maypok86/otter/v2"

	"vitrine/server/web/contentneg"
	"vitrine/server/web/respond"
)

// negotiationCache reads Accept, Accept-Encoding and Accept-Language for the server's offers. Few
// clients send a value of their own, so what a value means is kept.
type negotiationCache struct {
	terms    []contentneg.Offer
	accept   *otter.Cache[string, []contentneg.Choice]
	encoding *otter.Cache[string, []string]
	// languages are of Accept-Language, whose values ask for one of tags.
	languages *otter.Cache[string, int]
	tags      []string
}

// Only values up to maxCachedValue bytes are kept, and as many as cachedValues.
const (
	maxCachedValue = 512
	cachedValues   = 1024
)

func newNegotiationCache(terms []contentneg.Offer, tags []string) (*negotiationCache, error) {
	c := &negotiationCache{terms: terms, tags: tags}
	var err error
	if c.accept, err = otter.New(&otter.Options[string, []contentneg.Choice]{MaximumSize: cachedValues}); err != nil {
		return nil, fmt.Errorf("make the cache of Accept: %w", err)
	}
	if c.encoding, err = otter.New(&otter.Options[string, []string]{MaximumSize: cachedValues}); err != nil {
		return nil, fmt.Errorf("make the cache of Accept-Encoding: %w", err)
	}
	if c.languages, err = otter.New(&otter.Options[string, int]{MaximumSize: cachedValues}); err != nil {
		return nil, fmt.Errorf("make the cache of Accept-Language: %w", err)
	}
	return c, nil
}

// forms ranks the offers that the lines of an Accept field accept. The result
// is shared and must not be changed.
func (c *negotiationCache) forms(lines []string) ([]contentneg.Choice, error) {
	return cached(c.accept, lines, func() ([]contentneg.Choice, error) { return contentneg.Accept(lines, c.terms) })
}

// codings ranks the content codings that the lines of an Accept-Encoding field
// accept. The result is shared and must not be changed.
func (c *negotiationCache) codings(lines []string) ([]string, error) {
	return cached(c.encoding, lines, func() ([]string, error) { return contentneg.Encoding(lines, respond.Codings()) })
}

func cached[T any](cache *otter.Cache[string, T], lines []string, compute func() (T, error)) (T, error) {
	value := ""
	if len(lines) > 1 || len(lines) == 1 && len(lines[0]) > maxCachedValue {
		return compute()
	}
	if len(lines) == 1 {
		value = lines[0]
	}
	if known, ok := cache.GetIfPresent(value); ok {
		return known, nil
	}
	computed, err := compute()
	if err == nil {
		cache.Set(value, computed)
	}
	return computed, err
}

func (c *negotiationCache) close() {
	c.accept.StopAllGoroutines()
	c.encoding.StopAllGoroutines()
	c.languages.StopAllGoroutines()
}
