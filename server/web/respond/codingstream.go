package respond

import (
	"fmt"
	"io"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"vitrine/server/web/contentneg"
)

// Stream codes a body whose size is not known while it is written. Nothing goes out before
// it is known whether the body is too small to be coded. It is for one goroutine.
type Stream struct {
	out      io.Writer
	accepted []string
	picked   func(coding string)
	held     []byte
	// coded is nil before the coding is picked, and w writes in it.
	coded flushCloser
}

// flushCloser is what the encoders have in common.
type flushCloser interface {
	io.WriteCloser
	Flush() error
}

// NewStream returns a stream into out, in one of the codings that the client accepts, ranked.
// It calls picked with the one before it writes anything.
func NewStream(out io.Writer, accepted []string, picked func(coding string)) *Stream {
	return &Stream{out: out, accepted: accepted, picked: picked}
}

// Write adds to the body. What was written goes out, once it is large enough.
func (s *Stream) Write(b []byte) (int, error) {
	if s.coded == nil {
		s.held = append(s.held, b...)
		if len(s.held) < minSize {
			return len(b), nil
		}
		return len(b), s.begin()
	}
	n, err := s.coded.Write(b)
	if err == nil {
		err = s.coded.Flush()
	}
	return n, err
}

// Flush sends what was written, as the beginning of a body that goes on.
func (s *Stream) Flush() error {
	if s.coded == nil && len(s.held) > 0 {
		return s.begin()
	}
	return nil
}

// Close ends the body.
func (s *Stream) Close() error {
	if s.coded == nil {
		return s.end(pick(s.accepted, len(s.held)))
	}
	return s.coded.Close()
}

// end writes a body that is whole.
func (s *Stream) end(coding string) error {
	if err := s.in(coding); err != nil {
		return err
	}
	return s.coded.Close()
}

// begin picks the coding of a body that goes on.
func (s *Stream) begin() error {
	if err := s.in(pick(s.accepted, minSize)); err != nil {
		return err
	}
	return s.coded.Flush()
}

// in begins to write in a coding.
func (s *Stream) in(coding string) (err error) {
	if s.coded, err = newEncoder(coding, s.out); err != nil {
		return err
	}
	s.picked(coding)
	_, err = s.coded.Write(s.held)
	s.held = nil
	return err
}

func newEncoder(coding string, out io.Writer) (flushCloser, error) {
	switch coding {
	case "zstd":
		return zstd.NewWriter(out, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(1<<20), zstd.WithLowerEncoderMem(true))
	case "br":
		return brotli.NewWriterLevel(out, 4), nil
	case "gzip":
		return gzip.NewWriter(out), nil
	case contentneg.Identity:
		return plain{out}, nil
	default:
		return nil, fmt.Errorf("no such content coding: %q", coding)
	}
}

// plain writes as it is.
type plain struct{ io.Writer }

func (plain) Flush() error { return nil }
func (plain) Close() error { return nil }
