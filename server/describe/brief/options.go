package brief

import (
	"context"
	"iter"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/server/address"
)

// Store is what a describer asks of a store.
type Store interface {
	rdfstore.Relations
	Get(ctx context.Context, name rdf.IRI) (*rdfstore.Entity, error)
	Match(ctx context.Context, p rdfstore.Pattern, after rdfstore.Cursor) iter.Seq2[rdfstore.Match, error]
	Changes(ctx context.Context, after uint64) iter.Seq2[rdfstore.LogEntry, error]
	LastChange(ctx context.Context) (rdfstore.LogEntry, error)
}

// Options say what briefs are made of. Store and Mapper are needed.
type Options struct {
	Store Store
	// Mapper knows the addresses of entities.
	Mapper address.Mapper
	// ImageHosts are the hosts that pages show pictures of, with or without their schemes;
	// any that a record names where it is nil.
	ImageHosts []string
	// CacheBytes bounds the memory for what is kept of the records that others refer to;
	// 16 MiB where it is 0, nothing is kept where it is negative.
	CacheBytes int64
}
