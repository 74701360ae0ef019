//go:build !linux

package pace

import "runtime"

// yield has the goroutine wait until those that wait for a thread had a turn.
func yield() { runtime.Gosched() }
