package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/rogpeppe/go-internal/lockedfile"
)

// errHarvesting means that another process harvests into the same store.
var errHarvesting = errors.New("another vitrine harvest into this store is in progress")

// lockTimeout is how long to wait for it, as long as for the lock of a store.
const lockTimeout = time.Second

// lockHarvest keeps other processes from harvesting into the store until unlock is
// called: two that share a state file would each forget what the other did. The lock
// file stays.
func lockHarvest(stateFile string) (unlock func(), err error) {
	type locked struct {
		unlock func()
		err    error
	}
	done := make(chan locked, 1)
	go func() {
		unlock, err := lockedfile.MutexAt(stateFile + ".lock").Lock()
		done <- locked{unlock, err}
	}()
	select {
	case l := <-done:
		if l.err != nil {
			return nil, fmt.Errorf("lock %s: %w", stateFile, l.err)
		}
		return l.unlock, nil
	case <-time.After(lockTimeout):
		// The lock is let go if it comes after all.
		go func() {
			if l := <-done; l.err == nil {
				l.unlock()
			}
		}()
		return nil, &hintedError{errHarvesting, "wait until it has ended; runs of a crontab that overlap do no harm, and the next one continues"}
	}
}
