package respond

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"
	"time"
)

// Growing is a body that may still be written while it is sent.
type Growing interface {
	// Read reads the next bytes and waits for them until ctx ends. The error is io.EOF
	// at the end.
	Read(ctx context.Context, b []byte) (int, error)
	// Size returns the number of bytes of a body that is complete.
	Size() (size int64, complete bool)
	// Close gives the body back, of which nothing more is read.
	Close()
}

// pieceSize is how many bytes of a body are sent at once. A client has the time of
// patience for each piece.
const pieceSize = 32 << 10

// Stream answers with a body that may still grow, after the bytes of it that were read
// already. A client that is slow but alive gets all of it. Where the client has gone or
// ctx has ended, the error is an *AbortError; after any other, too, the answer is not
// complete, and can only be cut off.
func (x *Exchange) Stream(ctx context.Context, body Growing, begun []byte, patience time.Duration) error {
	out := &steadyWriter{w: x, controller: http.NewResponseController(x), patience: patience}
	// What else there is to read from the client has no time limit now: the
	// answer may take longer than a request.
	_ = out.controller.SetReadDeadline(time.Time{})
	left, complete := body.Size()
	if complete {
		x.Header().Set("Content-Length", strconv.FormatInt(left, 10))
	}
	// A client that knows the length may ask again as soon as it has the last piece, and is to
	// find the room that this body took.
	release := func(piece int) {
		if left -= int64(piece); complete && left == 0 {
			body.Close()
		}
	}
	release(len(begun))
	x.WriteHeader(http.StatusOK)
	if len(begun) > 0 {
		_, _ = out.Write(begun) // the next write tells of an error
	}
	out.flush()
	for b := make([]byte, pieceSize); ; {
		n, err := body.Read(ctx, b)
		if err == nil {
			release(n)
			_, err = out.Write(b[:n])
		}
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err == nil:
		case out.err == nil && ctx.Err() == nil:
			return err
		default:
			return &AbortError{err}
		}
	}
}

// AbortError tells that a body was not sent to its end, as the client went away or took
// too long.
type AbortError struct{ err error }

func (e *AbortError) Error() string { return "an answer was cut off: " + e.err.Error() }

func (e *AbortError) Unwrap() error { return e.err }

// steadyWriter gives the client time for each piece that it takes: one that is
// slow but alive gets all, one that is gone is cut off.
type steadyWriter struct {
	w          io.Writer
	controller *http.ResponseController
	patience   time.Duration
	// err is what the client's connection came to.
	err error
}

func (p *steadyWriter) Write(b []byte) (int, error) {
	p.extend()
	n, err := p.w.Write(b)
	if err != nil {
		p.err = errors.Join(p.err, err)
	}
	return n, err
}

// extend moves the deadline. A connection that has none, such as a test's, does
// without.
func (p *steadyWriter) extend() { _ = p.controller.SetWriteDeadline(time.Now().Add(p.patience)) }

// flush sends what there is, so that the client sees the header at once.
func (p *steadyWriter) flush() {
	p.extend()
	if err := p.controller.Flush(); err != nil && !errors.Is(err, http.ErrNotSupported) {
		p.err = errors.Join(p.err, err)
	}
}
