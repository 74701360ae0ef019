package boltfile

import (
	"os"
	"syscall"
	"time"

	berrors "go.etcd.io/bbolt/errors"
)

// lockRetry is how long to wait before the lock is tried again.
const lockRetry = 50 * time.Millisecond

// lock locks a file as bbolt does, which then finds that it has the lock: it
// belongs to the open file. It ends when the file is closed. No library of locks
// does: it has to be the lock of bbolt, on the store itself, shared by readers, and
// to give up after a time.
func lock(f *os.File, exclusive bool, timeout time.Duration) error {
	how := syscall.LOCK_SH
	if exclusive {
		how = syscall.LOCK_EX
	}
	for start := time.Now(); ; time.Sleep(lockRetry) {
		err := syscall.Flock(int(f.Fd()), how|syscall.LOCK_NB)
		if err != syscall.EWOULDBLOCK {
			return err
		}
		if time.Since(start) > timeout-lockRetry {
			return berrors.ErrTimeout
		}
	}
}
