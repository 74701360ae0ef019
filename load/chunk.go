package load

import (
	"bytes"
	"errors"
	"io"
)

// chunkReader reads a document of lines in chunks of whole lines.
type chunkReader struct {
	r io.Reader
	// limit bounds a line, in bytes.
	limit int64
	// left is what was read of the first line of the next chunk.
	left []byte
}

// chunkBytes is the size of a chunk, if no line is longer.
const chunkBytes = 64 << 10

// errLongLine means that a line is longer than the limit. The chunk then holds
// the beginning of it.
var errLongLine = errors.New("a line is longer than the limit")

// next returns the next chunk. The error is io.EOF with the last one, the
// reader's or errLongLine; the chunk holds all that was read before it.
func (c *chunkReader) next() ([]byte, error) {
	buf := make([]byte, max(chunkBytes, 2*len(c.left)))
	n := copy(buf, c.left)
	c.left = nil
	for {
		m, err := c.r.Read(buf[n:])
		n += m
		switch {
		case err != nil:
			return buf[:n], err
		case n < len(buf):
			continue
		}
		if end := bytes.LastIndexByte(buf, '\n') + 1; end > 0 {
			c.left = bytes.Clone(buf[end:])
			return buf[:end:end], nil
		}
		if int64(n) > c.limit {
			return buf, errLongLine
		}
		buf = append(buf, make([]byte, len(buf))...)
	}
}

// failing is a reader that has only an error to give.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }
