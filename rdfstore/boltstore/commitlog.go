package boltstore

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
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
	base *bbolt.Tx
	// unlisted is how many commits have been made since one with a list of free pages.
	unlisted int
	// appended tells whether the log has the batch of the commit that is under way.
	appended bool
	buffer   []byte
}

// maxUnlisted is after how many commits without a list of free pages one is made with
// it. To write the list costs a third of a commit, and what needs it looks at an
// earlier commit: a store that was not closed goes back to the base, and Health may
// tell of free pages a little later.
const maxUnlisted = 64

// Bounds on the log, in bytes: what is in it is applied again when a store is opened
// that was not closed, and a large batch is as well written into the file at once.
const (
	maxLog      = 8 << 20
	maxLogBatch = 1 << 20
)

// logPath is where the log of a store lies: beside the file that a link leads to. Other
// parts of the path that are links need no look, which takes a third of the time of
// opening.
func logPath(path string) string {
	if info, err := os.Lstat(path); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			path = real
		}
	}
	return path + "-wal"
}

// append has the disk begin to write the batch of a commit that is being prepared, where
// the log takes it. Either commit or revoke follows. The error is a *stopError.
func (l *commitLog) append(tx *bbolt.Tx, c *commitResult) error {
	logs, err := l.take(tx, c)
	if logs {
		l.buffer = c.batch.Append(l.buffer[:0])
		if err = l.log.Append(l.buffer); err != nil {
			// The disk may be full, and the file have room for less.
			logs, err = false, l.drop(err)
		}
	}
	if err != nil {
		return &stopError{err}
	}
	l.appended = logs
	return nil
}

// commit commits. When it returns no error, the commit is durable. The error is a
// *stopError where nobody can tell what is on the disk; after another, nothing of the
// commit is.
func (l *commitLog) commit(commit func() error) error {
	l.db.NoSync, l.db.NoGrowSync = l.appended, l.appended
	l.list(!l.appended || l.unlisted >= maxUnlisted)
	if err := commit(); err != nil {
		return errors.Join(err, l.revoke())
	}
	if !l.appended {
		return nil
	}
	l.appended = false
	if err := l.log.Sync(); err != nil {
		return &stopError{err}
	}
	return nil
}

// revoke takes back what was appended for a commit that failed. The error is a
// *stopError.
func (l *commitLog) revoke() error {
	if !l.appended {
		return nil
	}
	l.appended = false
	if err := l.log.Revoke(); err != nil {
		return &stopError{err}
	}
	return nil
}

// list tells whether the next commit is to have a list of free pages.
func (l *commitLog) list(listed bool) {
	l.db.NoFreelistSync = !listed
	if l.unlisted++; listed {
		l.unlisted = 0
	}
}

// stopError means that nobody can tell what is on the disk.
type stopError struct{ err error }

func (e *stopError) Error() string { return e.err.Error() }

func (e *stopError) Unwrap() error { return e.err }

// take tells whether the log takes what a commit changes, and has it begin or end
// accordingly.
func (l *commitLog) take(tx *bbolt.Tx, c *commitResult) (bool, error) {
	if c.batch == nil || c.flushes || !l.fits(tx, c.batch) {
		return false, l.end()
	}
	if l.begun() {
		return true, nil
	}
	if err := l.begin(); err != nil {
		// The disk may be full, or the header there all the same.
		return false, l.drop(err)
	}
	return true, nil
}

// drop ends the log after an error, where it is open.
func (l *commitLog) drop(err error) error {
	var unknown *wal.SyncError
	switch {
	case errors.As(err, &unknown):
		return err
	case l.begun():
		return l.end()
	case l.log != nil:
		return l.log.End()
	}
	return nil
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

// finish ends the log, if it is in use, and makes a commit of nothing but the list of
// free pages, without which bbolt reads the whole file when it is opened.
func (l *commitLog) finish() error {
	if !l.begun() {
		return nil
	}
	l.list(true)
	return errors.Join(l.db.Update(func(*bbolt.Tx) error { return nil }), l.end())
}

// close ends the work with the log, which is removed where all is in the file.
func (l *commitLog) close(whole bool) error {
	var err error
	if whole {
		err = l.finish()
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
