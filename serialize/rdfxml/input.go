package rdfxml

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"

	"vitrine/rdfstore/graph"
)

// input is a document on its way to the tokenizer of encoding/xml, which asks
// for it byte by byte and looks at most one byte ahead of a token. It counts
// lines, and does what encoding/xml leaves undone: it normalizes white space in
// attribute values (XML 1.0 section 3.3.3), which it can since that means
// nothing in the rest of a tag, and character references are replaced later.
type input struct {
	ctx   context.Context
	r     *bufio.Reader
	limit int64
	read  int64
	// line and column count from 1 and are those of the next byte.
	line, column int
	// last is the byte that was returned last, first the token's first byte, or
	// 0 before it.
	last, first byte
	// inTag tells that the token is a start tag.
	inTag bool
	// skipLF tells that the byte before was a CR.
	skipLF bool
	// err is why reading failed.
	err error
}

func newInput(ctx context.Context, r io.Reader, limit int64) *input {
	return &input{ctx: ctx, r: bufio.NewReaderSize(r, 1<<12), limit: limit, line: 1, column: 1}
}

// begin is told that the next token begins, and how much of the document the
// tokenizer took for those before. It returns where the token begins.
func (in *input) begin(taken int64) (line, column int) {
	in.first, in.inTag = 0, false
	if taken < in.read { // the byte looked at is never a line end
		in.first = in.last
		return in.line, max(1, in.column-1)
	}
	return in.line, in.column
}

// ReadByte implements io.ByteReader.
func (in *input) ReadByte() (byte, error) {
	c, err := in.next()
	if err != nil && !errors.Is(err, io.EOF) {
		in.err = err
	}
	return c, err
}

func (in *input) next() (byte, error) {
	if in.read%(1<<12) == 0 {
		if err := in.ctx.Err(); err != nil {
			return 0, err
		}
		if err := in.skipMark(); err != nil {
			return 0, err
		}
	}
	c, err := in.r.ReadByte()
	if err != nil {
		return 0, err
	}
	if in.skipLF && c == '\n' && in.inTag {
		in.skipLF = false
		if c, err = in.r.ReadByte(); err != nil {
			return 0, err
		}
	}
	if in.read++; in.read > in.limit {
		return 0, fmt.Errorf("%w: more than %d bytes", graph.ErrTooLarge, in.limit)
	}
	in.count(c)
	switch {
	case in.first == 0:
		in.first = c
	case in.last == '<' && in.first == '<':
		in.inTag = c != '!' && c != '?' && c != '/'
		in.first = c
	}
	if in.inTag && (c == '\t' || c == '\n' || c == '\r') {
		c = ' '
	}
	in.last = c
	return c, nil
}

// count moves the place on.
func (in *input) count(c byte) {
	in.column++
	if c == '\n' && !in.skipLF || c == '\r' {
		in.line++
	}
	if c == '\n' || c == '\r' {
		in.column = 1
	}
	in.skipLF = c == '\r'
}

// skipMark passes the byte order mark at the start of the document.
func (in *input) skipMark() error {
	if in.read > 0 {
		return nil
	}
	start, err := in.r.Peek(len(byteOrderMark))
	if err == nil && string(start) == byteOrderMark {
		_, err = in.r.Discard(len(byteOrderMark))
		return err
	}
	return nil // an error comes back at the next read
}

const byteOrderMark = "\ufeff"

// Read implements io.Reader, which nothing calls.
func (in *input) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }
