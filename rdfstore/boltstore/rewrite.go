package boltstore

import (
	"context"
	"errors"
	"fmt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/bulk"
	"vitrine/rdfstore/graph"
)

// Compact writes the store in the file anew, without the space that changes
// have left empty, and puts it in place of the old file. Whenever it is
// interrupted, the store is whole. No process may have the store open. A store
// that is damaged is left as it is.
//
// The relations become those of the derivation, as Rederive makes them; a zero one
// leaves them as they are. Past states go that are not to be kept.
func Compact(ctx context.Context, path string, d rdfstore.Derivation, keep rdfstore.Retention) error {
	s, err := openAsItIs(path, Options{})
	if err != nil {
		return err
	}
	j := s.job(bulk.Options{Keep: keep})
	j.Prune = true
	if d.Of != nil && d.Version != s.derived {
		j.Derivation, j.Derive = d, true
	}
	_, err = j.Run(ctx, noGraphs)
	return errors.Join(err, s.Close())
}

// noGraphs yields nothing.
func noGraphs(func(*graph.Graph, error) bool) {}

// Rederive puts the relations of a derivation in place of those in the store, or
// of none where it is zero. It writes the file anew, as Compact does: whenever it is
// interrupted, the store is as it was before, or complete. No process may have the
// store open. The progress is told how many graphs were derived from, and may be nil.
// Where the relations are those of the derivation already, nothing is done.
func Rederive(ctx context.Context, path string, d rdfstore.Derivation, progress func(BulkProgress)) error {
	if err := wholeDerivation(d); err != nil {
		return fmt.Errorf("derive relations: %w", err)
	}
	s, err := openAsItIs(path, Options{})
	if err != nil {
		return err
	}
	if s.derived != d.Version {
		j := s.job(bulk.Options{Progress: progress})
		j.Derivation, j.Derive = d, true
		if _, err = j.Run(ctx, noGraphs); err != nil {
			err = fmt.Errorf("derive the relations in %s anew: %w", path, err)
		}
	}
	return errors.Join(err, s.Close())
}
