package rdfstore

import "context"

// Rederiver is a store whose relations can be derived anew, without being opened: Open of a
// store refuses one whose relations are those of another derivation, and rewrites nothing.
type Rederiver interface {
	// Rederive puts the relations of a derivation in place of those in the store, or of none
	// where it is zero; nothing is done where they are those of the derivation already.
	// Whenever it is interrupted, the store is as it was before, or complete, and the same
	// call leads to the end. progress is told the number of entities so far, and may be nil.
	Rederive(ctx context.Context, d Derivation, progress func(entities uint64)) error
}
