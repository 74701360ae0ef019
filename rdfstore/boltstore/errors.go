package boltstore

import (
	"errors"

	"vitrine/rdfstore/boltstore/internal/boltfile"
	"vitrine/rdfstore/boltstore/internal/record"
)

// Errors about a store's file, beside those of rdfstore.
var (
	// ErrLocked means that another process has the store open.
	ErrLocked = boltfile.ErrLocked
	// ErrFormat means that the file is no store, or one of another format
	// version.
	ErrFormat = boltfile.ErrFormat
	// ErrDerivation means that the relations in the file come from another
	// derivation than the one that it was to be opened with.
	ErrDerivation = errors.New("the relations in the store are of another version")
)

// VersionError says that a file is a store of another format version. It wraps
// ErrFormat.
type VersionError = record.VersionError
