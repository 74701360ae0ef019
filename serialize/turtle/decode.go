package turtle

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/knakk/rdf"
	rdflibgo "github.com/tggo/goRDFlib"
	"github.com/tggo/goRDFlib/trig"
	"github.com/tggo/goRDFlib/turtle"

	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/dataset"
	"vitrine/serialize/foreign"
	"vitrine/serialize/turtle/source"
)

func decoderOf(f *serialize.Format) func(context.Context, io.Reader, serialize.DecodeOptions) iter.Seq2[*graph.Graph, error] {
	return func(ctx context.Context, r io.Reader, o serialize.DecodeOptions) iter.Seq2[*graph.Graph, error] {
		return func(yield func(*graph.Graph, error) bool) {
			d := &decoder{
				ctx:     ctx,
				format:  f,
				limit:   o.Limit(),
				input:   r,
				source:  source.New(f.Name, o.Base, f.Dataset, o.Limit()),
				parser:  foreign.Parser{Format: f.Name},
				grouper: dataset.NewGrouper(ctx, f, o, yield),
			}
			if err := d.run(); err != nil && !errors.Is(err, dataset.ErrStopped) {
				yield(nil, err)
			}
		}
	}
}

type decoder struct {
	ctx     context.Context
	format  *serialize.Format
	limit   int64
	input   io.Reader
	source  *source.Source
	parser  foreign.Parser
	grouper *dataset.Grouper
	// buffer is what was read of the document and is not parsed yet.
	buffer []byte
	// began and ended tell that the start and the end of the document were read.
	began, ended bool
}

// run parses the document piece by piece. The error it returns ends the
// reading; the graph that was being read is then lost, for the faulty piece may
// have been part of it.
func (d *decoder) run() error {
	for !d.ended || len(d.buffer) > 0 {
		if err := d.ctx.Err(); err != nil {
			return err
		}
		piece, err := source.Piece{}, source.ErrMore
		if d.began {
			piece, err = d.source.Next(d.buffer, d.ended)
		}
		switch {
		case errors.Is(err, source.ErrMore):
			err = d.read()
		case err == nil:
			d.buffer = d.buffer[piece.Read:]
			err = d.parse(piece)
		}
		if err != nil {
			return err
		}
	}
	return d.grouper.End()
}

// minRead is how much is read at once, in bytes. A piece that needs more is
// tried again each time that the buffer has doubled.
const minRead = 1 << 16

// read reads the whole document, or more of it where that is made of blocks.
func (d *decoder) read() (err error) {
	if d.format.Dataset {
		err = d.readMore()
	} else {
		d.buffer, err = foreign.ReadAll(d.ctx, d.input, d.limit)
		d.ended = true
	}
	if err != nil {
		return fmt.Errorf("%s: %w", d.format.Name, err)
	}
	d.began = true
	return nil
}

func (d *decoder) readMore() error {
	if int64(len(d.buffer)) > d.limit {
		return fmt.Errorf("%w: more than %d bytes in the block after line %d", graph.ErrTooLarge, d.limit, d.source.Line)
	}
	more := bytes.NewBuffer(d.buffer)
	_, err := io.CopyN(more, foreign.Reader(d.ctx, d.input), max(minRead, int64(len(d.buffer))))
	d.buffer = more.Bytes()
	if !d.began {
		d.buffer = bytes.TrimPrefix(d.buffer, []byte("\ufeff"))
	}
	if errors.Is(err, io.EOF) {
		d.ended, err = true, nil
	}
	return err
}

// parse gives a piece to the library and its quads to the grouper.
func (d *decoder) parse(p source.Piece) error {
	quads, empty, err := d.quads(p.Text)
	if err != nil {
		return shift(err, p.Line-1)
	}
	size := int64(p.Read)
	for _, name := range empty {
		quads = append(quads, rdf.Quad{Ctx: name})
	}
	for _, q := range quads {
		if err := d.grouper.Add(q, p.Line, size); err != nil {
			return err
		}
		size = 0
	}
	return nil
}

func (d *decoder) quads(text []byte) (quads []rdf.Quad, empty []rdf.Context, err error) {
	if d.format.Dataset {
		return d.parser.Dataset(d.ctx, func(ds *rdflibgo.Dataset) error {
			return trig.ParseDataset(ds, bytes.NewReader(text))
		})
	}
	quads, err = d.parser.Graph(d.ctx, func(g *rdflibgo.Graph) error {
		return turtle.Parse(g, bytes.NewReader(text))
	})
	return quads, nil, err
}

// shift moves the line of a fault in a piece to that in the document.
func shift(err error, lines int) error {
	var syntax *serialize.SyntaxError
	if errors.As(err, &syntax) && syntax.Line > 0 {
		syntax.Line += lines
	}
	return err
}
