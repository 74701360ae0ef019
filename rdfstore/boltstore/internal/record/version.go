package record

import (
	"fmt"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore/boltstore/internal/boltfile"
)

// OldestVersion is the first format version that can be upgraded.
const OldestVersion = 1

// VersionError says that a file is a store of another format version. It wraps
// ErrFormat.
type VersionError struct {
	Path string
	// Version is that of the file.
	Version int
}

// Earlier tells whether an upgrade brings the file to the version of this program.
func (e *VersionError) Earlier() bool {
	return e.Version >= OldestVersion && e.Version < FormatVersion
}

func (e *VersionError) Error() string {
	remedy := "use a newer vitrine"
	if e.Earlier() {
		remedy = "upgrade it with: vitrine upgrade --db " + e.Path
	}
	return fmt.Sprintf("%s: its format is version %d, this program reads version %d; %s", e.Path, e.Version, FormatVersion, remedy)
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
