package boltstore_test

import (
	"math/rand/v2"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"vitrine/checks/storetest"
	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
)

// TestFullFileSystem fills a file system of 512 KiB. Unlike a limit on files, it
// lets a file grow and refuses to write into it.
func TestFullFileSystem(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("none", dir, "tmpfs", 0, "size=512k"); err != nil {
		t.Skipf("cannot mount a file system (root may): %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	path, model := filepath.Join(dir, "store.db"), storetest.Model()
	s := open(t, path)
	r := rand.New(rand.NewPCG(1, 1))
	refused := 0
	for i := 0; refused < 5 && i < 100_000; i++ {
		c := rdfstore.Change{Put: storetest.Random(r, i)}
		if _, err := s.Apply(t.Context(), c); err != nil {
			if !strings.HasPrefix(err.Error(), path+": nothing was written: ") {
				t.Fatalf("Apply: %v", err)
			}
			refused++
			continue
		}
		if _, err := model.Apply(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
	if refused == 0 {
		t.Fatal("the file system is never full")
	}
	if err := same(t.Context(), s, model); err != nil {
		t.Errorf("with a full disk: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Errorf("Close: %v", err)
	}
	checkClean(t, path)
	s, err := boltstore.Open(path, boltstore.FlushOften(boltstore.Options{Create: true, Derivation: derivation}))
	if err != nil {
		t.Fatalf("Open: %v", err)
	}
	defer s.Close()
	if err := same(t.Context(), s, model); err != nil {
		t.Errorf("opened again: %v", err)
	}
}
