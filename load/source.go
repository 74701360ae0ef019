package load

import (
	"bufio"
	"fmt"
	"io"
	"os"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/knakk/rdf"

	"vitrine/serialize"
)

// Source is one document to load.
type Source struct {
	// Name is what messages call it: the path of a file.
	Name string
	// Format is how it is written down.
	Format *serialize.Format
	// Graph is the name of the record in a format that has no graph names; the
	// zero IRI where serialize.Root has to find it.
	Graph rdf.IRI
	// Compression is how it is packed; "" for not at all.
	Compression Compression
	// Size is its length as it is stored, in bytes; 0 where not known.
	Size int64
	// Place, if not nil, says where a record of a line comes from, for a document that was
	// made of others.
	Place func(line int) Place
	// Open opens it as it is stored, still packed. It is called more than once
	// for a document that has to be read twice.
	Open func() (io.ReadCloser, error)
}

// Compression is how a document is packed, named by its file extension.
type Compression string

// The compressions: gzip (RFC 1952) and Zstandard (RFC 8878).
const (
	Gzip Compression = "gz"
	Zstd Compression = "zst"
)

// maxWindow bounds the memory that unpacking takes, in bytes: RFC 8878 section
// 3.1.1.1.2 recommends that decoders support at least 8 MB; 128 MiB is what the
// zstd tool writes without --ultra or --long=28.
const maxWindow = 128 << 20

// Reader opens the document and unpacks it. The bytes taken from the store of
// the document, still packed, are counted in read.
func (s Source) Reader(read *int64) (io.ReadCloser, error) {
	stored, err := s.Open()
	if err != nil {
		return nil, err
	}
	counted := &countingReader{stored, read}
	switch s.Compression {
	case "":
		return readCloser{counted, stored.Close}, nil
	case Gzip:
		// Without the buffer, gzip would read byte by byte.
		unpacked, err := gzip.NewReader(bufio.NewReaderSize(counted, 64<<10))
		if err != nil {
			stored.Close()
			return nil, fmt.Errorf("unpack gzip: %w", err)
		}
		return readCloser{unpacked, stored.Close}, nil
	case Zstd:
		unpacked, err := zstd.NewReader(counted, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
		if err != nil {
			stored.Close()
			return nil, fmt.Errorf("unpack zstd: %w", err)
		}
		return readCloser{unpacked, func() error { unpacked.Close(); return stored.Close() }}, nil
	default:
		stored.Close()
		return nil, fmt.Errorf("no such compression: %s", s.Compression)
	}
}

type readCloser struct {
	io.Reader
	close func() error
}

func (r readCloser) Close() error { return r.close() }

type countingReader struct {
	r    io.Reader
	read *int64
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	*c.read += int64(n)
	return n, err
}

// Spool returns a source that can be read more than once, for one that cannot,
// such as standard input: what r gives is put into a temporary file first. The
// file is removed by the function that is returned.
func Spool(name string, format *serialize.Format, r io.Reader) (Source, func() error, error) {
	file, err := os.CreateTemp("", "vitrine-load-*")
	if err != nil {
		return Source{}, nil, fmt.Errorf("make a temporary file for %s: %w", name, err)
	}
	remove := func() error { return os.Remove(file.Name()) }
	size, err := io.Copy(file, r)
	if closeErr := file.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		remove() // the first error says more
		return Source{}, nil, fmt.Errorf("copy %s to a temporary file: %w", name, err)
	}
	open := func() (io.ReadCloser, error) { return os.Open(file.Name()) }
	return Source{Name: name, Format: format, Size: size, Open: open}, remove, nil
}
