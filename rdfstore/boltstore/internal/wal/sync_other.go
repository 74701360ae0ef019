//go:build !linux

package wal

import "os"

// datasync makes what was written to a file durable.
func datasync(f *os.File) error { return f.Sync() }

// startWriting does nothing where the system has no such call.
func startWriting(*os.File, int64, int64) {}
