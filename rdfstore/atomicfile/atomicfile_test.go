package atomicfile_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"vitrine/rdfstore/atomicfile"
)

func TestWrite(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "state.json")
	for _, test := range []struct {
		text string
		mode fs.FileMode
	}{{"one", 0o600}, {"another, longer", 0o644}, {"", 0o600}} {
		if err := atomicfile.Write(path, []byte(test.text), test.mode); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != test.text {
			t.Errorf("%q, %v", got, err)
		}
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); got != test.mode {
			t.Errorf("mode %v, want %v", got, test.mode)
		}
	}
	if names := names(t, folder); len(names) != 1 {
		t.Errorf("the folder has %v", names)
	}
}

// TestWriteFails puts a file where a folder is, and into a folder that is not
// there: nothing changes, and nothing is left behind.
func TestWriteFails(t *testing.T) {
	folder := t.TempDir()
	taken := filepath.Join(folder, "taken")
	if err := os.MkdirAll(filepath.Join(taken, "full"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{taken, filepath.Join(folder, "none", "file")} {
		if err := atomicfile.Write(path, []byte("x"), 0o600); err == nil {
			t.Errorf("%s: no error", path)
		}
	}
	if names := names(t, folder); len(names) != 1 {
		t.Errorf("the folder has %v", names)
	}
}

// TestReadersSeeAWholeFile reads a file while it is written.
func TestReadersSeeAWholeFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	texts := [][]byte{bytes.Repeat([]byte("a"), 10_000), bytes.Repeat([]byte("b"), 20_000)}
	if err := atomicfile.Write(path, texts[0], 0o600); err != nil {
		t.Fatal(err)
	}
	done := make(chan error)
	go func() {
		var err error
		for i := 0; i < 20 && err == nil; i++ {
			err = atomicfile.Write(path, texts[i%2], 0o600)
		}
		done <- err
	}()
	for {
		select {
		case err := <-done:
			if err != nil {
				t.Error(err)
			}
			return
		default:
		}
		if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, texts[0]) && !bytes.Equal(got, texts[1]) {
			t.Fatalf("%d bytes, %v", len(got), err)
		}
	}
}

func names(t *testing.T, folder string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}
