package servecmd

import (
	"runtime/debug"

	"vitrine/cmd/vitrine/internal/console"
)

// memoryFlag bounds the memory of a server. Caches, queries and the number of
// representations that are made at once follow from the bound.
type memoryFlag struct {
	Memory int64 `placeholder:"MIB" help:"Memory that the server tries to stay within, in MiB: its caches and queries get shares of it (default: the variable GOMEMLIMIT, or no bound)."`
}

// leastMemory is the least bound in MiB with which a server works well.
const leastMemory = 64

func (f memoryFlag) check() error {
	if f.Memory != 0 && f.Memory < leastMemory {
		return console.Usage("", "--memory has to be %d or more", leastMemory)
	}
	return nil
}

func (f memoryFlag) apply() {
	if f.Memory > 0 {
		debug.SetMemoryLimit(f.Memory << 20)
	}
}
