package boltstore

import (
	"context"
	"errors"
	"io/fs"
	"iter"
	"os"
	"time"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/boltfile"
	"vitrine/rdfstore/boltstore/internal/bulk"
	"vitrine/rdfstore/graph"
)

// BulkOptions say how to load many graphs at once.
type BulkOptions struct {
	// Memory is how much memory to take for sorting, in bytes; 0 stands for
	// 256 MiB. The rest of the work takes less than 100 MB more.
	Memory int64
	// LockTimeout is how long to wait for a process that has the file open; 0
	// stands for one second.
	LockTimeout time.Duration
	// Derivation finds the relations of the graphs, as in Options: the store's own.
	Derivation rdfstore.Derivation
	// Base is the base of a store that is made.
	Base string
	// Keep says which past states are kept of entities that a load changes.
	Keep rdfstore.Retention
	// Signature is that of the changes of a load.
	Signature rdfstore.Signature
	// Refused is told of a graph that the store cannot hold, and returns nil to
	// go on without it or the error to end with. Where it is nil, the first
	// such graph ends the load.
	Refused func(name rdf.IRI, err error) error
	// Opened is called with the store as it was before, which can be read until
	// the last graph was taken; it may be nil.
	Opened func(*Store)
	// Progress is told now and then how far the load is; it may be nil.
	Progress func(BulkProgress)
}

// BulkProgress is how far a bulk load is.
type BulkProgress = bulk.Progress

// BulkResult is what a bulk load came to.
type BulkResult = bulk.Result

// DuplicateError means that two graphs of a bulk load have one name. Nothing
// was loaded.
type DuplicateError = bulk.DuplicateError

// BulkLoad puts many graphs into the store in the file, which it creates where
// there is none. It does what as many puts would do, in bounded memory, by
// writing a new file beside the old one and putting it in its place at the end:
// whenever it is interrupted, the store is as it was before, or complete. A file that
// it creates gets its name when it is complete.
//
// No process may have the store open, and while it lasts, none can open it.
// For a while the disk holds the old store, the new one and the sorted runs,
// about twice the size of what is loaded. An error from graphs ends the load.
func BulkLoad(ctx context.Context, path string, graphs iter.Seq2[*graph.Graph, error], o BulkOptions) (result BulkResult, err error) {
	err = rewrite(path, o, func(s *Store, j *bulk.Job) error {
		if o.Opened != nil {
			o.Opened(s)
		}
		result, err = j.Run(ctx, graphs)
		return err
	})
	return result, err
}

// Restore puts the histories of all names into the store in the file, which it creates
// where there is none, as BulkLoad does with graphs. The entries of all are one log
// without gaps. The error wraps rdfstore.ErrNotEmpty where the store holds anything.
func Restore(ctx context.Context, path string, histories iter.Seq2[rdfstore.History, error], o BulkOptions) error {
	return rewrite(path, o, func(s *Store, j *bulk.Job) error {
		last, err := s.LastChange(ctx)
		if err == nil && last.Seq > 0 {
			err = rdfstore.ErrNotEmpty
		}
		if err != nil {
			return err
		}
		return j.Restore(ctx, histories)
	})
}

// rewrite has work write the store in the file anew. Where there is none, work begins
// with an empty one under another name beside it, and the new file gets the given name.
func rewrite(path string, o BulkOptions, work func(s *Store, j *bulk.Job) error) error {
	options := Options{LockTimeout: o.LockTimeout, Derivation: o.Derivation, Base: o.Base}
	target := ""
	s, err := Open(path, options)
	if errors.Is(err, fs.ErrNotExist) {
		target, path, options.Create = path, boltfile.Unnamed(path), true
		if err := boltfile.RemoveUnlocked(path); err != nil {
			return err
		}
		s, err = Open(path, options)
	}
	if err != nil {
		return err
	}
	if err = boltfile.Sweep(path); err == nil {
		j := s.job(bulk.Options{Memory: o.Memory, Keep: o.Keep, Signature: o.Signature, Refused: o.Refused, Progress: o.Progress})
		j.Target = target
		err = work(s, j)
	}
	if target != "" {
		err = errors.Join(err, os.Remove(path))
	}
	return errors.Join(err, s.Close())
}

// job returns the work of writing the store anew.
func (s *Store) job(o bulk.Options) *bulk.Job {
	return &bulk.Job{Path: s.path, DB: s.db, Dict: s.dict, Base: s.base, Derived: s.derived, Derivation: s.derivation, Options: o}
}
