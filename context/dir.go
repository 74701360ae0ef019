package ldcontext

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"vitrine/rdfstore/atomicfile"
)

// MaxDocument is the size of the largest context document, in bytes.
const MaxDocument = 1 << 20

// Dir is a folder of cached context documents. Each stands in a file named
// after its URL; the file index.json says which one it is and what its SHA-256
// has to be. The folder is changed by a rename of a complete index, so that
// after a crash it is as before or as after the change.
//
// A Dir may be used by many goroutines, and the folder by many processes: those
// that change it take turns, and readers are never kept waiting.
type Dir struct {
	path string
	now  func() time.Time
}

// Entry is one cached context.
type Entry struct {
	// URL is the context's name.
	URL string
	// File is the path of the document.
	File string
	// SHA256 is the document's checksum in lower-case hexadecimal.
	SHA256 string
	// Size is the document's length in bytes.
	Size int64
	// Added is when it was put into the folder, in UTC, to the second.
	Added time.Time
}

// OpenDir returns the folder at the path. A folder that is not there yet is
// an empty one; the first Add makes it. The error wraps ErrDamaged where the
// index cannot be read.
func OpenDir(path string) (*Dir, error) {
	if info, err := os.Stat(path); err == nil && !info.IsDir() {
		return nil, fmt.Errorf("%s is no folder; name a folder for cached contexts", path)
	}
	d := &Dir{path: path, now: time.Now}
	if _, err := d.List(); err != nil {
		return nil, err
	}
	return d, nil
}

// Path returns the folder's path as it was given to OpenDir.
func (d *Dir) Path() string { return d.path }

// List returns the cached contexts in the order of their URLs.
func (d *Dir) List() ([]Entry, error) {
	idx, err := d.readIndex()
	if err != nil {
		return nil, err
	}
	entries := make([]Entry, len(idx.Contexts))
	for i, e := range idx.Contexts {
		entries[i] = d.entry(e)
	}
	return entries, nil
}

// Document returns the document that is cached for the URL. The error is an
// *UnknownError where there is none, and wraps ErrDamaged where the file is
// gone or its checksum is not the one that was recorded.
func (d *Dir) Document(url string) ([]byte, error) {
	idx, err := d.readIndex()
	if err != nil {
		return nil, err
	}
	i, found := idx.find(url)
	if !found {
		return nil, &UnknownError{URL: url}
	}
	e := d.entry(idx.Contexts[i])
	data, err := readLimited(e.File, MaxDocument)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = fmt.Errorf("%w: %s is missing", ErrDamaged, e.File)
	case err == nil && checksum(data) != e.SHA256:
		err = fmt.Errorf("%w: %s does not have the SHA-256 that was recorded when it was added", ErrDamaged, e.File)
	}
	if err != nil {
		shown := quoteOdd(url)
		return nil, fmt.Errorf("%w; run: vitrine context remove %s, then vitrine context add %s FILE", err, shown, shown)
	}
	return data, nil
}

// Add reads a document and caches it for the URL. The document is a JSON
// object of at most MaxDocument bytes with an @context. Adding the document
// that is there already changes nothing. The error wraps ErrURL, ErrEmbedded,
// ErrDocument, ErrExists or ErrDamaged, and then nothing was changed.
func (d *Dir) Add(url string, r io.Reader) (Entry, error) {
	if err := checkURL(url); err != nil {
		return Entry{}, err
	}
	data, err := io.ReadAll(io.LimitReader(r, MaxDocument+1))
	if err != nil {
		return Entry{}, fmt.Errorf("read the document: %w", err)
	}
	local, err := checkDocument(data)
	if err != nil {
		return Entry{}, err
	}
	if err := checkCycle(url, local, d.Document); err != nil {
		return Entry{}, err
	}
	if err := os.MkdirAll(d.path, 0o755); err != nil {
		return Entry{}, err
	}
	added := indexEntry{
		URL:    url,
		File:   fileName(url),
		SHA256: checksum(data),
		Size:   int64(len(data)),
		Added:  d.now().UTC().Truncate(time.Second),
	}
	err = d.update(func(idx *index) (changed bool, err error) {
		i, found := idx.find(url)
		if found && idx.Contexts[i].SHA256 != added.SHA256 {
			shown := quoteOdd(url)
			return false, fmt.Errorf("%w %s, with another SHA-256; to replace it run first: vitrine context remove %s", ErrExists, shown, shown)
		}
		if found {
			added = idx.Contexts[i]
		} else {
			idx.Contexts = slices.Insert(idx.Contexts, i, added)
		}
		return !found, atomicfile.Write(d.entry(added).File, data, 0o644)
	})
	return d.entry(added), err
}

// Remove takes the context out of the folder. The error wraps ErrUnknown where
// it is not there, ErrEmbedded or ErrDamaged.
func (d *Dir) Remove(url string) error {
	if _, ok := embedded(url); ok {
		return fmt.Errorf("%s: %w", url, ErrEmbedded)
	}
	absent := fmt.Errorf("%w: nothing is cached for %s in %s", ErrUnknown, quoteOdd(url), d.path)
	if _, err := os.Stat(d.path); errors.Is(err, fs.ErrNotExist) {
		return absent
	}
	var removed Entry
	err := d.update(func(idx *index) (changed bool, err error) {
		i, found := idx.find(url)
		if !found {
			return false, absent
		}
		removed = d.entry(idx.Contexts[i])
		idx.Contexts = slices.Delete(idx.Contexts, i, i+1)
		return true, nil
	})
	if err != nil {
		return err
	}
	if err := os.Remove(removed.File); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("the context is removed, its file is not: %w", err)
	}
	return nil
}

// update changes the index. The function reports whether it did.
func (d *Dir) update(change func(*index) (changed bool, err error)) error {
	unlock, err := d.lockIndex()
	if err != nil {
		return err
	}
	defer unlock()
	idx, err := d.readIndex()
	if err != nil {
		return err
	}
	changed, err := change(idx)
	if err != nil || !changed {
		return err
	}
	return d.writeIndex(idx)
}

func (d *Dir) entry(e indexEntry) Entry {
	return Entry{URL: e.URL, File: filepath.Join(d.path, e.File), SHA256: e.SHA256, Size: e.Size, Added: e.Added}
}

// fileName makes a file name of a URL: its letters and digits for people, and
// twelve digits of its checksum that make it unique.
func fileName(url string) string {
	_, readable, _ := strings.Cut(url, "://")
	readable = strings.Map(func(r rune) rune {
		if 'a' <= r|0x20 && r|0x20 <= 'z' || '0' <= r && r <= '9' || r == '.' {
			return r
		}
		return '-'
	}, strings.TrimSuffix(readable, ".json"))
	const longest = 80
	return strings.Trim(readable[:min(len(readable), longest)], ".-") + "-" + checksum([]byte(url))[:12] + ".json"
}

func checksum(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// readLimited reads a file of at most limit bytes.
func readLimited(name string, limit int64) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var b bytes.Buffer
	n, err := io.Copy(&b, io.LimitReader(f, limit+1))
	if err != nil {
		return nil, err
	}
	if n > limit {
		return nil, fmt.Errorf("%w: %s has more than %d bytes", ErrDamaged, name, limit)
	}
	return b.Bytes(), nil
}
