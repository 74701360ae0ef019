//go:build amd64 || arm64 || loong64 || ppc64 || ppc64le || mips64 || mips64le || riscv64 || s390x

package boltfile

import "os"

// mapSize is how much address space to reserve for a file. bbolt makes every
// reader wait when it has to map a file anew because it has outgrown its map;
// address space costs nothing, so that never happens before a store is many
// times as large as when it was opened.
func mapSize(path string) int {
	const least = 64 << 30
	if info, err := os.Stat(path); err == nil {
		return least + 4*int(info.Size())
	}
	return least
}
