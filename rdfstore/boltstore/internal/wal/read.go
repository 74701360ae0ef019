package wal

import (
	"fmt"
	"io"
	"os"

	"vitrine/rdfstore"
)

// Contents are what a log holds that has a header.
type Contents struct {
	Base []byte
	// Batches are those of the records, in order.
	Batches [][]byte
}

// maxSize is the size of a log that is read, in bytes; none grows so large.
const maxSize = 1 << 30

// Read reads the log at a path. It returns nil where it has no header. Where there is
// none, the error wraps fs.ErrNotExist. A last record that is not whole was being written and is left out; where
// one that is not whole comes before others, the error wraps rdfstore.ErrCorrupt.
func Read(path string) (*Contents, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read the write-ahead log: %w", err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxSize))
	if err != nil {
		return nil, fmt.Errorf("read the write-ahead log: %w", err)
	}
	c, err := decode(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return c, nil
}

// decode reads a log.
func decode(data []byte) (*Contents, error) {
	generation, base, ok := decodeHeader(data)
	if !ok {
		return nil, nil
	}
	c := &Contents{Base: base}
	at := BlockSize
	for at < len(data) {
		number, batch, size, ok := decodeRecord(data[at:], generation)
		if !ok || int(number) != len(c.Batches)+1 {
			break
		}
		c.Batches = append(c.Batches, batch)
		at += size
	}
	for at += BlockSize; at < len(data); at += BlockSize {
		if number, _, _, ok := decodeRecord(data[at:], generation); ok && int(number) > len(c.Batches) {
			return nil, fmt.Errorf("%w: record %d of the write-ahead log is broken, and %d comes after it", rdfstore.ErrCorrupt, len(c.Batches)+1, number)
		}
	}
	return c, nil
}
