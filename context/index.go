package ldcontext

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/lockedfile"

	"vitrine/rdfstore/atomicfile"
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

// lockIndex waits until no other process changes the folder. The lock ends with the
// process; its file stays.
func (d *Dir) lockIndex() (unlock func(), err error) {
	unlock, err = lockedfile.MutexAt(d.indexFile() + ".lock").Lock()
	if err != nil {
		return nil, fmt.Errorf("lock the folder of contexts: %w", err)
	}
	return unlock, nil
}

// writeIndex makes idx the index.
func (d *Dir) writeIndex(idx *index) error {
	data, err := json.MarshalIndent(idx, "", "  ")
	if err != nil {
		return err
	}
	return atomicfile.Write(d.indexFile(), append(data, '\n'), 0o644)
}
