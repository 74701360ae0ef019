//go:build windows || plan9 || solaris || aix || android

package boltfile

import (
	"os"
	"time"
)

// flocks tells that closing a file might take the lock of another that is open.
const flocks = false

// lock leaves the lock to bbolt, which cannot be handed one on this system. So a
// file that another process is writing may be looked at, and called damaged.
func lock(*os.File, bool, time.Duration) error { return nil }
