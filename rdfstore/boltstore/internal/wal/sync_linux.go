package wal

import (
	"os"
	"syscall"
)

// datasync makes what was written to a file durable, with what of its metadata is
// needed to read it.
func datasync(f *os.File) error {
	for {
		if err := syscall.Fdatasync(int(f.Fd())); err != syscall.EINTR {
			return os.NewSyscallError("fdatasync", err)
		}
	}
}
