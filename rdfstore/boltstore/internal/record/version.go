package record

import (
	"fmt"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore/boltstore/internal/boltfile"
)

// VersionError says that a file is a store of another format version. It wraps
// ErrFormat.
type VersionError struct {
	Path string
	// Version is that of the file.
	Version int
}

func (e *VersionError) Error() string {
	return fmt.Sprintf("%s: its format is version %d, this program reads version %d; use the vitrine that wrote it, or load its records into a new store", e.Path, e.Version, FormatVersion)
}

// Unwrap makes errors.Is(err, ErrFormat) hold.
func (e *VersionError) Unwrap() error { return boltfile.ErrFormat }

// CheckFormat returns an error where the file is no store of this version.
func CheckFormat(tx *bbolt.Tx, path string) error {
	version, err := GetFormat(tx)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if version != FormatVersion {
		return &VersionError{Path: path, Version: version}
	}
	return nil
}
