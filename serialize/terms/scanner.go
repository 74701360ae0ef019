package terms

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"vitrine/rdfstore/graph"
	"vitrine/serialize"
)

// Scanner finds the tokens of a document, which it reads as it goes. It holds
// one token at a time, and what was read beyond it.
type Scanner struct {
	// Maker makes the terms.
	*Maker
	ctx    context.Context
	format string
	r      io.Reader
	// limit is the length of the longest token, in bytes.
	limit int64
	// byLine means that the end of a line is a token.
	byLine bool
	// buf[pos:] was read and not yet scanned. ended means that nothing follows
	// it, err why reading failed.
	buf   []byte
	pos   int
	ended bool
	err   error
	// line counts from 1; lineStart is the place in buf where it begins, less
	// than 0 where that is no longer there.
	line, lineStart int
	// before is how many bytes of the document came before buf.
	before int64
}

// NewScanner returns a scanner of a document with the base IRI.
func NewScanner(ctx context.Context, r io.Reader, format, base string, limit int64) *Scanner {
	return &Scanner{Maker: NewMaker(base), ctx: ctx, format: format, r: r, limit: limit, line: 1}
}

// ByLine makes Next stop at the ends of lines, which Newline passes.
func (s *Scanner) ByLine() { s.byLine = true }

// Line returns the number of the present line.
func (s *Scanner) Line() int { return s.line }

// Offset returns how many bytes of the document were scanned.
func (s *Scanner) Offset() int64 { return s.before + int64(s.pos) }

// readSize is how many bytes are read at once, where no token is longer.
const readSize = 1 << 13

// more reads more of the document behind what is there, after moving that to
// the front. It is false where nothing follows.
func (s *Scanner) more() bool {
	if s.ended {
		return false
	}
	if s.err = s.ctx.Err(); s.err != nil {
		s.ended = true
		return false
	}
	if int64(len(s.buf)-s.pos) > s.limit {
		s.ended, s.err = true, fmt.Errorf("%w: a token of more than %d bytes", graph.ErrTooLarge, s.limit)
		return false
	}
	first := s.buf == nil
	s.before += int64(s.pos)
	s.lineStart -= s.pos
	kept := copy(s.buf, s.buf[s.pos:])
	s.buf, s.pos = s.buf[:kept], 0
	if first || cap(s.buf) < 2*kept {
		s.buf = append(make([]byte, 0, max(readSize, 2*cap(s.buf))), s.buf...)
	}
	// The first bytes decide about a byte order mark.
	for least := kept + 1; len(s.buf) < least || first && len(s.buf) < len(byteOrderMark); {
		n, err := s.r.Read(s.buf[len(s.buf):cap(s.buf)])
		s.buf = s.buf[:len(s.buf)+n]
		if err != nil {
			s.ended = true
			if !errors.Is(err, io.EOF) {
				s.err = err
			}
			break
		}
	}
	if first && bytes.HasPrefix(s.buf, []byte(byteOrderMark)) {
		s.pos, s.lineStart = len(byteOrderMark), len(byteOrderMark)
		if s.pos == len(s.buf) {
			return s.more()
		}
	}
	return len(s.buf)-s.pos > kept && s.err == nil
}

const byteOrderMark = "\ufeff"

// at returns the byte n places on, 0 where the document ends before it. NUL is
// part of no token but strings and comments, which know their ends otherwise.
func (s *Scanner) at(n int) byte {
	for s.pos+n >= len(s.buf) {
		if !s.more() {
			return 0
		}
	}
	return s.buf[s.pos+n]
}

// text returns the next n bytes, which were scanned. They are good until the
// next token.
func (s *Scanner) text(n int) []byte { return s.buf[s.pos : s.pos+n] }

// Next passes white space and comments and returns the first byte of the next
// token, 0 at the end of the document. By line, it is '\n' at the end of a line.
func (s *Scanner) Next() (byte, error) {
	for {
		if s.pos == len(s.buf) && !s.more() {
			if s.err != nil {
				return 0, s.Fault(nil)
			}
			return 0, nil
		}
		switch c := s.buf[s.pos]; c {
		case ' ', '\t':
			s.pos++
		case '\n', '\r':
			if s.byLine {
				return '\n', nil
			}
			s.Newline()
		case '#':
			if err := s.comment(); err != nil {
				return 0, err
			}
		case 0:
			return 0, s.Fault(errors.New("a NUL character stands outside of a string"))
		default:
			return c, nil
		}
	}
}

// Newline passes one line end: LF, CR or CR LF.
func (s *Scanner) Newline() {
	if s.buf[s.pos] == '\r' && s.at(1) == '\n' {
		s.pos++
	}
	s.pos++
	s.line++
	s.lineStart = s.pos
}

// comment passes a comment, which ends before the end of its line.
func (s *Scanner) comment() error {
	text, err := s.Rest()
	if err == nil && !utf8.Valid(text) {
		s.pos -= len(text)
		return s.Fault(errUTF8)
	}
	return err
}

// Rest passes the rest of the line, without its end, and returns it. It is good
// until the next token.
func (s *Scanner) Rest() ([]byte, error) {
	n := 0
	for {
		if end := bytes.IndexAny(s.buf[s.pos+n:], "\n\r"); end >= 0 {
			n += end
			break
		}
		n = len(s.buf) - s.pos
		if !s.more() {
			break
		}
	}
	if s.err != nil {
		return nil, s.Fault(nil)
	}
	s.pos += n
	return s.buf[s.pos-n : s.pos], nil
}

var errUTF8 = errors.New("the document is not valid UTF-8; convert it to UTF-8")

// Skip passes n bytes that Next or a token function has looked at.
func (s *Scanner) Skip(n int) { s.pos += n }

// Is reports whether the document goes on with a text that has no line end.
func (s *Scanner) Is(text string) bool {
	s.at(len(text) - 1)
	return bytes.HasPrefix(s.buf[s.pos:], []byte(text))
}

// Fault is err about the present place. An error of the reader or the context
// comes before it.
func (s *Scanner) Fault(err error) error {
	if s.err != nil {
		err = s.err
		if !errors.Is(err, graph.ErrTooLarge) {
			return fmt.Errorf("%s: %w", s.format, err)
		}
	}
	var syntax *serialize.SyntaxError
	if errors.As(err, &syntax) {
		return err
	}
	return &serialize.SyntaxError{Format: s.format, Line: s.line, Column: s.pos - s.lineStart + 1, Reason: err.Error(), Err: err}
}

// Expected is the error that something stands here instead of what is named.
func (s *Scanner) Expected(what string) error {
	if _, size := s.rune(0); size == 0 && s.pos < len(s.buf) {
		return s.Fault(errUTF8)
	}
	return s.Fault(fmt.Errorf("%s stands where %s is expected", s.found(), what))
}

// found names what stands at the present place.
func (s *Scanner) found() string {
	const most = 24
	s.at(most + utf8.UTFMax)
	rest := s.buf[s.pos:]
	switch {
	case s.byLine && (len(rest) == 0 || rest[0] == '\n' || rest[0] == '\r'):
		return "the end of the line"
	case len(rest) == 0:
		return "the end of the document"
	}
	end := 1
	for end < len(rest) && end < most && bytes.IndexByte([]byte(" \t\r\n,;.)]}"), rest[end]) < 0 {
		end++
	}
	for end < len(rest) && end < most+utf8.UTFMax && !utf8.RuneStart(rest[end]) {
		end++
	}
	return shown(rest[:end])
}
