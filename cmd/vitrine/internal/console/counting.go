package console

import (
	"io"
)

// CountingWriter shows how much of so many bytes was written.
type CountingWriter struct {
	W     io.Writer
	Bar   *ProgressBar
	n     int64
	Total int64
}

func (c *CountingWriter) Write(b []byte) (int, error) {
	n, err := c.W.Write(b)
	c.n += int64(n)
	c.Bar.bytes(c.n, c.Total)
	return n, err
}
