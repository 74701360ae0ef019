package boltstore

import (
	"context"

	"vitrine/rdfstore/graph"
)

// Compact writes the store in the file anew, without the space that changes
// have left empty, and puts it in place of the old file. Whenever it is
// interrupted, the store is whole. No process may have the store open. A store
// that is damaged is left as it is.
func Compact(ctx context.Context, path string) error {
	if err := checkFile(path, false); err != nil {
		return err
	}
	_, err := BulkLoad(ctx, path, func(func(*graph.Graph, error) bool) {}, BulkOptions{})
	return err
}
