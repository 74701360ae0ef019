package server

import (
	"bytes"
	"fmt"
	"sync"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"vitrine/server/negotiate"
)

// codings are the content codings, the preferred one first.
var codings = []string{"zstd", "gzip"}

// minCompress is the size of the smallest body that is compressed, in bytes. A
// smaller one travels in one packet anyway.
const minCompress = 1024

// compressor keeps the encoders of the content codings, which are costly to
// make. It may be used by many goroutines.
type compressor struct {
	gzip sync.Pool // of *gzip.Writer
	zstd *zstd.Encoder
}

// newCompressor returns a compressor for so many bodies at once.
func newCompressor(parallel int) (*compressor, error) {
	// Browsers take no window larger than 8 MiB (RFC 9659 section 3); with 1 MiB
	// the encoders stay small.
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(parallel), zstd.WithWindowSize(1<<20), zstd.WithLowerEncoderMem(true))
	if err != nil {
		return nil, fmt.Errorf("make the zstd encoder: %w", err)
	}
	return &compressor{zstd: encoder}, nil
}

// compress codes body.
func (c *compressor) compress(coding string, body []byte) ([]byte, error) {
	switch coding {
	case "zstd":
		return c.zstd.EncodeAll(body, nil), nil
	case "gzip":
		return c.gzipped(body)
	default:
		return nil, fmt.Errorf("no such content coding: %q", coding)
	}
}

func (c *compressor) gzipped(body []byte) ([]byte, error) {
	w, ok := c.gzip.Get().(*gzip.Writer)
	if !ok {
		w = gzip.NewWriter(nil)
	}
	defer c.gzip.Put(w)
	var b bytes.Buffer
	w.Reset(&b)
	if _, err := w.Write(body); err != nil {
		return nil, fmt.Errorf("compress with gzip: %w", err)
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("compress with gzip: %w", err)
	}
	return b.Bytes(), nil
}

// pickCoding returns the coding for a body of the size, of those that the client
// accepts, ranked. A tiny body goes out as it is, if the client takes that.
func pickCoding(accepted []string, size int) string {
	if size < minCompress {
		for _, coding := range accepted {
			if coding == negotiate.Identity {
				return coding
			}
		}
	}
	return accepted[0]
}
