// Package patterns answers for patterns over HTTP: the quads that match one at /-/quads,
// and fragments of the data set at /-/fragments, by which clients evaluate queries
// themselves (package fragments says after which specifications), with the IRIs of blank
// nodes that both name.
//
// It answers page by page and keeps nothing: where the next page begins is in its address.
package patterns

import (
	"context"
	"iter"

	"vitrine/rdfstore"
	"vitrine/server/fragments"
	"vitrine/server/site"
)

// Endpoint answers for patterns. It may be used by many goroutines.
type Endpoint struct {
	Site  *site.Site
	Store Store
	// Names are the IRIs of what fragments are parts of.
	Names fragments.Names
	// Places writes where pages begin; nil writes places of the store as they are.
	Places *Places
	// Digest makes the opaque part of an entity tag.
	Digest func(parts ...string) string
}

// Store is what the package asks of a store; rdfstore.Store says how.
type Store interface {
	Match(ctx context.Context, pattern rdfstore.Pattern, after rdfstore.Cursor) iter.Seq2[rdfstore.Match, error]
	Count(ctx context.Context, pattern rdfstore.Pattern) (uint64, error)
	Snapshot(ctx context.Context) (rdfstore.Snapshot, error)
}
