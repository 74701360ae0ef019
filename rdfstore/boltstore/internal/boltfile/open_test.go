package boltfile

import (
	"bytes"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
)

// newFile makes a file with a table in it.
func newFile(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "store.db")
	err := Create(path, func(tx *bbolt.Tx) error {
		_, err := tx.CreateBucket([]byte("table"))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// TestLockedBeforeLookedAt opens a file that looks damaged while another has it
// locked, who may be about to write what is missing.
func TestLockedBeforeLookedAt(t *testing.T) {
	path := newFile(t)
	other, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if err := lock(other, true, defaultLockTimeout); err != nil {
		t.Fatal(err)
	}
	if _, err := other.WriteAt(make([]byte, 100), 0); err != nil {
		t.Fatal(err)
	}
	for _, readOnly := range []bool{false, true} {
		if _, err := Open(path, Options{ReadOnly: readOnly, LockTimeout: 1}); !errors.Is(err, ErrLocked) || !strings.Contains(err.Error(), path) {
			t.Errorf("locked, read-only %v: %v, want ErrLocked", readOnly, err)
		}
	}
	if err := other.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(path, Options{}); !errors.Is(err, rdfstore.ErrCorrupt) {
		t.Errorf("not locked: %v, want ErrCorrupt", err)
	}
}

// TestReplacedFile looks for the file that was opened where another has taken its
// place.
func TestReplacedFile(t *testing.T) {
	path, other := newFile(t), newFile(t)
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if same, err := isStill(path, f); err != nil || !same {
		t.Errorf("before: %v, %v", same, err)
	}
	if err := os.Rename(other, path); err != nil {
		t.Fatal(err)
	}
	if same, err := isStill(path, f); err != nil || same {
		t.Errorf("replaced: %v, %v", same, err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if same, err := isStill(path, f); err != nil || same {
		t.Errorf("removed: %v, %v", same, err)
	}
}

// TestNoFile opens a file that there is not.
func TestNoFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	fill := func(*bbolt.Tx) error { return nil }
	for _, o := range []Options{{}, {ReadOnly: true}, {ReadOnly: true, Fill: fill}} {
		if _, err := Open(path, o); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), path) {
			t.Errorf("%+v: %v, want ErrNotExist", o, err)
		}
		if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%+v has made a file", o)
		}
	}
	db, err := Open(path, Options{Fill: fill})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Error(err)
	}
}

// TestAddressSpaceIsShort says so where none can be reserved.
func TestAddressSpaceIsShort(t *testing.T) {
	path := newFile(t)
	var log bytes.Buffer
	for _, test := range []struct {
		readOnly bool
		space    int
		want     string
	}{{false, 1 << 47, "no address space can be reserved"}, {true, 1 << 47, ""}, {false, 1 << 20, ""}} {
		log.Reset()
		db, err := openWithin(path, Options{ReadOnly: test.readOnly, Logger: slog.New(slog.NewTextHandler(&log, nil))}, test.space)
		if err != nil {
			t.Fatalf("%+v: %v", test, err)
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
		if text := log.String(); test.want == "" && text != "" || !strings.Contains(text, test.want) {
			t.Errorf("%+v: the log says %q", test, text)
		}
	}
}
