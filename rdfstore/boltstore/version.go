package boltstore

import (
	"fmt"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore/boltstore/internal/record"
)

// VersionError says that a file is a store of another format version. It wraps
// ErrFormat.
type VersionError struct {
	Path string
	// Version is that of the file.
	Version int
}

// Earlier tells whether Upgrade brings the file to the version of this program.
func (e *VersionError) Earlier() bool {
	return e.Version >= oldestVersion && e.Version < record.FormatVersion
}

func (e *VersionError) Error() string {
	remedy := "use a newer vitrine"
	if e.Earlier() {
		remedy = "upgrade it with: vitrine upgrade --db " + e.Path
	}
	return fmt.Sprintf("%s: its format is version %d, this program reads version %d; %s", e.Path, e.Version, record.FormatVersion, remedy)
}

// Unwrap makes errors.Is(err, ErrFormat) hold.
func (e *VersionError) Unwrap() error { return ErrFormat }

// checkFormat returns an error where the file is no store of this version.
func checkFormat(tx *bbolt.Tx, path string) error {
	version, err := record.GetFormat(tx)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if version != record.FormatVersion {
		return &VersionError{Path: path, Version: version}
	}
	return nil
}
