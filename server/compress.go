package server

import (
	"bytes"
	"fmt"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"vitrine/server/negotiate"
)

// codings are the content codings, the preferred one first.
var codings = []string{"zstd", "gzip"}

// minCompress is the size of the smallest body that is compressed, in bytes. A
// smaller one travels in one packet anyway.
const minCompress = 1024

// compress codes body.
func compress(coding string, body []byte) ([]byte, error) {
	var b bytes.Buffer
	var w io.WriteCloser
	var err error
	switch coding {
	case "gzip":
		w, err = gzip.NewWriterLevel(&b, gzip.DefaultCompression)
	case "zstd":
		// One goroutine and a window no larger than browsers take (RFC 9659).
		w, err = zstd.NewWriter(&b, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(1<<20), zstd.WithLowerEncoderMem(true))
	default:
		return nil, fmt.Errorf("no such content coding: %q", coding)
	}
	if err != nil {
		return nil, fmt.Errorf("compress with %s: %w", coding, err)
	}
	if _, err := w.Write(body); err != nil {
		return nil, fmt.Errorf("compress with %s: %w", coding, err)
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("compress with %s: %w", coding, err)
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
