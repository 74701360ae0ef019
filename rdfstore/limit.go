package rdfstore

import (
	"context"
	"fmt"

	"github.com/knakk/rdf"
)

type limitKey struct{}

// WithLimit returns a context in which Get of a Store or a Snapshot reads no entity whose record
// takes more than so many bytes in the store: its error is a *SizeError then. A caller finds out
// by it how much memory an entity is going to take. A store that has its entities in memory knows
// no limit.
func WithLimit(ctx context.Context, bytes int64) context.Context {
	return context.WithValue(ctx, limitKey{}, bytes)
}

// CheckSize returns a *SizeError where the record of the entity takes more bytes than the context
// allows.
func CheckSize(ctx context.Context, name rdf.IRI, bytes int) error {
	if limit, ok := ctx.Value(limitKey{}).(int64); ok && int64(bytes) > limit {
		return &SizeError{name, int64(bytes)}
	}
	return nil
}

// SizeError says that a record is larger than WithLimit allows.
type SizeError struct {
	Name rdf.IRI
	// Size is that of the record in the store, in bytes.
	Size int64
}

func (e *SizeError) Error() string {
	return fmt.Sprintf("the record of %s takes %d bytes, more than the limit", e.Name, e.Size)
}
