package boltfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore/atomicfile"
	"vitrine/rdfstore/extsort"
)

// temporarySuffix is between the name of a store and the rest of the names of
// temporary files beside it.
const temporarySuffix = ".vitrine-tmp-"

// Sweep removes the temporary files that a process left which was killed. The
// caller has the store for itself, so no other process uses them.
func Sweep(path string) error {
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

// Unnamed is the path of a store that is filled before it gets its name, the given
// one. It is always the same, so that its lock keeps others from filling it too.
func Unnamed(path string) string { return path + temporarySuffix + "new" }

// RemoveUnlocked removes the file that a process left which was killed. The error wraps
// ErrLocked where another process has it open.
func RemoveUnlocked(path string) error {
	for {
		removed, err := removeUnlocked(path)
		if removed || err != nil {
			return err
		}
	}
}

// removeUnlocked returns false where another file has taken the path meanwhile.
func removeUnlocked(path string) (bool, error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	defer f.Close()
	if err := lock(f, true, defaultLockTimeout); err != nil {
		return false, openError(path, err)
	}
	if same, err := isStill(path, f); err != nil || !same {
		return false, err
	}
	return true, os.Remove(path)
}

// CreateTemporary makes an empty temporary file for a store.
func CreateTemporary(path string) (*os.File, error) {
	return os.CreateTemp(filepath.Dir(path), filepath.Base(path)+temporarySuffix+"*")
}

// Scratch is for sorting beside a store.
func Scratch(path string) extsort.Scratch {
	return extsort.Scratch{
		Create: func() (*os.File, error) { return CreateTemporary(path) },
		Guard:  func(fn func() error) error { return Guard(path, fn) },
	}
}

// Create makes a file at the path with what fill writes, unless another process has just
// done so. The file is finished before it gets its name, so a crash never
// leaves half a store.
func Create(path string, fill func(tx *bbolt.Tx) error) (err error) {
	f, err := CreateTemporary(path)
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
	db, err := openBolt(temporary, Options{}, 0, func(*os.File) error { return nil })
	if err != nil {
		return fmt.Errorf("create store: %w", err)
	}
	err = db.Update(fill)
	if err := errors.Join(err, db.Close()); err != nil {
		return fmt.Errorf("create store: %w", err)
	}
	if err := Name(temporary, path); err != nil && !errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("create store: %w", err)
	}
	return nil
}

// Name gives a durable file another name in its folder. Unlike package atomicfile, it
// never replaces a file: the error wraps fs.ErrExist where there is one of that name.
func Name(temporary, path string) error {
	err := os.Link(temporary, path)
	switch _, taken := os.Lstat(path); {
	case err == nil:
		err = os.Remove(temporary)
	case taken == nil:
		return fmt.Errorf("%s: %w", path, fs.ErrExist)
	default:
		// Some file systems know no second names.
		err = os.Rename(temporary, path)
	}
	if err != nil {
		return err
	}
	return atomicfile.SyncDir(filepath.Dir(path))
}

// Finish cuts off what a file has beyond its pages and makes it durable.
func Finish(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	head, err := ReadHeader(f, info.Size())
	if err != nil {
		return err
	}
	if err := f.Truncate(head.Pages * int64(head.PageSize)); err != nil {
		return err
	}
	return f.Sync()
}
