package boltstore

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
)

// temporarySuffix is between the name of a store and the rest of the names of
// temporary files beside it.
const temporarySuffix = ".vitrine-tmp-"

// sweep removes the temporary files that a process left which was killed. The
// caller has the store for itself, so they are nobody else's.
func sweep(path string) error {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), filepath.Base(path)+temporarySuffix) {
			continue
		}
		err := os.Remove(filepath.Join(filepath.Dir(path), e.Name()))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// createTemporary makes an empty temporary file for a store.
func createTemporary(path string) (*os.File, error) {
	return os.CreateTemp(filepath.Dir(path), filepath.Base(path)+temporarySuffix+"*")
}

// create makes an empty store at the path, unless another process has just
// done so. The file is finished before it gets its name, so a crash never
// leaves half a store.
func create(path string, d rdfstore.Derivation) (err error) {
	f, err := createTemporary(path)
	if err != nil {
		return fmt.Errorf("create store: %w", err)
	}
	temporary := f.Name()
	defer func() {
		if gone := os.Remove(temporary); gone != nil && !errors.Is(gone, fs.ErrNotExist) {
			err = errors.Join(err, gone)
		}
	}()
	if err := f.Close(); err != nil {
		return fmt.Errorf("create store: %w", err)
	}
	db, _, err := openBolt(temporary, Options{}, 0)
	if err != nil {
		return fmt.Errorf("create store: %w", err)
	}
	err = db.Update(func(tx *bbolt.Tx) error { return createTables(tx, d) })
	if err := errors.Join(err, db.Close()); err != nil {
		return fmt.Errorf("create store: %w", err)
	}
	if err := name(temporary, path); err != nil {
		return fmt.Errorf("create store: %w", err)
	}
	return syncDir(filepath.Dir(path))
}

// name gives a file its name where no other has it.
func name(temporary, path string) error {
	err := os.Link(temporary, path)
	if err == nil {
		return nil
	}
	if _, taken := os.Lstat(path); taken == nil {
		return nil
	}
	// Some file systems know no second names.
	return os.Rename(temporary, path)
}
