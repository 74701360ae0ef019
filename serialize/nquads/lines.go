package nquads

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"vitrine/rdfstore/graph"
)

// lines reads a document line by line. A line ends with LF, CR or CR LF.
type lines struct {
	r *bufio.Reader
	// max is the length of the longest line, in bytes.
	max int64
	// number of the line last returned, counted from 1.
	number int
	// long holds a line that did not fit the reader's buffer.
	long []byte
	// cr tells that the last line ended with CR, so that an LF now belongs to it.
	cr bool
}

// readSize is how many bytes are read at once.
const readSize = 1 << 13

func newLines(r io.Reader, max int64) *lines {
	return &lines{r: bufio.NewReaderSize(r, readSize), max: max}
}

// next returns the next line without its end, valid until the call after. The
// error is io.EOF after the last line.
func (l *lines) next() ([]byte, error) {
	l.long = l.long[:0]
	for {
		if _, err := l.r.Peek(1); err != nil {
			return l.last(err)
		}
		buffered, _ := l.r.Peek(l.r.Buffered())
		if l.cr && buffered[0] == '\n' {
			l.cr = false
			l.r.Discard(1)
			continue
		}
		l.cr = false
		end := lineEnd(buffered)
		if end < 0 {
			end = len(buffered)
			l.long = append(l.long, buffered...)
			l.r.Discard(end)
			if int64(len(l.long)) > l.max {
				return nil, l.tooLong()
			}
			continue
		}
		l.cr = buffered[end] == '\r'
		l.r.Discard(end + 1)
		return l.complete(buffered[:end])
	}
}

// last returns what stands after the last line end, or the reader's error.
func (l *lines) last(err error) ([]byte, error) {
	if errors.Is(err, io.EOF) && len(l.long) > 0 {
		return l.complete(nil)
	}
	return nil, err
}

func (l *lines) complete(tail []byte) ([]byte, error) {
	line := tail
	if len(l.long) > 0 {
		l.long = append(l.long, tail...)
		line = l.long
	}
	if int64(len(line)) > l.max {
		return nil, l.tooLong()
	}
	l.number++
	if l.number == 1 {
		line = bytes.TrimPrefix(line, []byte("\ufeff"))
	}
	return line, nil
}

func (l *lines) tooLong() error {
	return fmt.Errorf("line %d: %w: more than %d bytes", l.number+1, graph.ErrTooLarge, l.max)
}

// lineEnd returns the place of the first CR or LF, or -1.
func lineEnd(b []byte) int {
	lf := bytes.IndexByte(b, '\n')
	if lf >= 0 {
		b = b[:lf]
	}
	if cr := bytes.IndexByte(b, '\r'); cr >= 0 {
		return cr
	}
	return lf
}
