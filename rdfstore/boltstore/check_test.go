package boltstore_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
)

// TestCheckChangesNothing checks stores that were closed, killed and damaged, and looks
// at their bytes and at the times of the file and of its folder.
func TestCheckChangesNothing(t *testing.T) {
	closed := newPath(t)
	s := open(t, closed)
	putAll(t, s, loaded(1))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	whole := read(t, closed)
	killed := newPath(t)
	crash(t, "write", killed, 1, 40)
	broken := bytes.Clone(whole)
	clear(broken[4*os.Getpagesize():])
	for name, test := range map[string]struct {
		file   []byte
		faulty bool
	}{"closed": {whole, false}, "killed": {read(t, killed), false}, "damaged": {broken, true}} {
		t.Run(name, func(t *testing.T) {
			path := newPath(t)
			if err := os.WriteFile(path, test.file, 0o400); err != nil {
				t.Fatal(err)
			}
			before := time.Unix(1e9, 0)
			for _, p := range []string{path, filepath.Dir(path)} {
				if err := os.Chtimes(p, before, before); err != nil {
					t.Fatal(err)
				}
			}
			if err := boltstore.Check(t.Context(), path, derivation, nil); errors.Is(err, rdfstore.ErrCorrupt) != test.faulty || !test.faulty && err != nil {
				t.Errorf("Check: %v", err)
			}
			if !bytes.Equal(read(t, path), test.file) {
				t.Error("the bytes have changed")
			}
			for _, p := range []string{path, filepath.Dir(path)} {
				if info, err := os.Stat(p); err != nil || !info.ModTime().Equal(before) {
					t.Errorf("%s was changed, %v", p, err)
				}
			}
		})
	}
}
