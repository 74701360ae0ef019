package ldcontext

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// indexVersion is the version of the index file that this program writes, and
// the only one it reads.
const indexVersion = 1

// maxIndex bounds the size of the index file, in bytes: some ten thousand
// contexts.
const maxIndex = 4 << 20

// index is the file index.json of a Dir.
type index struct {
	Version int `json:"version"`
	// Contexts are in the order of their URLs, each URL once.
	Contexts []indexEntry `json:"contexts"`
}

type indexEntry struct {
	URL string `json:"url"`
	// File is a name in the folder.
	File   string    `json:"file"`
	SHA256 string    `json:"sha256"`
	Size   int64     `json:"size"`
	Added  time.Time `json:"added"`
}

// find returns the place of the URL, or where it would stand.
func (idx *index) find(url string) (int, bool) {
	return slices.BinarySearchFunc(idx.Contexts, url, func(e indexEntry, url string) int {
		return strings.Compare(e.URL, url)
	})
}

func (idx *index) check() error {
	if idx.Version != indexVersion {
		return fmt.Errorf("its version is %d, this program reads version %d", idx.Version, indexVersion)
	}
	for i, e := range idx.Contexts {
		if strings.ContainsAny(e.File, `/\`) || !filepath.IsLocal(e.File) {
			return fmt.Errorf("the entry of %s names no file in the folder", quoteOdd(e.URL))
		}
		if i > 0 && idx.Contexts[i-1].URL >= e.URL {
			return fmt.Errorf("the entry of %s is out of order", quoteOdd(e.URL))
		}
	}
	return nil
}

func (d *Dir) indexFile() string { return filepath.Join(d.path, "index.json") }

// readIndex returns the index, an empty one where there is no file. The error
// wraps ErrDamaged where the file is not an index.
func (d *Dir) readIndex() (*index, error) {
	data, err := readLimited(d.indexFile(), maxIndex)
	if errors.Is(err, fs.ErrNotExist) {
		return &index{Version: indexVersion}, nil
	}
	if err != nil {
		return nil, err
	}
	idx := &index{}
	if err = json.Unmarshal(data, idx); err == nil {
		err = idx.check()
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w; move the folder away and add its contexts again", ErrDamaged, d.indexFile(), err)
	}
	return idx, nil
}

// indexLock is the right to change the index: the file that will be the next
// index, which only one process can create.
type indexLock struct {
	dir  *Dir
	name string
	file *os.File
}

// lockIndex returns ErrBusy where the file is there already.
func (d *Dir) lockIndex() (*indexLock, error) {
	name := d.indexFile() + ".lock"
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("%w; wait for it, or remove %s if no vitrine is running", ErrBusy, name)
	}
	if err != nil {
		return nil, err
	}
	return &indexLock{dir: d, name: name, file: file}, nil
}

// commit makes idx the index.
func (l *indexLock) commit(idx *index) error {
	data, err := json.MarshalIndent(idx, "", "  ")
	if err != nil {
		return err
	}
	if _, err := l.file.Write(append(data, '\n')); err != nil {
		return err
	}
	if err := l.file.Sync(); err != nil {
		return err
	}
	if err := l.file.Close(); err != nil {
		return err
	}
	if err := os.Rename(l.name, l.dir.indexFile()); err != nil {
		return err
	}
	l.name = ""
	return syncFolder(l.dir.path)
}

// release gives the right back, whether or not commit was called.
func (l *indexLock) release() {
	if l.name == "" {
		return
	}
	// The file may be closed already; either way it is removed.
	_ = l.file.Close()
	_ = os.Remove(l.name)
}

// writeSynced writes a file that is complete under its name even after a
// crash.
func writeSynced(name string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(name), ".new-*")
	if err != nil {
		return err
	}
	// After the rename there is nothing of that name to remove.
	defer os.Remove(f.Name())
	_, err = f.Write(data)
	if err == nil {
		err = f.Chmod(0o644)
	}
	if err == nil {
		err = f.Sync()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}

// syncFolder makes the names in a folder durable. Windows has no such call.
func syncFolder(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Sync()
}
