package boltstore

import (
	"errors"
	"fmt"
	"io/fs"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore/boltstore/internal/boltfile"
	"vitrine/rdfstore/boltstore/internal/guard"
	"vitrine/rdfstore/boltstore/internal/table"
	"vitrine/rdfstore/boltstore/internal/wal"
)

// openFile opens the file of a store. Where it was not closed, it is brought to its
// last commit by the write-ahead log.
func openFile(path string, o boltfile.Options) (*boltfile.DB, error) {
	db, err := openLogged(path, o)
	if !errors.Is(err, boltfile.ErrUnfinished) {
		return db, err
	}
	if err := recoverFile(path, o); err != nil {
		return nil, fmt.Errorf("%w: %w", boltfile.ErrUnfinished, err)
	}
	return openLogged(path, o)
}

// recoverFile brings a store that was not closed to its last commit, with what of the
// options holds for writing.
func recoverFile(path string, o boltfile.Options) error {
	log, err := wal.Read(logPath(path))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if log == nil || err != nil {
		return guard.Damaged(path, err)
	}
	db, err := openLogged(path, boltfile.Options{LockTimeout: o.LockTimeout, MaxBytes: o.MaxBytes, Logger: o.Logger})
	if err != nil {
		return err
	}
	return db.Close()
}

// openLogged opens the file, and applies what its log has unless it is for reading
// only.
func openLogged(path string, o boltfile.Options) (*boltfile.DB, error) {
	var log *wal.Contents
	ended := true
	o.Base = func() (base []byte, err error) {
		log, err = wal.Read(logPath(path))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			ended, err = false, nil
		case log != nil:
			base = log.Base
		}
		return base, guard.Damaged(path, err)
	}
	db, err := boltfile.Open(path, o)
	if errors.Is(err, boltfile.ErrForeignBase) {
		err = fmt.Errorf("%s has a write-ahead log, %s, and %w: put the file back that it was with, or remove it", path, logPath(path), err)
	}
	if err == nil && log == nil && ended && !o.ReadOnly {
		// That it has ended may not be on the disk yet.
		if err = wal.Remove(logPath(path)); err != nil {
			err = errors.Join(err, db.Close())
		}
	}
	if err != nil || log == nil {
		return db, err
	}
	err = guard.Run(path, func() error { return db.Update(func(tx *bbolt.Tx) error { return apply(tx, log) }) })
	if err == nil {
		err = wal.Remove(logPath(path))
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: recover by the write-ahead log: %w", path, err), db.Close())
	}
	if o.Logger != nil {
		o.Logger.Info("the store was not closed; its last commits are taken from the write-ahead log", "file", path, "commits", len(log.Batches))
	}
	return db, nil
}

// apply applies the batches of a log, in one transaction: it uses no page of the
// base, so that it can be done again.
func apply(tx *bbolt.Tx, log *wal.Contents) error {
	for _, data := range log.Batches {
		batch, err := table.DecodeBatch(data)
		if err != nil {
			return err
		}
		if err := batch.Apply(tx); err != nil {
			return err
		}
	}
	return nil
}
