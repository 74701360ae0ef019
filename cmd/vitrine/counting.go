package main

import (
	"io"
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
