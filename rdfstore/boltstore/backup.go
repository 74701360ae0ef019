package boltstore

import (
	"context"
	"fmt"
	"io"
	"time"
)

// Backup writes a consistent copy of the store to w, while others read and
// write, and returns its length in bytes. What is written is a store itself,
// which Open opens; it is complete only if Backup returns no error.
//
// It keeps one transaction open until all is written, and counts as a reader in
// Health. Nothing bounds its age but the context: it lasts as long as w takes, so w
// should be a file, never a client's connection.
func (s *Store) Backup(ctx context.Context, w io.Writer) (int64, error) {
	var n int64
	err := s.enter(ctx)
	if err == nil {
		err = s.guard(func() (err error) {
			n, err = s.writeCopy(ctx, w)
			return err
		})
		s.leave()
	}
	s.report(err)
	if err != nil {
		return n, fmt.Errorf("backup of %s: %w", s.path, err)
	}
	return n, nil
}

func (s *Store) writeCopy(ctx context.Context, w io.Writer) (int64, error) {
	tx, err := s.db.Begin(false)
	if err != nil {
		return 0, err
	}
	defer func() { _ = tx.Rollback() }()
	var began time.Time
	s.readers.enter(&began)
	defer s.readers.leave(&began)
	return tx.WriteTo(&contextWriter{ctx, w})
}

// contextWriter is a writer that stops when the context ends.
type contextWriter struct {
	ctx context.Context
	w   io.Writer
}

func (c *contextWriter) Write(b []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.w.Write(b)
}
