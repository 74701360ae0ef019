package wal

import (
	"os"
	"syscall"
)

// datasync makes what was written to a file durable, with what of its metadata is
// needed to read it.
func datasync(f *os.File) error {
	for {
		if err := syscall.Fdatasync(int(f.Fd())); err != syscall.EINTR {
			return os.NewSyscallError("fdatasync", err)
		}
	}
}

// startWriting has the disk begin to write a part of a file, so that a sync has less to
// wait for. It is no more than a hint: a sync tells of any error.
func startWriting(f *os.File, from, length int64) {
	const write = 2 // SYNC_FILE_RANGE_WRITE
	_ = syscall.SyncFileRange(int(f.Fd()), from, length, write)
}
