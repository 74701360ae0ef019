package boltstore

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// create makes an empty store at the path, unless another process has just
// done so. The file is finished before it gets its name, so a crash never
// leaves half a store.
func create(path string) (err error) {
	dir := filepath.Dir(path)
	f, err := os.CreateTemp(dir, filepath.Base(path)+newSuffix+"*")
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
	if err := errors.Join(db.Update(createTables), db.Close()); err != nil {
		return fmt.Errorf("create store: %w", err)
	}
	if err := name(temporary, path); err != nil {
		return fmt.Errorf("create store: %w", err)
	}
	return syncDir(dir)
}

// name gives a file its name where no other has it.
func name(temporary, path string) error {
	err := os.Link(temporary, path)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return nil
	}
	// Some file systems know no second names.
	return os.Rename(temporary, path)
}
