package rdfstore

import (
	"context"
	"iter"

	"github.com/knakk/rdf"
)

// Snapshot is a store as it was at one moment, whatever is written meanwhile. Its
// methods may be called by many goroutines at once. It keeps the store from using
// again what changes leave behind, so a store bounds how old one may become; then
// its methods return an error that wraps ErrExpired.
type Snapshot interface {
	// At returns the newest entry of the log, the zero entry where there is none.
	At() LogEntry

	// Get returns the entity with the name, with the errors of Store.Get.
	Get(ctx context.Context, name rdf.IRI) (*Entity, error)

	// Has tells whether there is an entity with the name. It reads no graph.
	Has(ctx context.Context, name rdf.IRI) (bool, error)

	// Match yields the quads that match the pattern, in the order of Store.Match
	// and with the same cursors: a walk of the store goes on from a cursor of a
	// snapshot, and the other way round. The first quad of a pattern that leaves only
	// the graph open costs the reading of few graphs beside the one it is in.
	Match(ctx context.Context, p Pattern, after Cursor) iter.Seq2[Match, error]

	// Count returns the number of quads that match the pattern.
	Count(ctx context.Context, p Pattern) (uint64, error)

	// Entities yields the names of all entities in byte order, beginning with the
	// first that is greater than after.
	Entities(ctx context.Context, after string) iter.Seq2[rdf.IRI, error]

	// Graphs yields the entities in byte order of the name, beginning with the
	// first that is greater than after.
	Graphs(ctx context.Context, after string) iter.Seq2[*Entity, error]

	// Close lets go of the snapshot. It may be called more than once; after it the
	// methods but At return an error that wraps ErrClosed.
	Close() error
}
