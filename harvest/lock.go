package harvest

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"github.com/rogpeppe/go-internal/lockedfile"
)

// ErrBusy is wrapped by the error of a run that another run of the same feed, in this
// process or in another one, keeps from starting.
var ErrBusy = errors.New("another harvest of this feed into this store is in progress")

// lockTimeout is how long to wait for the other one, as long as for the lock of a store.
const lockTimeout = time.Second

// lock keeps other runs of the feed out until unlock is called: two that go on from the
// same position would each forget what the other did. Runs of other feeds share the state
// file. The lock file stays.
func lock(stateFile, feed string) (unlock func(), err error) {
	sum := sha256.Sum256([]byte(feed))
	path := stateFile + "." + hex.EncodeToString(sum[:6]) + ".lock"
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
	case <-time.After(lockTimeout):
		// The lock is let go if it comes after all.
		go func() {
			if l := <-done; l.err == nil {
				l.unlock()
			}
		}()
		return nil, ErrBusy
	}
}
