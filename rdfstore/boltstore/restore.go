package boltstore

import (
	"context"
	"errors"
	"io/fs"
	"iter"
	"os"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/bulk"
)

// Restore puts the histories of all names into the store in the file, which it creates
// where there is none, as BulkLoad does with graphs: interrupted, the store is empty as
// before. The entries of all are one log without gaps. The error wraps
// rdfstore.ErrNotEmpty where the store holds anything.
func Restore(ctx context.Context, path string, histories iter.Seq2[rdfstore.History, error], o BulkOptions) error {
	_, err := os.Stat(path)
	fresh := errors.Is(err, fs.ErrNotExist)
	s, err := Open(path, Options{Create: true, LockTimeout: o.LockTimeout, Derivation: o.Derivation})
	if err != nil {
		return err
	}
	last, err := s.LastChange(ctx)
	if err == nil && last.Seq > 0 {
		err = rdfstore.ErrNotEmpty
	}
	if err == nil {
		err = s.job(bulk.Options{Memory: o.Memory, Progress: o.Progress}).Restore(ctx, histories)
	}
	err = errors.Join(err, s.Close())
	if err != nil && fresh {
		err = errors.Join(err, os.Remove(path))
	}
	return err
}
