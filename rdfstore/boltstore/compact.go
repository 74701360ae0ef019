package boltstore

import (
	"context"
	"errors"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/record"
	"vitrine/rdfstore/graph"
)

// Compact writes the store in the file anew, without the space that changes
// have left empty, and puts it in place of the old file. Whenever it is
// interrupted, the store is whole. No process may have the store open. A store
// that is damaged is left as it is.
//
// The relations become those of the derivation, as Rederive makes them; a zero one
// leaves them as they are.
func Compact(ctx context.Context, path string, d rdfstore.Derivation) error {
	s, err := openAsItIs(path, Options{})
	if err != nil {
		return err
	}
	l := &bulkLoad{store: s, from: record.FormatVersion}
	if d.Of != nil && d.Version != s.derived {
		s.derivation, l.derive = d, true
	}
	return errors.Join(l.run(ctx, noGraphs), s.Close())
}

// noGraphs yields nothing.
func noGraphs(func(*graph.Graph, error) bool) {}
