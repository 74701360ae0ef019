package boltstore

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
	"vitrine/rdfstore/boltstore/internal/guard"
)

// Options say how to open a store. The zero value opens it for reading and
// writing.
type Options struct {
	// ReadOnly opens an existing file without writing to it. Several processes
	// may have a file open so at once, as long as none has it open for writing.
	ReadOnly bool
	// LockTimeout is how long to wait for a process that has the file open; 0
	// stands for one second.
	LockTimeout time.Duration
	// MaxBytes bounds the size of the file, in bytes; a write that would need
	// more fails and changes nothing. 0 stands for no bound.
	MaxBytes int64
	// Recover opens a file whose last commit cannot be read, with the state
	// before it. The zero value refuses such a file.
	Recover bool
	// Derivation finds the relations that Relations and Related answer for. Where
	// those in the file are of another version, or where there are some and the
	// Derivation is zero, opening the file for writing derives them anew, which
	// writes the whole file anew as Compact does; opening it for reading only
	// fails with rdfstore.ErrDerivation, unless the Derivation is zero.
	Derivation rdfstore.Derivation
	// Logger is told of damage that is found; nil stands for slog.Default().
	Logger *slog.Logger

	// limits stand for mergeLimits where they are not 0.
	limits limits
	// freelist is how bbolt chooses among free pages; none stands for the way that
	// takes the same time for any number of them.
	freelist bbolt.FreelistType
}

const (
	defaultLockTimeout = time.Second
	// fileMode lets only the owner read the file.
	fileMode fs.FileMode = 0o600
)

// Open opens the store in the file, which it creates where there is none. The
// error wraps rdfstore.ErrLocked where another process has it open,
// rdfstore.ErrFormat where it is no store or one of another format version,
// and rdfstore.ErrCorrupt where it is damaged so that it cannot be opened.
func Open(path string, o Options) (*Store, error) {
	if (o.Derivation.Of == nil) != (o.Derivation.Version == "") {
		return nil, errors.New("open store: a derivation has both a version and a function, or neither")
	}
	for {
		s, err := openAsItIs(path, o)
		if err != nil {
			return nil, err
		}
		if s.derived == o.Derivation.Version || s.readOnly {
			return s.ready(o.Derivation)
		}
		if err := s.deriveAnew(o.Derivation); err != nil {
			return nil, err
		}
	}
}

// ready makes a store that was opened ready for use.
func (s *Store) ready(d rdfstore.Derivation) (*Store, error) {
	if s.derived != d.Version && d.Of != nil {
		err := fmt.Errorf("%s: %w: %q, where this program derives %q; run vitrine compact on it", s.path, rdfstore.ErrDerivation, s.derived, d.Version)
		return nil, errors.Join(err, s.Close())
	}
	s.derivation = d
	if !s.readOnly {
		s.writer.Go(s.write)
	}
	return s, nil
}

// openAsItIs opens a store, whatever its relations are, which it does not
// answer for. It takes no writes.
func openAsItIs(path string, o Options) (*Store, error) {
	db, err := openFile(path, o)
	if err != nil {
		return nil, err
	}
	s := &Store{
		path: path, db: db, log: o.Logger, readOnly: o.ReadOnly,
		queue: queue{requests: make(chan *request)}, closing: make(chan struct{}),
		limits: cmp.Or(o.limits, mergeLimits), merging: merging{bites: make(chan *bite, 1)}, settling: settling{done: make(chan settled, 1)},
	}
	if s.log == nil {
		s.log = slog.Default()
	}
	if err := s.guard(s.start); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return s, nil
}

// start reads what is held in memory.
func (s *Store) start() error {
	return s.db.View(func(tx *bbolt.Tx) (err error) {
		if err := checkFormat(tx); err != nil {
			return fmt.Errorf("%s: %w", s.path, err)
		}
		if s.dict, err = loadDictionary(tx); err != nil {
			return err
		}
		s.derived, err = getDerivation(tx)
		return err
	})
}

// openFile opens and locks the file.
func openFile(path string, o Options) (*bbolt.DB, error) {
	for {
		err := checkFile(path, o.Recover)
		if errors.Is(err, fs.ErrNotExist) && !o.ReadOnly {
			err = create(path, o.Derivation)
		}
		if err != nil {
			return nil, err
		}
		db, file, err := openBolt(path, o, mapSize(path))
		if errors.Is(err, syscall.ENOMEM) {
			db, file, err = openBolt(path, o, 0)
		}
		if err != nil {
			return nil, openError(path, err)
		}
		same, err := isStill(path, file)
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

// openBolt opens and locks the file and reserves address space for it.
func openBolt(path string, o Options, mapSize int) (db *bbolt.DB, file *os.File, err error) {
	timeout := o.LockTimeout
	if timeout <= 0 {
		timeout = defaultLockTimeout
	}
	err = guard.Run(path, func() (err error) {
		db, err = bbolt.Open(path, fileMode, &bbolt.Options{
			ReadOnly:        o.ReadOnly,
			Timeout:         timeout,
			FreelistType:    cmp.Or(o.freelist, bbolt.FreelistMapType),
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
		db.AllocSize = growth(0)
	}
	if errors.Is(err, rdfstore.ErrCorrupt) && file != nil {
		// bbolt gave up halfway and left the file open and locked.
		err = errors.Join(err, file.Close())
	}
	return db, file, err
}

// growth is by how much a file of a size grows at a time, in bytes: an eighth, so
// that a small store stays small and a large one seldom pays for growing.
func growth(size int64) int {
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
	case errors.Is(err, rdfstore.ErrCorrupt):
		return err
	case errors.Is(err, berrors.ErrTimeout):
		return fmt.Errorf("%s: %w; stop it, or work on a backup", path, rdfstore.ErrLocked)
	case errors.Is(err, berrors.ErrInvalid), errors.Is(err, berrors.ErrVersionMismatch):
		return fmt.Errorf("%s: %w", path, rdfstore.ErrFormat)
	case errors.Is(err, berrors.ErrChecksum):
		return guard.Damaged(path, fmt.Errorf("%w: %w", rdfstore.ErrCorrupt, err))
	default:
		return fmt.Errorf("open store: %w", err)
	}
}
