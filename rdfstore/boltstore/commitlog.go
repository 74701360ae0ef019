package boltstore

import (
	"errors"
	"fmt"
	"path/filepath"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore/boltstore/internal/boltfile"
	"vitrine/rdfstore/boltstore/internal/table"
	"vitrine/rdfstore/boltstore/internal/wal"
)

// commitLog makes commits durable by the write-ahead log. A commit whose batch is in
// the log needs no sync of its own: were it lost, the store would go back to the
// base and apply the batches again. Only the writer uses it.
type commitLog struct {
	db   *boltfile.DB
	path string
	log  *wal.Log
	// base reads the commit that the log begins with, so that bbolt uses none of its
	// pages again.
	base   *bbolt.Tx
	buffer []byte
}

// Bounds on the log, in bytes: what is in it is applied again when a store is opened
// that was not closed, and a large batch is as well written into the file at once.
const (
	maxLog      = 8 << 20
	maxLogBatch = 1 << 20
)

// logPath is where the log of a store lies.
func logPath(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	return path + "-wal"
}

// before makes the commit of a transaction durable ahead of it. Where it returns
// false, the commit has to be made with a sync, and is not in the log. After an
// error nobody can tell what is on the disk.
func (l *commitLog) before(tx *bbolt.Tx, c *commitResult) (logged bool, err error) {
	if c.batch != nil && !c.flushes && l.fits(tx, c.batch) {
		err := l.append(c.batch)
		var unknown *wal.SyncError
		if err == nil || errors.As(err, &unknown) {
			return err == nil, err
		}
		// The disk may be full, and a commit in the file need less.
	}
	return false, l.end()
}

// fits tells whether a batch may go into the log. While the log is in use there is
// always a reader, and bbolt waits for all of them where the file outgrows its
// address space.
func (l *commitLog) fits(tx *bbolt.Tx, batch *table.Batch) bool {
	size := batch.Size()
	if tx.Size() > l.db.Reserved/2 || size > maxLogBatch {
		return false
	}
	return !l.begun() || l.log.Room(size) && tx.Size() < l.base.Size()+maxGrowth(l.base.Size())
}

// maxGrowth is by how much a file of a size may grow while the log is in use, in
// bytes. Pages at its end that commits have left are used again only when the base is
// a later one: bbolt does not know since when they are in use.
func maxGrowth(size int64) int64 { return min(max(size/8, 1<<20), 8<<20) }

func (l *commitLog) begun() bool { return l.log != nil && l.log.Begun() }

func (l *commitLog) append(batch *table.Batch) error {
	if !l.begun() {
		if err := l.begin(); err != nil {
			return err
		}
	}
	l.buffer = batch.Append(l.buffer[:0])
	return l.log.Append(l.buffer)
}

// begin has the log begin with the last commit.
func (l *commitLog) begin() (err error) {
	if l.log == nil {
		if l.log, err = wal.Open(l.path, maxLog); err != nil {
			return err
		}
	}
	// The file may be a copy that is on its way to the disk.
	if err := l.db.Sync(); err != nil {
		return err
	}
	base, err := l.db.Begin(false)
	if err != nil {
		return err
	}
	content, err := l.db.Base(base)
	if err == nil {
		err = l.log.Begin(content)
	}
	if err != nil {
		return errors.Join(err, base.Rollback())
	}
	l.base = base
	return nil
}

// revoke takes the last batch back, where it was logged and its commit failed.
func (l *commitLog) revoke(logged bool) error {
	if !logged {
		return nil
	}
	return l.log.Revoke()
}

// end makes the file durable, so that it needs the log no more.
func (l *commitLog) end() error {
	if !l.begun() {
		return nil
	}
	if err := l.db.Sync(); err != nil {
		return fmt.Errorf("end the write-ahead log: %w", err)
	}
	if err := l.log.End(); err != nil {
		return fmt.Errorf("end the write-ahead log: %w", err)
	}
	base := l.base
	l.base = nil
	return base.Rollback()
}

// close ends the work with the log, which is removed where all is in the file.
func (l *commitLog) close(whole bool) error {
	var err error
	if whole {
		err = l.end()
	}
	if l.base != nil {
		err = errors.Join(err, l.base.Rollback())
	}
	if l.log == nil {
		return err
	}
	if err = errors.Join(err, l.log.Close()); err != nil || !whole {
		return err
	}
	return wal.Remove(l.path)
}
