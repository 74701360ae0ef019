// Package boltfile opens, locks and creates the file of a store, and looks at its
// pages as bbolt lays them out (version 2 of its format): the meta pages, the list
// of free pages and the trees. bbolt maps the file into memory and trusts what it
// finds there, so all that can be known of a file is looked at first, and Guard tells what a
// panic means: that the file is damaged, or that the program has a bug.
//
// The package knows nothing of what is in the tables.
package boltfile

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"syscall"
	"time"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"vitrine/rdfstore"
)

// Options say how to open a file.
type Options struct {
	// ReadOnly opens the file without writing to it, beside others that do so.
	ReadOnly bool
	// LockTimeout is how long to wait for a process that has the file open; 0
	// stands for one second.
	LockTimeout time.Duration
	// MaxBytes bounds the size of the file, in bytes; 0 stands for no bound.
	MaxBytes int64
	// Recover opens a file whose last commit cannot be read, with the state
	// before it.
	Recover bool
	// Fill writes what a new file begins with. Where it is nil or the file is for
	// reading only, none is made.
	Fill func(tx *bbolt.Tx) error
	// Logger is told where no address space can be reserved; it may be nil.
	Logger *slog.Logger
}

const (
	defaultLockTimeout = time.Second
	// Mode lets only the owner read the file.
	Mode fs.FileMode = 0o600
)

// Open locks the file, looks at it and opens it. The error wraps
// ErrLocked, ErrFormat, rdfstore.ErrCorrupt, or fs.ErrNotExist
// where there is no file and none is to be made.
func Open(path string, o Options) (*bbolt.DB, error) {
	return openWithin(path, o, mapSize(path))
}

// openWithin does what Open does, and reserves so many bytes of address space.
func openWithin(path string, o Options, space int) (*bbolt.DB, error) {
	for {
		db, err := openOnce(path, o, space)
		switch {
		case errors.Is(err, errReplaced):
		case errors.Is(err, syscall.ENOMEM) && space > 0:
			space = 0
		case errors.Is(err, fs.ErrNotExist) && !o.ReadOnly && o.Fill != nil:
			if err := Create(path, o.Fill); err != nil {
				return nil, err
			}
		case errors.Is(err, fs.ErrNotExist):
			return nil, fmt.Errorf("there is no store %s: %w", path, fs.ErrNotExist)
		case err != nil:
			return nil, openError(path, err)
		default:
			if space == 0 && !o.ReadOnly && o.Logger != nil {
				o.Logger.Warn("no address space can be reserved for the store, so readers wait while it grows", "file", path)
			}
			return db, nil
		}
	}
}

// errReplaced means that another process has put a new file in place of the one
// that was opened, while this one waited for the lock.
var errReplaced = errors.New("the file was replaced")

// openOnce opens the file. It is looked at when it is locked: another process may
// be writing it before.
func openOnce(path string, o Options, space int) (*bbolt.DB, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: %w: it is not a regular file", path, ErrFormat)
	}
	return openBolt(path, o, space, func(f *os.File) error {
		if err := lock(f, !o.ReadOnly, o.lockTimeout()); err != nil {
			return err
		}
		if same, err := isStill(path, f); err != nil || !same {
			return cmp.Or(err, errReplaced)
		}
		return check(f, path, o.Recover)
	})
}

func (o Options) lockTimeout() time.Duration {
	if o.LockTimeout <= 0 {
		return defaultLockTimeout
	}
	return o.LockTimeout
}

// OpenNew opens an empty temporary file for a new one to take the place of the
// file at a path, with as much address space.
func OpenNew(temporary, path string) (*bbolt.DB, error) {
	open := func(size int) (*bbolt.DB, error) {
		return openBolt(temporary, Options{}, size, func(*os.File) error { return nil })
	}
	db, err := open(mapSize(path))
	if errors.Is(err, syscall.ENOMEM) {
		db, err = open(0)
	}
	if err != nil {
		return nil, openError(temporary, err)
	}
	return db, nil
}

// openBolt opens and locks a file that there is and reserves address space for
// it, so many bytes, if what look says of it before it is mapped is no error.
func openBolt(path string, o Options, space int, look func(f *os.File) error) (*bbolt.DB, error) {
	var db *bbolt.DB
	var file *os.File
	err := Guard(path, func() (err error) {
		db, err = bbolt.Open(path, Mode, &bbolt.Options{
			ReadOnly:        o.ReadOnly,
			Timeout:         o.lockTimeout(),
			FreelistType:    bbolt.FreelistMapType,
			InitialMmapSize: space,
			MaxSize:         int(o.MaxBytes),
			NoStatistics:    true,
			OpenFile: func(name string, flag int, mode os.FileMode) (*os.File, error) {
				f, err := os.OpenFile(name, flag&^os.O_CREATE, mode)
				if err != nil {
					return nil, err
				}
				if err := look(f); err != nil {
					return nil, errors.Join(err, f.Close())
				}
				file = f
				return f, nil
			},
		})
		return err
	})
	if errors.Is(err, rdfstore.ErrCorrupt) && file != nil {
		// bbolt gave up halfway and left the file open and locked.
		err = errors.Join(err, file.Close())
	}
	if err != nil {
		return nil, err
	}
	db.AllocSize = Growth(0)
	return db, nil
}

// Growth is by how much a file of a size grows at a time, in bytes: an eighth, so
// that a small store stays small and a large one seldom pays for growing.
func Growth(size int64) int {
	const least, most = 256 << 10, 16 << 20
	return int(min(max(size/8, least), most))
}

// isStill tells whether the file that was opened is the one at the path.
func isStill(path string, file *os.File) (bool, error) {
	opened, err := file.Stat()
	if err != nil {
		return false, err
	}
	now, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return os.SameFile(opened, now), nil
}

func openError(path string, err error) error {
	switch {
	case errors.Is(err, rdfstore.ErrCorrupt), errors.Is(err, ErrFormat):
		return err
	case errors.Is(err, berrors.ErrTimeout):
		return fmt.Errorf("%s: %w; stop it, or work on a backup", path, ErrLocked)
	case errors.Is(err, berrors.ErrInvalid), errors.Is(err, berrors.ErrVersionMismatch):
		return fmt.Errorf("%s: %w", path, ErrFormat)
	case errors.Is(err, berrors.ErrChecksum):
		return Damaged(path, fmt.Errorf("%w: %w", rdfstore.ErrCorrupt, err))
	default:
		return fmt.Errorf("open store: %w", err)
	}
}
