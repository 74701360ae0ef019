package importpages

import (
	"archive/zip"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"unicode"

	"vitrine/load/mapping"
	"vitrine/load/rows"
	"vitrine/rdfstore/atomicfile"
)

// maxUnpacked bounds what a workbook of Excel unpacks to, and maxShared the part of it that is
// in memory while it is read, in bytes.
const (
	maxUnpacked = 256 << 20
	maxShared   = 64 << 20
)

// checkWorkbook refuses a workbook that unpacks to too much.
func checkWorkbook(name string) error {
	archive, err := zip.OpenReader(name)
	if err != nil {
		return fmt.Errorf("the file is no workbook of Excel (.xlsx): %w", err)
	}
	defer archive.Close()
	var all uint64
	for _, part := range archive.File {
		all += min(part.UncompressedSize64, maxUnpacked+1)
		if all > maxUnpacked || strings.HasSuffix(part.Name, "sharedStrings.xml") && part.UncompressedSize64 > maxShared {
			return errors.New("the workbook unpacks to too much; save the sheet as CSV")
		}
	}
	return nil
}

// maxName is how many characters of the name of a file are kept.
const maxName = 60

// fileName returns the name of a file that a browser names, without folders, control characters
// and what is too long. The error says which files are read.
func fileName(sent string) (string, error) {
	name := path.Base(strings.ReplaceAll(sent, `\`, "/"))
	name = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) || r == unicode.ReplacementChar {
			return -1
		}
		return r
	}, name)
	extension := path.Ext(name)
	switch {
	case sent == "":
		return "", errNoFile
	case strings.EqualFold(extension, ".gz"):
		return "", errPacked
	case rows.FormatOf(name) == "":
		return "", fmt.Errorf("%q is no file of rows; files are read that end in .csv, .tsv, .xlsx, .json, .jsonl and .xml", name)
	}
	stem := []rune(strings.TrimSuffix(name, extension))
	return string(stem[:min(len(stem), maxName)]) + extension, nil
}

// mappingPath returns where the mapping of the imports of files with a name is kept: what is
// neither letter nor digit has no place in it.
func (u *Uploads) mappingPath(name string) string {
	stem := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' {
			return r
		}
		return '-'
	}, strings.TrimSuffix(name, path.Ext(name)))
	return filepath.Join(u.options.Folder, cmp.Or(stem, "import")+".yaml")
}

// earlierMapping returns the mapping of the last import of a file with the name, "" for none.
func (u *Uploads) earlierMapping(name string) (string, error) {
	text, err := os.ReadFile(u.mappingPath(name))
	if errors.Is(err, os.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("read the mapping of the import before: %w", err)
	}
	return string(text), nil
}

// readMapping reads a mapping for files with a name. It has its tables in it, since there are no
// files beside it but the review of what words were taken for by the import before.
func (u *Uploads) readMapping(name, text string) (*mapping.Mapping, error) {
	review := strings.TrimSuffix(name, path.Ext(name)) + ".review.csv"
	open := func(asked string) (io.ReadCloser, error) {
		if asked != review {
			return nil, fmt.Errorf("%s: a mapping on these pages has its tables in it, and its review file is %s", asked, review)
		}
		file, err := os.Open(filepath.Join(u.options.Folder, review))
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fs.ErrNotExist
		}
		return file, err
	}
	return mapping.Parse("mapping", []byte(text), open)
}

// writeReview writes what words were taken for beside the mapping, where that names a file.
func (u *Uploads) writeReview(m *mapping.Mapping) error {
	if m.ReviewFile == "" {
		return nil
	}
	var text bytes.Buffer
	err := m.WriteReview(&text)
	if err == nil {
		err = atomicfile.Write(filepath.Join(u.options.Folder, m.ReviewFile), text.Bytes(), 0o600)
	}
	if err != nil {
		return fmt.Errorf("keep what words were taken for: %w", err)
	}
	return nil
}
