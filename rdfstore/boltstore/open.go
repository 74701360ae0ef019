package boltstore

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/boltfile"
	"vitrine/rdfstore/boltstore/internal/record"
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
}

// file returns what the options say of the file, where fill makes the tables of
// one that there is not yet.
func (o Options) file() boltfile.Options {
	f := boltfile.Options{ReadOnly: o.ReadOnly, LockTimeout: o.LockTimeout, MaxBytes: o.MaxBytes, Recover: o.Recover}
	f.Fill = func(tx *bbolt.Tx) error { return record.CreateTables(tx, o.Derivation) }
	return f
}

// Open opens the store in the file, which it creates where there is none. The
// error wraps ErrLocked where another process has it open,
// ErrFormat where it is no store or one of another format version,
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
	db, err := boltfile.Open(path, o.file())
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
		if err := record.CheckFormat(tx); err != nil {
			return fmt.Errorf("%s: %w", s.path, err)
		}
		if s.dict, err = record.LoadDictionary(tx); err != nil {
			return err
		}
		s.derived, err = record.GetDerivation(tx)
		return err
	})
}
