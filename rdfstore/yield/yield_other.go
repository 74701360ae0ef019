//go:build !linux

package yield

import "runtime"

// Now has the goroutine wait until those that wait for a thread had a turn.
func Now() { runtime.Gosched() }
