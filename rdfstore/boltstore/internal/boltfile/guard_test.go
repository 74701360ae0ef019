package boltfile

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
)

// TestRun lets code panic in the ways in which damage shows and in those in which
// bugs do.
func TestRun(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	db, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	beyond := mappedBeyondEnd(t)
	var none *int
	for name, test := range map[string]struct {
		run    func() error
		damage bool
	}{
		"a read beyond a mapped file":                 {func() error { runtime.KeepAlive(beyond[0]); return nil }, true},
		"such a read in the standard library":         {func() error { runtime.KeepAlive(bytes.Clone(beyond)); return nil }, true},
		"an error about damage":                       {func() error { return rdfstore.ErrCorrupt }, true},
		"an assertion of bbolt":                       {func() error { return readBroken(t) }, true},
		"a nil pointer":                               {func() error { *none = 1; return nil }, false},
		"an index out of range":                       {func() error { _ = make([]int, len(path))[len(path)+len(os.Args)]; return nil }, false},
		"a panic of a callback":                       {func() error { panic("a fault") }, false},
		"a panic of a callback of bbolt":              {func() error { return db.View(func(*bbolt.Tx) error { panic("a fault") }) }, false},
		"a panic of a callback of a sort":             {func() error { slices.SortFunc([]int{2, 1}, func(int, int) int { panic("a fault") }); return nil }, false},
		"a transaction that is used after its end":    {func() error { return useAfterEnd(db) }, false},
		"a panic while another one is dealt with":     {func() error { defer func() { panic(recover()) }(); panic("a fault") }, false},
		"a panic with an error about damage, as such": {func() error { panic(rdfstore.ErrCorrupt) }, false},
	} {
		t.Run(name, func(t *testing.T) {
			err := Guard(path, test.run)
			var damage *DamageError
			var bug *BugError
			if errors.As(err, &damage) != test.damage || errors.Is(err, rdfstore.ErrCorrupt) != test.damage || errors.As(err, &bug) == test.damage {
				t.Fatalf("got %T %v; damage: want %t", err, err, test.damage)
			}
			if bug != nil && (!strings.Contains(string(bug.Stack), "guard_test.go") || strings.Contains(err.Error(), "backup")) {
				t.Errorf("got %v with the stack\n%s", err, bug.Stack)
			}
			if damage != nil && damage.Path != path {
				t.Errorf("the damage is of %q, want %q", damage.Path, path)
			}
		})
	}
}

// mappedBeyondEnd returns mapped memory that no file lies under.
func mappedBeyondEnd(t *testing.T) []byte {
	f, err := os.Create(filepath.Join(t.TempDir(), "mapped"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	b, err := syscall.Mmap(int(f.Fd()), 0, os.Getpagesize(), syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		t.Skipf("memory cannot be mapped here: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Munmap(b) })
	return b
}

// readBroken reads a file of bbolt whose pages are overwritten but for the first
// two.
func readBroken(t *testing.T) error {
	path := filepath.Join(t.TempDir(), "broken.db")
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{PageSize: 4096, NoFreelistSync: true})
	if err != nil {
		t.Fatal(err)
	}
	err = db.Update(func(tx *bbolt.Tx) error {
		_, err := tx.CreateBucket([]byte("table"))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteAt(bytes.Repeat([]byte{0xff}, int(info.Size())-2*4096), 2*4096); err != nil {
		t.Fatal(err)
	}
	return db.View(func(tx *bbolt.Tx) error {
		tx.Bucket([]byte("table"))
		return nil
	})
}

// useAfterEnd asks a cursor for a key when its transaction is over.
func useAfterEnd(db *bbolt.DB) error {
	tx, err := db.Begin(false)
	if err != nil {
		return err
	}
	c := tx.Cursor()
	if err := tx.Rollback(); err != nil {
		return err
	}
	c.First()
	return nil
}
