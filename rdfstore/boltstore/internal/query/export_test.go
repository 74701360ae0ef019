package query

import "vitrine/rdfstore"

// MaxLooks is maxLooks.
const MaxLooks = maxLooks

// CursorOf returns a cursor of a pattern, at a place of the index.
func CursorOf(p rdfstore.Pattern, predicate uint32, graph uint64) rdfstore.Cursor {
	return spot{predicate, graph, tripleHash{3}}.cursor(fingerprintOf(p))
}

// Hashed returns how many triples of large graphs were hashed.
func (e *Engine) Hashed() int { return e.orders.hashed }
