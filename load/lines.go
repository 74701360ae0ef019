package load

import (
	"bufio"
	"io"
)

// lineReader gives out at most one line at a time and counts them. A reader
// that asks for no more than it needs, as the one for JSON Lines does, has then
// read just as far as the record it yields.
type lineReader struct {
	r *bufio.Reader
	// line is the number of the line last given out, from 1.
	line int
	// inside means that the line goes on with the next read.
	inside bool
}

func newLineReader(r io.Reader) *lineReader {
	return &lineReader{r: bufio.NewReaderSize(r, 64<<10)}
}

func (l *lineReader) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if l.r.Buffered() == 0 {
		if _, err := l.r.Peek(1); err != nil {
			return 0, err
		}
	}
	if !l.inside {
		l.line++
		l.inside = true
	}
	ready, _ := l.r.Peek(min(len(p), l.r.Buffered()))
	for i, c := range ready {
		if c == '\n' {
			ready = ready[:i+1]
			l.inside = false
			break
		}
	}
	n := copy(p, ready)
	_, err := l.r.Discard(n)
	return n, err
}
