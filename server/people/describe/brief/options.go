package brief

import (
	"context"
	"iter"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/server/data/holdings"
	"vitrine/server/web/address"
)

// Store is what is asked of a store.
type Store interface {
	rdfstore.Relations
	Get(ctx context.Context, name rdf.IRI) (*rdfstore.Entity, error)
	Match(ctx context.Context, p rdfstore.Pattern, after rdfstore.Cursor) iter.Seq2[rdfstore.Match, error]
}

// Options say what briefs are made of. Store, Log and Mapper are needed.
type Options struct {
	Store Store
	// Log tells which records have changed.
	Log *holdings.Follower
	// Mapper knows the addresses of entities.
	Mapper address.Mapper
	// ImageHosts are the hosts that pages show pictures of, with or without their schemes;
	// any that a record names where it is nil.
	ImageHosts []string
	// Pictures is the URI below which the service has pictures of its own, "" where it has none.
	Pictures string
	// CacheBytes bounds the memory for what is kept of the records that others refer to;
	// 16 MiB where it is 0.
	CacheBytes int64
}
