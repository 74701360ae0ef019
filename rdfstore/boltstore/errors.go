package boltstore

import (
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
)

// VersionError says that a file is a store of another format version. It wraps
// ErrFormat.
type VersionError = record.VersionError
