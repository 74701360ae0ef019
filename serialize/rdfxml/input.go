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
// for it byte by byte and looks at most one byte ahead of a token. It does what
// encoding/xml leaves undone: it passes a byte order mark, and normalizes white
// space in attribute values (XML 1.0 section 3.3.3), which it can since that
// means nothing in the rest of a tag, and character references are replaced
// later.
type input struct {
	ctx context.Context
	r   *bufio.Reader
	// buf[pos:] is what the tokenizer can have next, left how many bytes more it
	// may have, taken how many it had.
	buf         []byte
	pos         int
	left, taken int64
	limit       int64
	// last is the byte that was returned last, first the token's first byte, or
	// 0 before it.
	last, first byte
	// inTag means that the token is a start tag, afterCR that the byte before was
	// a CR in one.
	inTag, afterCR bool
	// err is why reading failed.
	err error
}

func newInput(ctx context.Context, r io.Reader, limit int64) *input {
	return &input{ctx: ctx, r: bufio.NewReaderSize(r, 1<<12), left: limit, limit: limit}
}

// begin is called where the next token begins, and how much of the document the
// tokenizer took for those before.
func (in *input) begin(taken int64) {
	in.first, in.inTag = 0, false
	if taken < in.taken {
		in.first = in.last
	}
}

// ReadByte implements io.ByteReader.
func (in *input) ReadByte() (byte, error) {
	if in.pos == len(in.buf) {
		if err := in.fill(); err != nil {
			if !errors.Is(err, io.EOF) {
				in.err = err
			}
			return 0, err
		}
	}
	c := in.buf[in.pos]
	in.pos++
	if in.inTag {
		if in.afterCR && c == '\n' {
			in.afterCR = false
			return in.ReadByte()
		}
		in.afterCR = c == '\r'
		if c == '\t' || c == '\n' || c == '\r' {
			c = ' '
		}
	}
	switch {
	case in.first == 0:
		in.first = c
	case in.last == '<' && in.first == '<':
		in.inTag = c != '!' && c != '?' && c != '/'
		in.first = c
	}
	in.taken++
	in.last = c
	return c, nil
}

// fill finds more of the document.
func (in *input) fill() error {
	if in.taken == 0 {
		if start, _ := in.r.Peek(len(byteOrderMark)); string(start) == byteOrderMark {
			in.r.Discard(len(byteOrderMark)) // cannot fail for what was peeked
		}
	}
	if err := in.ctx.Err(); err != nil {
		return err
	}
	if _, err := in.r.Peek(1); err != nil {
		return err
	}
	if in.left == 0 {
		return fmt.Errorf("%w: more than %d bytes", graph.ErrTooLarge, in.limit)
	}
	in.buf, _ = in.r.Peek(int(min(in.left, int64(in.r.Buffered()))))
	in.pos = 0
	in.left -= int64(len(in.buf))
	_, err := in.r.Discard(len(in.buf))
	return err
}

const byteOrderMark = "\ufeff"

// Read implements io.Reader, which nothing calls.
func (in *input) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }
