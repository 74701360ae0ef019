package server

// standardCache is how much memory the cache of representations may take where
// the settings do not say: 64 MiB, or an eighth of what the process may use
// (GOMEMLIMIT, runtime/debug.SetMemoryLimit) where that is less, and 1 MiB at
// least.
func standardCache(memoryLimit int64) int64 {
	const most, least = 64 << 20, 1 << 20
	return max(least, min(most, memoryLimit/8))
}

// standardRenders is how many representations may be made at once where the
// settings do not say: two for each processor, but no more than one for each 32 MiB
// of what the process may use, and one at least.
func standardRenders(processors int, memoryLimit int64) int {
	const each = 32 << 20
	return int(max(1, min(int64(2*processors), memoryLimit/each)))
}

// standardQueryMemory is how many bytes all queries may keep at once where the settings do
// not say: as much as so many of them may, but no more than a quarter of what the process
// may use, and 1 MiB at least.
func standardQueryMemory(queries int, each, memoryLimit int64) int64 {
	const least = 1 << 20
	return max(least, min(int64(queries)*each, memoryLimit/4))
}

// standardRequestMemory is how many bytes requests for large records may hold together where
// the settings do not say: 512 MiB, or half of what the process may use where that is less.
// Garbage takes as much again.
func standardRequestMemory(memoryLimit int64) int64 { return min(512<<20, memoryLimit/2) }
