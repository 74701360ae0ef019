//go:build unix

package search

import "golang.org/x/sys/unix"

// freeBytes returns how many bytes of how many the file system of a folder has left for this
// process; it is false where that cannot be told.
func freeBytes(dir string) (free, all uint64, ok bool) {
	var s unix.Statfs_t
	if err := unix.Statfs(dir, &s); err != nil {
		return 0, 0, false
	}
	return uint64(s.Bavail) * uint64(s.Bsize), uint64(s.Blocks) * uint64(s.Bsize), true
}
