package query

import (
	"vitrine/rdfstore"
	"vitrine/rdfstore/codec"
)

// MaxExamined is maxExamined.
const MaxExamined = maxExamined

// CursorOf returns a cursor of a pattern, at a place of the index.
func CursorOf(p rdfstore.Pattern, predicate uint32, graph uint64) rdfstore.Cursor {
	return codec.Spot{Predicate: uint64(predicate), Graph: graph, Triple: codec.TripleHash{3}}.Cursor(codec.FingerprintOf(p))
}
