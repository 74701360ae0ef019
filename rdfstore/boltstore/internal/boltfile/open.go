// Package boltfile opens, locks and creates the file of a store, and looks at its
// pages as bbolt lays them out (version 2 of its format): the meta pages, the list
// of free pages and the trees. bbolt maps the file into memory and trusts what it
// finds there, so all that can be known of a file is looked at first.
//
// The package knows nothing of what is in the tables.
package boltfile

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
	"time"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/guard"
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
	// Freelist is how bbolt chooses among free pages; none stands for the way that
	// takes the same time for any number of them.
	Freelist bbolt.FreelistType
}

const (
	defaultLockTimeout = time.Second
	// Mode lets only the owner read the file.
	Mode fs.FileMode = 0o600
)

// Open opens and locks the file.
func Open(path string, o Options) (*bbolt.DB, error) {
	for {
		err := Check(path, o.Recover)
		if errors.Is(err, fs.ErrNotExist) && !o.ReadOnly && o.Fill != nil {
			err = Create(path, o.Fill)
		}
		if err != nil {
			return nil, err
		}
		db, file, err := OpenUnchecked(path, o, MapSize(path))
		if errors.Is(err, syscall.ENOMEM) {
			db, file, err = OpenUnchecked(path, o, 0)
		}
		if err != nil {
			return nil, OpenError(path, err)
		}
		same, err := IsStill(path, file)
		if err != nil {
			return nil, errors.Join(err, db.Close())
		}
		if same {
			return db, nil
		}
		// While we waited for the lock, another process put a new file in
		// place of this one.
		if err := db.Close(); err != nil {
			return nil, err
		}
	}
}

// OpenUnchecked opens and locks the file and reserves address space for it.
func OpenUnchecked(path string, o Options, mapSize int) (db *bbolt.DB, file *os.File, err error) {
	timeout := o.LockTimeout
	if timeout <= 0 {
		timeout = defaultLockTimeout
	}
	err = guard.Run(path, func() (err error) {
		db, err = bbolt.Open(path, Mode, &bbolt.Options{
			ReadOnly:        o.ReadOnly,
			Timeout:         timeout,
			FreelistType:    cmp.Or(o.Freelist, bbolt.FreelistMapType),
			InitialMmapSize: mapSize,
			MaxSize:         int(o.MaxBytes),
			NoStatistics:    true,
			OpenFile: func(name string, flag int, mode os.FileMode) (f *os.File, err error) {
				file, err = os.OpenFile(name, flag, mode)
				return file, err
			},
		})
		return err
	})
	if err == nil {
		db.AllocSize = Growth(0)
	}
	if errors.Is(err, rdfstore.ErrCorrupt) && file != nil {
		// bbolt gave up halfway and left the file open and locked.
		err = errors.Join(err, file.Close())
	}
	return db, file, err
}

// Growth is by how much a file of a size grows at a time, in bytes: an eighth, so
// that a small store stays small and a large one seldom pays for growing.
func Growth(size int64) int {
	const least, most = 256 << 10, 16 << 20
	return int(min(max(size/8, least), most))
}

// IsStill tells whether the file that was opened is the one at the path.
func IsStill(path string, file *os.File) (bool, error) {
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

func OpenError(path string, err error) error {
	switch {
	case errors.Is(err, rdfstore.ErrCorrupt):
		return err
	case errors.Is(err, berrors.ErrTimeout):
		return fmt.Errorf("%s: %w; stop it, or work on a backup", path, ErrLocked)
	case errors.Is(err, berrors.ErrInvalid), errors.Is(err, berrors.ErrVersionMismatch):
		return fmt.Errorf("%s: %w", path, ErrFormat)
	case errors.Is(err, berrors.ErrChecksum):
		return guard.Damaged(path, fmt.Errorf("%w: %w", rdfstore.ErrCorrupt, err))
	default:
		return fmt.Errorf("open store: %w", err)
	}
}
