package boltfile

import "errors"

// Errors about a file as a whole. Package boltstore hands them on.
var (
	// ErrLocked means that another process has the file open.
	ErrLocked = errors.New("another process has the store open")
	// ErrFormat means that the file is no store, or one of another format
	// version.
	ErrFormat = errors.New("not a store of a format this version reads")
)
