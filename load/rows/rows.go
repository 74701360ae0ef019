package rows

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"path"
	"strings"

	"github.com/klauspost/compress/gzip"
)

// MaxRow bounds a row, in bytes of the file that it is read from.
const MaxRow = 16 << 20

// maxDepth bounds how deep objects and lists are nested in a row.
const maxDepth = 200

// Row is one record of an export.
type Row struct {
	// Number counts the rows of the file from 1, without the header.
	Number int
	// Line is where the row begins, from 1; 0 where the format has no lines.
	Line int
	// Columns are the names of the columns in the order of the file. A row of JSON or XML
	// has none.
	Columns []string
	// Value holds what the row says: string, json.Number, bool, nil, []any or
	// map[string]any. An empty cell of a table is "".
	Value map[string]any
}

// Source is a file of rows.
type Source struct {
	// Name is its path, for messages. Its extension says the format.
	Name string
	// Open opens it. It is called once for each reading.
	Open func() (io.ReadCloser, error)
	// File opens it for reading at any place, which Excel workbooks need.
	File func() (ReaderAt, error)
}

// ReaderAt is a file that can be read at any place.
type ReaderAt interface {
	io.ReaderAt
	io.Closer
	// Size is the length of the file in bytes.
	Size() int64
}

// Options say how a file is to be read. The zero value has all of it found out.
type Options struct {
	// Format is one of Formats, or "" for that of the extension.
	Format string
	// Encoding is a name of the WHATWG Encoding Standard, such as windows-1252, or "".
	Encoding string
	// Delimiter stands between the cells of a table, 0 where it is to be found out.
	Delimiter rune
	// LooseQuotes takes quotes within cells that are not doubled as they are.
	LooseQuotes bool
	// Path leads to the list of rows in JSON, such as result.items, or names the element
	// that is a row in XML, such as collection/object. "" finds it out.
	Path string
	// Sheet names the sheet of a workbook, "" for the first.
	Sheet string
}

// Formats are the formats that are read.
var formats = map[string]func(*reading) iter.Seq2[Row, error]{
	"csv": (*reading).table, "tsv": (*reading).table, "xlsx": (*reading).workbook,
	"json": (*reading).json, "jsonl": (*reading).jsonLines, "xml": (*reading).xml,
}

// ErrFormat means that a file has no extension of a format that is read.
var ErrFormat = errors.New("the format is not known")

// RowError is a fault of one row; the rows after it can be read.
type RowError struct {
	Number, Line int
	Err          error
}

func (e *RowError) Error() string {
	if e.Line > 0 {
		return fmt.Sprintf("row %d (line %d): %v", e.Number, e.Line, e.Err)
	}
	return fmt.Sprintf("row %d: %v", e.Number, e.Err)
}

func (e *RowError) Unwrap() error { return e.Err }

// FormatOf returns the format of a file by its name, without the extension of gzip, and ""
// where it is none that is read.
func FormatOf(name string) string {
	extension := strings.TrimPrefix(path.Ext(strings.TrimSuffix(strings.ToLower(name), ".gz")), ".")
	switch extension {
	case "tab", "txt":
		extension = "tsv"
	case "ndjson":
		extension = "jsonl"
	case "lido":
		extension = "xml"
	}
	if _, ok := formats[extension]; !ok {
		return ""
	}
	return extension
}

// reading is the reading of one file.
type reading struct {
	ctx     context.Context
	source  Source
	options Options
}

// Read yields the rows of a file. An error is a *RowError, after which the rows go on, or
// the last that is yielded; it says what to do.
func Read(ctx context.Context, source Source, options Options) iter.Seq2[Row, error] {
	format := options.Format
	format = cmp.Or(format, FormatOf(source.Name))
	read, ok := formats[format]
	if !ok {
		return func(yield func(Row, error) bool) {
			yield(Row{}, fmt.Errorf("%s: %w; files are read that end in .csv, .tsv, .xlsx, .json, .jsonl and .xml", source.Name, ErrFormat))
		}
	}
	options.Format = format
	r := &reading{ctx, source, options}
	return func(yield func(Row, error) bool) {
		for row, err := range read(r) {
			var of *RowError
			switch {
			case ctx.Err() != nil:
				err = ctx.Err()
			case err != nil:
				err = fmt.Errorf("%s: %w", source.Name, err)
			}
			if !yield(row, err) || err != nil && !errors.As(err, &of) {
				return
			}
		}
	}
}

// open opens the file, unpacked where its name ends in .gz.
func (r *reading) open() (io.ReadCloser, error) {
	file, err := r.source.Open()
	if err != nil {
		return nil, err
	}
	if !strings.HasSuffix(strings.ToLower(r.source.Name), ".gz") {
		return file, nil
	}
	unpacked, err := gzip.NewReader(bufio.NewReaderSize(file, 64<<10))
	if err != nil {
		file.Close()
		return nil, fmt.Errorf("unpack gzip: %w", err)
	}
	return struct {
		io.Reader
		io.Closer
	}{cutReader{unpacked}, file}, nil
}

// cutReader says of a packed file that ends too early what to do.
type cutReader struct{ packed io.Reader }

func (r cutReader) Read(p []byte) (int, error) {
	n, err := r.packed.Read(p)
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		err = errors.New("the packed file is cut; export or copy it again")
	case err != nil && !errors.Is(err, io.EOF):
		err = fmt.Errorf("unpack gzip: %w", err)
	}
	return n, err
}

// text opens the file as text in UTF-8.
func (r *reading) text() (*bufio.Reader, io.Closer, error) {
	file, err := r.open()
	if err != nil {
		return nil, nil, err
	}
	text, err := decoded(file, r.options.Encoding)
	if err != nil {
		file.Close()
		return nil, nil, err
	}
	return bufio.NewReaderSize(text, 1<<20), file, nil
}

// isHTML tells whether a file that should hold rows begins like a web page.
func isHTML(begin []byte) bool {
	begin = bytes.ToLower(bytes.TrimLeft(begin, " \t\r\n"))
	return bytes.HasPrefix(begin, []byte("<!doctype html")) || bytes.HasPrefix(begin, []byte("<html"))
}

// errHTML means that a file is a web page.
var errHTML = errors.New("the file is a web page (HTML), perhaps a page of a login or an error; download the export again")

// bound stops a reader that reads on and on for one row.
type bound struct {
	r io.Reader
	// read is how much was read, and end how much may be.
	read, end int64
}

func (b *bound) Read(p []byte) (int, error) {
	if b.read >= b.end {
		return 0, fmt.Errorf("a row is longer than %d MiB; a quote or a bracket may not be closed", MaxRow>>20)
	}
	n, err := b.r.Read(p[:min(int64(len(p)), b.end-b.read)])
	b.read += int64(n)
	return n, err
}

// allow says that all before the offset belongs to rows that are read. What is buffered is
// beyond it, so that a row may be a little longer than MaxRow.
func (b *bound) allow(offset int64) { b.end = offset + MaxRow + 1<<20 }
