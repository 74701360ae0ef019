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
				if !w.tree(os.DirFS(p), p, yield) {
					return
				}
				continue
			}
			if !yield(w.file(p, info, func() (io.ReadCloser, error) { return os.Open(p) })) {
				return
			}
		}
	}
}

// file returns the source for a file, of which open opens the bytes.
func (w Walker) file(name string, info fs.FileInfo, open func() (io.ReadCloser, error)) (Source, error) {
	format, compression := w.identify(name)
	source := Source{Name: name, Format: format, Compression: compression, Open: open}
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

// Tree yields the documents of a file system, as Sources does those of a
// folder. Their names begin with root.
func (w Walker) Tree(fsys fs.FS, root string) iter.Seq2[Source, error] {
	return func(yield func(Source, error) bool) { w.tree(fsys, root, yield) }
}

// tree is Tree. It is false when the walk is to end.
func (w Walker) tree(fsys fs.FS, root string, yield func(Source, error) bool) bool {
	err := fs.WalkDir(fsys, ".", func(inside string, entry fs.DirEntry, err error) error {
		name := filepath.Join(root, filepath.FromSlash(inside))
		switch {
		case err != nil:
			return whether(yield(Source{Name: name}, err))
		case inside != "." && strings.HasPrefix(path.Base(inside), "."):
			w.ignore(name)
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		case entry.IsDir():
			return nil
		}
		info, err := fs.Stat(fsys, inside)
		if err != nil {
			return whether(yield(Source{Name: name}, err))
		}
		source, err := w.file(name, info, func() (io.ReadCloser, error) { return fsys.Open(inside) })
		if err != nil || !info.Mode().IsRegular() {
			w.ignore(name)
			return nil
		}
		return whether(yield(source, nil))
	})
	return err == nil
}

var errStop = errors.New("stop")

// whether returns what ends a walk that is not to go on.
func whether(goOn bool) error {
	if goOn {
		return nil
	}
	return errStop
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
