package resource

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/server/web/contentneg"
	"vitrine/server/web/respond"
)

// ErrTooLarge means that a representation is larger than it may be.
var ErrTooLarge = errors.New("the representation is larger than the limit")

// buffer holds a representation while it is made. It takes no more than limit
// bytes, and nothing once ctx has ended.
type buffer struct {
	// made is not embedded: its other methods would go past the limit.
	made  bytes.Buffer
	ctx   context.Context
	limit int64
}

func (b *buffer) Write(p []byte) (int, error) {
	if err := b.ctx.Err(); err != nil {
		return 0, err
	}
	if int64(b.made.Len())+int64(len(p)) > b.limit {
		return 0, ErrTooLarge
	}
	return b.made.Write(p)
}

// render makes the body of a representation, uncompressed and without links, by write.
func (m *Maker) render(ctx context.Context, v Selected, write func(*buffer) error) ([]byte, error) {
	b := m.buffer(ctx, m.MaxRepresentation)
	defer m.reuse(b)
	if err := m.write(ctx, v, b, write); err != nil {
		return nil, err
	}
	return bytes.Clone(contentneg.ASCII(v.offer.MediaType, b.made.Bytes())), nil
}

// write fills a buffer with the body of a representation.
func (m *Maker) write(ctx context.Context, v Selected, b *buffer, write func(*buffer) error) error {
	started, o := time.Now(), v.offer
	err := write(b)
	m.Rendered(o.Name, time.Since(started))
	switch {
	case err != nil && ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, ErrTooLarge):
		return &respond.Error{Type: respond.TooLarge, Err: fmt.Errorf("%s as %s: %w", v.resource.IRI, o.Name, err)}
	case err != nil:
		return fmt.Errorf("render %s as %s: %w", v.resource.IRI, o.Name, err)
	}
	return nil
}

// buffer returns an empty buffer for so many bytes, which may have been used before.
func (m *Maker) buffer(ctx context.Context, limit int64) *buffer {
	b, ok := m.buffers.Get().(*buffer)
	if !ok {
		b = &buffer{}
	}
	b.ctx, b.limit = ctx, limit
	return b
}

// maxReused is the size of the largest buffer that is used again, in bytes.
const maxReused = 1 << 20

// reuse empties a buffer for the next representation.
func (m *Maker) reuse(b *buffer) {
	if b.made.Cap() > maxReused {
		return
	}
	b.made.Reset()
	b.ctx = nil
	m.buffers.Put(b)
}

// RecordText returns a graph as its Linked Art JSON. The error wraps ErrTooLarge
// where that is larger than a representation may be.
func (m *Maker) RecordText(ctx context.Context, g *graph.Graph) ([]byte, error) {
	o := m.Offers.Record()
	if o == nil {
		return nil, errors.New("the server has no JSON-LD format")
	}
	b := &buffer{ctx: ctx, limit: m.MaxRepresentation}
	if err := Encode(b, o.Format, g); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, fmt.Errorf("write %s as %s: %w", g.Name, o.Name, err)
	}
	return b.made.Bytes(), nil
}

// Encode writes a document of one graph.
func Encode(w io.Writer, f *serialize.Format, g *graph.Graph) error {
	encoder := f.NewEncoder(w)
	err := encoder.Encode(g)
	return errors.Join(err, encoder.Close())
}
