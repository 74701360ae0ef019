//go:build !(amd64 || arm64 || loong64 || ppc64 || ppc64le || mips64 || mips64le || riscv64 || s390x)

package boltfile

// mapSize is how much address space to reserve for a file. Where address space
// is short, or a file is as large as its map, none is.
func mapSize(string) int { return 0 }
