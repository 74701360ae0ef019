package load

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path"
	"path/filepath"
	"strings"

	"vitrine/serialize"
)

// Walker finds the documents in files and folders.
type Walker struct {
	// Formats are the formats that file extensions are looked up in.
	Formats serialize.Table
	// Format, if not nil, is the format of every file, whatever its name.
	Format *serialize.Format
	// Ignored is told of each file in a folder that is of no known format; it
	// may be nil. A file that is named itself is never ignored.
	Ignored func(path string)
}

// ErrFormat means that the name of a file does not tell its format.
var ErrFormat = errors.New("the file's name does not tell its format")

// Sources yields the documents of the paths in order. The files of a folder
// come in byte order of their names, those of its folders included. Hidden
// files, links to folders and what is no file are ignored.
func (w Walker) Sources(paths []string) iter.Seq2[Source, error] {
	return func(yield func(Source, error) bool) {
		for _, p := range paths {
			info, err := os.Stat(p)
			if err != nil {
				if !yield(Source{Name: p}, err) {
					return
				}
				continue
			}
			if info.IsDir() {
				if !w.folder(p, yield) {
					return
				}
				continue
			}
			if !yield(w.file(p, info)) {
				return
			}
		}
	}
}

// file returns the source for one file.
func (w Walker) file(name string, info fs.FileInfo) (Source, error) {
	format, compression := w.identify(name)
	source := Source{
		Name:        name,
		Format:      format,
		Compression: compression,
		Open:        func() (io.ReadCloser, error) { return os.Open(name) },
	}
	if info.Mode().IsRegular() {
		source.Size = info.Size()
	}
	if format == nil {
		return source, ErrFormat
	}
	return source, nil
}

// identify tells from a file's name how it is written down and packed.
func (w Walker) identify(name string) (*serialize.Format, Compression) {
	stem, compression := name, Compression("")
	ext := strings.TrimPrefix(strings.ToLower(filepath.Ext(name)), ".")
	if c := Compression(ext); c == Gzip || c == Zstd {
		stem, compression = name[:len(name)-len(ext)-1], c
	}
	if w.Format != nil {
		return w.Format, compression
	}
	ext = strings.TrimPrefix(filepath.Ext(stem), ".")
	return w.Formats.Readable().ByExtension(ext), compression
}

// folder yields the files below a folder. It is false when the walk is to end.
func (w Walker) folder(root string, yield func(Source, error) bool) bool {
	err := fs.WalkDir(os.DirFS(root), ".", func(inside string, entry fs.DirEntry, err error) error {
		name := filepath.Join(root, filepath.FromSlash(inside))
		if err != nil {
			if !yield(Source{Name: name}, err) {
				return errStop
			}
			return nil
		}
		if inside != "." && strings.HasPrefix(path.Base(inside), ".") {
			w.ignore(name)
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if entry.IsDir() {
			return nil
		}
		return w.entry(name, yield)
	})
	return err == nil
}

var errStop = errors.New("stop")

// entry yields a file that was found in a folder, if it is one to load.
func (w Walker) entry(name string, yield func(Source, error) bool) error {
	info, err := os.Stat(name)
	if err != nil {
		if !yield(Source{Name: name}, err) {
			return errStop
		}
		return nil
	}
	source, err := w.file(name, info)
	if err != nil || !info.Mode().IsRegular() {
		w.ignore(name)
		return nil
	}
	if !yield(source, nil) {
		return errStop
	}
	return nil
}

func (w Walker) ignore(name string) {
	if w.Ignored != nil {
		w.Ignored(name)
	}
}

// Extensions names the file extensions that the walker knows, for messages.
func (w Walker) Extensions() string {
	var all []string
	for _, f := range w.Formats.Readable() {
		for _, ext := range f.Extensions {
			all = append(all, "."+ext)
		}
	}
	return fmt.Sprintf("%s, each also with .%s or .%s", strings.Join(all, " "), Gzip, Zstd)
}
