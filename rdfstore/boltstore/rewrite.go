package boltstore

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/boltfile"
	"vitrine/rdfstore/boltstore/internal/bulk"
	"vitrine/rdfstore/boltstore/internal/record"
	"vitrine/rdfstore/graph"
)

// Compact writes the store in the file anew, without the space that changes
// have left empty, and puts it in place of the old file. Whenever it is
// interrupted, the store is whole. No process may have the store open. A store
// that is damaged is left as it is.
//
// The relations become those of the derivation, as Rederive makes them; a zero one
// leaves them as they are.
func Compact(ctx context.Context, path string, d rdfstore.Derivation) error {
	s, err := openAsItIs(path, Options{})
	if err != nil {
		return err
	}
	j := s.job(bulk.Options{})
	if d.Of != nil && d.Version != s.derived {
		j.Derivation, j.Derive = d, true
	}
	_, err = j.Run(ctx, noGraphs)
	return errors.Join(err, s.Close())
}

// noGraphs yields nothing.
func noGraphs(func(*graph.Graph, error) bool) {}

// Rederive puts the relations of a derivation in place of those in the store, or
// of none where it is zero. It writes the file anew, as Compact does: whenever it is
// interrupted, the store is as it was before, or complete. No process may have the
// store open. The progress is told how many graphs were derived from, and may be nil.
// Where the relations are those of the derivation already, nothing is done.
func Rederive(ctx context.Context, path string, d rdfstore.Derivation, progress func(BulkProgress)) error {
	if err := wholeDerivation(d); err != nil {
		return fmt.Errorf("derive relations: %w", err)
	}
	s, err := openAsItIs(path, Options{})
	if err != nil {
		return err
	}
	if s.derived != d.Version {
		j := s.job(bulk.Options{Progress: progress})
		j.Derivation, j.Derive = d, true
		if _, err = j.Run(ctx, noGraphs); err != nil {
			err = fmt.Errorf("derive the relations in %s anew: %w", path, err)
		}
	}
	return errors.Join(err, s.Close())
}

// File is the path of a store that is not open.
type File string

var _ rdfstore.Rederiver = File("")

// Rederive is the function of this name for those who need not know the engine.
func (f File) Rederive(ctx context.Context, d rdfstore.Derivation, progress func(entities uint64)) error {
	report := func(BulkProgress) {}
	if progress != nil {
		report = func(p BulkProgress) { progress(p.Graphs) }
	}
	return Rederive(ctx, string(f), d, report)
}

// Upgrade writes a store of an earlier format version anew in this one, beside the
// file, and puts it in its place: whenever it is interrupted, the store is as it was
// before, or complete. Graphs, versions, times, log and tombstones are kept; the
// index is made of the graphs, with the relations of the derivation. No process may
// have the store open. The progress is told how many graphs were read, and may be nil.
//
// Where the file is of this version already, nothing is done. The error is a
// *VersionError where it is of one that cannot be upgraded.
func Upgrade(ctx context.Context, path string, d rdfstore.Derivation, progress func(BulkProgress)) error {
	if err := wholeDerivation(d); err != nil {
		return fmt.Errorf("upgrade: %w", err)
	}
	db, err := boltfile.Open(path, boltfile.Options{})
	if err != nil {
		return err
	}
	s := &Store{path: path, db: db, log: slog.Default(), derivation: d, derived: d.Version, closing: make(chan struct{})}
	version, err := s.earlierVersion()
	if err == nil && version < record.FormatVersion {
		j := s.job(bulk.Options{Progress: progress})
		j.From = version
		if _, err = j.Run(ctx, noGraphs); err != nil {
			err = fmt.Errorf("upgrade %s from format version %d to %d: %w", path, version, record.FormatVersion, err)
		}
	}
	return errors.Join(err, s.Close())
}

// earlierVersion reads the format version of the file, which is this or an earlier
// one, and its dictionary.
func (s *Store) earlierVersion() (version int, err error) {
	err = s.guard(func() error {
		tx, err := s.db.Begin(false)
		if err != nil {
			return err
		}
		defer func() { _ = tx.Rollback() }()
		if version, err = record.GetFormat(tx); err != nil {
			return fmt.Errorf("%s: %w", s.path, err)
		}
		if version < record.OldestVersion || version > record.FormatVersion {
			return &record.VersionError{Path: s.path, Version: version}
		}
		if version == 1 {
			s.dict, err = record.LoadDictionary1(tx)
		} else {
			s.dict, err = record.LoadDictionary(tx)
		}
		return err
	})
	return version, err
}
