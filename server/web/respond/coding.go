package respond

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"vitrine/server/web/contentneg"
)

// Codings returns the content codings, the preferred one first.
func Codings() []string { return []string{"zstd", "br", "gzip"} }

// minSize is the size of the smallest body that is compressed, in bytes. A
// smaller one travels in one packet anyway.
const minSize = 1024

// Compressor keeps the encoders of the content codings, which are costly to
// make. It may be used by many goroutines.
type Compressor struct {
	gzip   sync.Pool // of encoder
	brotli sync.Pool // of encoder
	zstd   *zstd.Encoder
	// accepted are the codings that values of Accept-Encoding name.
	accepted *contentneg.Cache[[]string]
}

// NewCompressor returns a compressor for so many bodies at once.
func NewCompressor(parallel int) (*Compressor, error) {
	// Browsers take no window larger than 8 MiB (RFC 9659 section 3); with 1 MiB
	// the encoders stay small.
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(parallel), zstd.WithWindowSize(1<<20), zstd.WithLowerEncoderMem(true))
	if err != nil {
		return nil, fmt.Errorf("make the zstd encoder: %w", err)
	}
	return &Compressor{zstd: encoder, accepted: contentneg.NewCache[[]string]()}, nil
}

// Accepted ranks the content codings that a client accepts. The result is shared and must not
// be changed.
func (c *Compressor) Accepted(h http.Header) ([]string, error) {
	lines := h["Accept-Encoding"]
	return c.accepted.Get(lines, func() ([]string, error) { return contentneg.Encoding(lines, Codings()) })
}

// Compress codes body.
func (c *Compressor) Compress(coding string, body []byte) ([]byte, error) {
	switch coding {
	case "zstd":
		return c.zstd.EncodeAll(body, nil), nil
	case "br":
		return written(&c.brotli, newBrotli, coding, body)
	case "gzip":
		return written(&c.gzip, newGzip, coding, body)
	default:
		return nil, fmt.Errorf("no such content coding: %q", coding)
	}
}

// encoder is what the encoders that write to a writer have in common.
type encoder interface {
	io.WriteCloser
	Reset(w io.Writer)
}

func newGzip() encoder { return gzip.NewWriter(nil) }

// newBrotli makes an encoder of the level that takes about as long as gzip.
func newBrotli() encoder { return brotli.NewWriterLevel(nil, 4) }

// written codes body with an encoder of the pool.
func written(pool *sync.Pool, newEncoder func() encoder, coding string, body []byte) ([]byte, error) {
	w, ok := pool.Get().(encoder)
	if !ok {
		w = newEncoder()
	}
	defer pool.Put(w)
	var b bytes.Buffer
	w.Reset(&b)
	if _, err := w.Write(body); err != nil {
		return nil, fmt.Errorf("compress with %s: %w", coding, err)
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("compress with %s: %w", coding, err)
	}
	return b.Bytes(), nil
}

// pick returns the coding for a body of the size, of those that the client
// accepts, ranked. A tiny body goes out as it is, if the client takes that.
func pick(accepted []string, size int) string {
	if size < minSize {
		for _, coding := range accepted {
			if coding == contentneg.Identity {
				return coding
			}
		}
	}
	return accepted[0]
}
