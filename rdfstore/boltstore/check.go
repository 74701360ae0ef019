package boltstore

import (
	"context"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/check"
)

// Fault is one thing that is wrong with a store.
type Fault = check.Fault

// Check looks at everything in the file and reports each fault: broken pages
// and checksums, and graphs, names, log, past states, tombstones, classes and index that do
// not agree. It returns nil where there is none, an error that wraps
// rdfstore.ErrCorrupt where there are some, and another error where it could
// not look. The report may be nil. It changes nothing, and no process may have the
// store open for writing. Sorted runs go to the system's folder for
// temporary files.
//
// Relations are compared with those that the derivation finds, unless those in
// the file are of another version: then opening it for writing refuses it, and
// Rederive derives them anew.
func Check(ctx context.Context, path string, d rdfstore.Derivation, report func(Fault)) error {
	return check.Run(ctx, path, d, report)
}
