package storeopen

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"

	"vitrine/rdfstore/atomicfile"
)

// Copyable is a store that copies itself while it is in use.
type Copyable interface {
	// Backup writes a copy of the store as it is at one moment, and returns how
	// many bytes that took.
	Backup(ctx context.Context, w io.Writer) (int64, error)
}

// CopyFunc is the function Backup of a Copyable.
type CopyFunc func(ctx context.Context, w io.Writer) (int64, error)

// Backup copies a store into a new file, which gets its name at the end.
func Backup(ctx context.Context, write CopyFunc, name string) (n int64, err error) {
	file, err := os.CreateTemp(filepath.Dir(name), ".vitrine-backup-*")
	if err != nil {
		return 0, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(file.Name()))
		}
	}()
	n, err = write(ctx, file)
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return n, err
	}
	// Unlike a rename, a link never replaces a file.
	if err := os.Link(file.Name(), name); err != nil {
		return n, err
	}
	return n, errors.Join(os.Remove(file.Name()), atomicfile.SyncDir(filepath.Dir(name)))
}
