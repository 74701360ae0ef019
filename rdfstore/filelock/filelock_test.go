package filelock_test

import (
	"errors"
	"path/filepath"
	"testing"

	"vitrine/rdfstore/filelock"
)

func TestLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.lock")
	unlock, err := filelock.Lock(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := filelock.Lock(path); !errors.Is(err, filelock.ErrBusy) {
		t.Errorf("a second lock: %v", err)
	}
	unlock()
	// The one that waited may have it for a moment.
	again, err := filelock.Lock(path)
	if err != nil {
		t.Fatal(err)
	}
	again()
	if _, err := filelock.Lock(filepath.Join(path, "b")); err == nil || errors.Is(err, filelock.ErrBusy) {
		t.Errorf("a lock in no folder: %v", err)
	}
}
