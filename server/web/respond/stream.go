package respond

import (
	"context"
	"errors"
	"fmt"
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
// writeTimeout for each piece.
const pieceSize = 32 << 10

// ErrAborted means that a body was not sent to its end, as the client went away or took too
// long.
var ErrAborted = errors.New("the answer was cut off")

// Stream answers with a body that may still grow, changed last at a time, zero where that is not
// known. describe writes the rest of the header once the first bytes are there: a body that
// fails before them has an answer of its own. A client that is slow but alive gets all of it.
// After an error that comes later the answer is not complete, and can only be cut off; it wraps
// ErrAborted where the client is the cause or ctx has ended.
func (x *Exchange) Stream(ctx context.Context, body Growing, modified time.Time, writeTimeout time.Duration, describe func(http.Header)) error {
	piece := make([]byte, pieceSize)
	n, err := body.Read(ctx, piece)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	describe(x.Header())
	x.SetModified(modified)
	out := &steadyWriter{w: x, controller: http.NewResponseController(x), writeTimeout: writeTimeout}
	// What else there is to read from the client has no time limit now: the
	// answer may take longer than a request.
	_ = out.controller.SetReadDeadline(time.Time{})
	left, complete := body.Size()
	if complete {
		x.Header().Set("Content-Length", strconv.FormatInt(left, 10))
	}
	x.WriteHeader(http.StatusOK)
	for first := true; ; first = false {
		// A client that knows the length may ask again as soon as it has the last piece, and is
		// to find the room that this body took.
		if left -= int64(n); complete && left == 0 && (n > 0 || first) {
			body.Close()
		}
		if n > 0 {
			if _, failed := out.Write(piece[:n]); failed != nil {
				return fmt.Errorf("%w: %w", ErrAborted, failed)
			}
		}
		if first {
			out.flush()
		}
		if err != nil {
			break
		}
		n, err = body.Read(ctx, piece)
	}
	switch {
	case errors.Is(err, io.EOF):
		return nil
	case ctx.Err() != nil:
		return fmt.Errorf("%w: %w", ErrAborted, err)
	}
	return err
}

// steadyWriter gives the client time for each piece that it takes: one that is
// slow but alive gets all, one that is gone is cut off.
type steadyWriter struct {
	w            io.Writer
	controller   *http.ResponseController
	writeTimeout time.Duration
}

func (p *steadyWriter) Write(b []byte) (int, error) {
	p.extend()
	return p.w.Write(b)
}

// extend moves the deadline. A connection that has none, such as a test's, does
// without.
func (p *steadyWriter) extend() { _ = p.controller.SetWriteDeadline(time.Now().Add(p.writeTimeout)) }

// flush sends what there is, so that the client sees the header at once; the next write tells
// where it cannot.
func (p *steadyWriter) flush() {
	p.extend()
	_ = p.controller.Flush()
}
