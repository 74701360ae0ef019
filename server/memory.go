package server

// standardCache is how much memory the cache of representations may take where
// the settings do not say: 64 MiB, or an eighth of what the process may use
// (GOMEMLIMIT, runtime/debug.SetMemoryLimit) where that is less, and 1 MiB at
// least.
func standardCache(memoryLimit int64) int64 {
	const most, least = 64 << 20, 1 << 20
	return max(least, min(most, memoryLimit/8))
}
