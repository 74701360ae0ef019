//go:build !linux

package turn

import "runtime"

// Yield has the goroutine wait until those that wait for a thread had a turn.
func Yield() { runtime.Gosched() }
