package query

import "vitrine/rdfstore"

// MaxLooks is maxLooks.
const MaxLooks = maxLooks

// CursorOf returns a cursor of a pattern, at a place of the index.
func CursorOf(p rdfstore.Pattern, predicate uint32, graph uint64) rdfstore.Cursor {
	return spot{predicate, graph, tripleHash{3}}.cursor(fingerprintOf(p))
}

// Orders returns the orders of large graphs that are kept, each by its first triple: an
// order that is made again is another one.
func (e *Engine) Orders() (first []*ordered) {
	for triples := range e.caches.orders.Values() {
		first = append(first, &triples[0])
	}
	return first
}
