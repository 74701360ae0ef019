package foreign

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"vitrine/rdfstore/graph"
)

// Reader returns a reader that fails with the context's error after its end.
func Reader(ctx context.Context, r io.Reader) io.Reader { return &reader{ctx, r} }

type reader struct {
	ctx context.Context
	r   io.Reader
}

func (r *reader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.r.Read(p)
}

// ReadAll reads a document of at most limit bytes, without its byte order mark.
func ReadAll(ctx context.Context, r io.Reader, limit int64) ([]byte, error) {
	document, err := io.ReadAll(io.LimitReader(Reader(ctx, r), limit+1))
	if err != nil {
		return nil, err
	}
	if int64(len(document)) > limit {
		return nil, fmt.Errorf("%w: more than %d bytes", graph.ErrTooLarge, limit)
	}
	return bytes.TrimPrefix(document, []byte("\ufeff")), nil
}
