//go:build !unix

package search

// freeBytes cannot tell how much room there is on this system.
func freeBytes(string) (free, all uint64, ok bool) { return 0, 0, false }
