package boltstore

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"time"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/boltfile"
	"vitrine/rdfstore/boltstore/internal/memtable"
	"vitrine/rdfstore/boltstore/internal/query"
	"vitrine/rdfstore/boltstore/internal/record"
	"vitrine/rdfstore/lru"
)

// Options say how to open a store. The zero value opens one that there is for
// reading and writing.
type Options struct {
	// Create makes a store where there is none. It has no effect together with
	// ReadOnly.
	Create bool
	// Base is the base of a store that is made.
	Base string
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
	// Derivation finds the relations that Relations and Related answer for. It
	// has to be the one that those in the file come from; see Rederive. A store
	// that is open for reading only may have a zero one: then it answers for no
	// relations.
	Derivation rdfstore.Derivation
	// Keep says which past states are kept.
	Keep rdfstore.Retention
	// Signature is that of changes that have none.
	Signature rdfstore.Signature
	// SnapshotAge is how old a snapshot may become while the store is open for
	// writing; 0 stands for an hour.
	SnapshotAge time.Duration
	// Logger is told of damage that is found, and where no address space can be
	// reserved for a file that is open for writing; nil stands for slog.Default().
	Logger *slog.Logger

	// limits stand for flushLimits where they are not 0.
	limits limits
}

// file returns what the options say of the file, where fill makes the tables of
// one that there is not yet.
func (o Options) file() boltfile.Options {
	f := boltfile.Options{ReadOnly: o.ReadOnly, LockTimeout: o.LockTimeout, MaxBytes: o.MaxBytes, Recover: o.Recover, Logger: o.Logger}
	if !o.Create {
		return f
	}
	f.Fill = func(tx *bbolt.Tx) error { return record.CreateTables(tx, o.Derivation, o.Base) }
	return f
}

// Open opens the store in the file. It never changes a file but for one that it
// creates. The error wraps
//
//   - fs.ErrNotExist where there is no file, unless Options.Create asks for one,
//   - ErrLocked where another process has it open,
//   - ErrFormat where it is no store, and is a *VersionError where it is one
//     of another format version,
//   - ErrDerivation where its relations come from another Derivation:
//     Rederive puts others in their place,
//   - rdfstore.ErrCorrupt where it is damaged so that it cannot be opened.
func Open(path string, o Options) (*Store, error) {
	if err := wholeDerivation(o.Derivation); err != nil {
		return nil, fmt.Errorf("open store: %w", err)
	}
	s, err := openAsItIs(path, o)
	if err != nil {
		return nil, err
	}
	d := o.Derivation
	if s.derived != d.Version && (d.Of != nil || !s.readOnly) {
		err := fmt.Errorf("%s: %w: %s, where this program derives %s; run: vitrine compact --db %[1]s", path, ErrDerivation, versionName(s.derived), versionName(d.Version))
		return nil, errors.Join(err, s.Close())
	}
	s.derivation = d
	s.queries = query.New(source{s}, s.dict, d)
	if !s.readOnly {
		s.running.Go(s.writer.run)
	}
	return s, nil
}

// wholeDerivation refuses half a derivation.
func wholeDerivation(d rdfstore.Derivation) error {
	if (d.Of == nil) != (d.Version == "") {
		return errors.New("a derivation has both a version and a function, or neither")
	}
	return nil
}

// versionName says which relations a version of a derivation stands for.
func versionName(version string) string {
	if version == "" {
		return "none"
	}
	return strconv.Quote(version)
}

// openAsItIs opens a store, whatever its relations are, which it does not
// answer for. It takes no writes.
func openAsItIs(path string, o Options) (*Store, error) {
	db, err := boltfile.Open(path, o.file())
	if err != nil {
		return nil, err
	}
	s := &Store{
		path: path, db: db, log: o.Logger, readOnly: o.ReadOnly, keep: o.Keep, signature: o.Signature, snapshotAge: cmp.Or(max(o.SnapshotAge, 0), defaultSnapshotAge),
		queue: queue{requests: make(chan *request)}, closing: make(chan struct{}), nameCounts: lru.NewCounted[string, *nameCount](maxNameCounts),
	}
	s.writer = newWriter(s, cmp.Or(o.limits, flushLimits))
	if s.log == nil {
		s.log = slog.Default()
	}
	if err := s.guard(s.start); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	s.report(boltfile.Damaged(s.path, s.versions.Load().after.Damage))
	return s, nil
}

// start reads what is held in memory: the dictionary, and what is pending, which is a second's
// worth at most after a crash, and nothing where the store was closed.
func (s *Store) start() error {
	return s.db.View(func(tx *bbolt.Tx) (err error) {
		if err := record.CheckFormat(tx, s.path); err != nil {
			return err
		}
		if s.dict, err = record.LoadDictionary(tx); err != nil {
			return err
		}
		if s.derived, err = record.GetDerivation(tx); err != nil {
			return err
		}
		if s.base, err = record.GetBase(tx); err != nil {
			return err
		}
		pending, err := memtable.Load(tx)
		s.versions.Store(&versions{tx.ID(), pending, pending})
		return err
	})
}
