package main

import (
	"context"
	"io"
	"iter"

	"vitrine/load"
	"vitrine/rdfstore"
)

// countingWriter shows how much of so many bytes was written.
type countingWriter struct {
	w     io.Writer
	bar   *progressBar
	n     int64
	total int64
}

func (c *countingWriter) Write(b []byte) (int, error) {
	n, err := c.w.Write(b)
	c.n += int64(n)
	c.bar.bytes(c.n, c.total)
	return n, err
}

// countingSource counts the bytes that are read of a document, packed as it is, in read.
func countingSource(source load.Source, read *int64) load.Source {
	open := source.Open
	source.Open = func() (io.ReadCloser, error) {
		r, err := open()
		if err != nil {
			return nil, err
		}
		return &countingReader{r, read}, nil
	}
	return source
}

type countingReader struct {
	io.ReadCloser
	read *int64
}

func (c *countingReader) Read(b []byte) (int, error) {
	n, err := c.ReadCloser.Read(b)
	*c.read += int64(n)
	return n, err
}

// countRecords returns how many records a store has, 0 if it does not say.
func countRecords(ctx context.Context, store openedStore) uint64 {
	classes, err := store.Classes(ctx)
	if err != nil || len(classes) == 0 {
		return 0 // only the time that is left is not shown
	}
	return classes[0].Count
}

// shown yields records, and shows how many of so many there were.
func shown(entities iter.Seq2[*rdfstore.Entity, error], bar *progressBar, total uint64) iter.Seq2[*rdfstore.Entity, error] {
	return func(yield func(*rdfstore.Entity, error) bool) {
		n := uint64(0)
		for entity, err := range entities {
			if !yield(entity, err) {
				return
			}
			n++
			bar.records(n, float64(n)/float64(total))
		}
	}
}
