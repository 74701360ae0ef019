package wal

import (
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"vitrine/rdfstore/atomicfile"
)

// Log is a write-ahead log that is open for writing. One goroutine may use it.
type Log struct {
	file       *os.File
	limit      int64
	generation uint64
	// records is how many there are since Begin, next where the one after them goes,
	// and last where the last of them is.
	records    uint32
	next, last int64
	// filled is how far the file was written to: a sync is faster where a block is
	// written that the file system has assigned already.
	filled int64
	begun  bool
	buffer []byte
}

// fillStep is how much is written ahead at a time, in bytes.
const fillStep = 1 << 20

// Open opens the log at a path, or creates it, which has no header then; its name is
// durable. Records take it to at most so many bytes.
func Open(path string, limit int64) (*Log, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open the write-ahead log: %w", err)
	}
	l := &Log{file: file, limit: limit}
	info, err := file.Stat()
	if err == nil {
		l.filled = info.Size()
		err = errors.Join(l.End(), atomicfile.SyncDir(filepath.Dir(path)))
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open the write-ahead log: %w", err), file.Close())
	}
	return l, nil
}

// Begun tells whether the log has a base, so that records may be appended.
func (l *Log) Begun() bool { return l.begun }

// Begin writes a header. When it returns, the header is durable.
func (l *Log) Begin(base []byte) error {
	if len(base) > MaxBase {
		return fmt.Errorf("a write-ahead log holds a base of %d bytes, not %d", MaxBase, len(base))
	}
	var number [8]byte
	_, _ = rand.Read(number[:]) // It never fails.
	l.generation, l.records, l.next = binary.LittleEndian.Uint64(number[:]), 0, BlockSize
	if err := l.fill(BlockSize); err != nil {
		return err
	}
	if err := l.write(appendHeader(make([]byte, 0, 512), l.generation, base), 0); err != nil {
		return err
	}
	l.begun = true
	return nil
}

// Room tells whether a record with a batch of a length goes into the log.
func (l *Log) Room(length int) bool {
	return l.begun && l.next+int64(length)+recordHead+BlockSize <= l.limit
}

// Append writes a record and has the disk begin with it. The record is durable when
// Sync returns no error; after an error here it may be there or not.
func (l *Log) Append(batch []byte) error {
	l.buffer = room(l.buffer, len(batch))
	putRecord(l.buffer, l.generation, l.records+1, batch)
	end := l.next + int64(len(l.buffer))
	if err := l.fill(end); err != nil {
		return err
	}
	if _, err := l.file.WriteAt(l.buffer, l.next); err != nil {
		return fmt.Errorf("write-ahead log: %w", err)
	}
	startWriting(l.file, l.next, int64(len(l.buffer)))
	l.records, l.last, l.next = l.records+1, l.next, end
	return nil
}

// Sync makes what was appended durable. The error is a *SyncError.
func (l *Log) Sync() error {
	if err := datasync(l.file); err != nil {
		return &SyncError{err}
	}
	return nil
}

// Revoke takes the last record back, whose commit failed.
func (l *Log) Revoke() error {
	if err := l.write(make([]byte, recordHead), l.last); err != nil {
		return err
	}
	l.records, l.next = l.records-1, l.last
	return nil
}

// End takes the header away. When it returns, that is durable, and the records count
// no more.
func (l *Log) End() error {
	if l.filled == 0 {
		return nil
	}
	l.begun = false
	return l.write(make([]byte, 512), 0)
}

// Close closes the file.
func (l *Log) Close() error { return l.file.Close() }

// fill writes zeros so that the file has as many bytes at least.
func (l *Log) fill(size int64) error {
	if size <= l.filled {
		return nil
	}
	zeros := make([]byte, max(size-l.filled, min(fillStep, l.limit-l.filled)))
	n, err := l.file.WriteAt(zeros, l.filled)
	l.filled += int64(n)
	return err
}

// write writes and makes it durable.
func (l *Log) write(b []byte, at int64) error {
	if _, err := l.file.WriteAt(b, at); err != nil {
		return fmt.Errorf("write-ahead log: %w", err)
	}
	return l.Sync()
}

// SyncError means that nobody can tell what of the log is on the disk.
type SyncError struct{ err error }

func (e *SyncError) Error() string { return "sync of the write-ahead log: " + e.err.Error() }

func (e *SyncError) Unwrap() error { return e.err }

// Remove removes the log at a path, if there is one. When it returns, that is durable.
func Remove(path string) error {
	err := os.Remove(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = atomicfile.SyncDir(filepath.Dir(path))
	}
	if err != nil {
		return fmt.Errorf("remove the write-ahead log: %w", err)
	}
	return nil
}
