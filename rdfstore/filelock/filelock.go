// Package filelock keeps other processes out of what this one does with a file, by a lock
// file beside it. It knows nothing of what it guards, and never removes the lock file:
// another process may wait for it.
package filelock

import (
	"errors"
	"fmt"
	"time"

	"github.com/rogpeppe/go-internal/lockedfile"
)

// ErrBusy means that another process has the lock.
var ErrBusy = errors.New("another process has the lock")

// timeout is how long to wait for the other one, as long as for the lock of a store.
const timeout = time.Second

// Lock locks the file with the path, which it creates where there is none, until unlock is
// called. The error is ErrBusy where another process keeps it locked.
func Lock(path string) (unlock func(), err error) {
	type locked struct {
		unlock func()
		err    error
	}
	done := make(chan locked, 1)
	go func() {
		unlock, err := lockedfile.MutexAt(path).Lock()
		done <- locked{unlock, err}
	}()
	select {
	case l := <-done:
		if l.err != nil {
			return nil, fmt.Errorf("lock %s: %w", path, l.err)
		}
		return l.unlock, nil
	case <-time.After(timeout):
		// The lock is let go if it comes after all.
		go func() {
			if l := <-done; l.err == nil {
				l.unlock()
			}
		}()
		return nil, ErrBusy
	}
}
