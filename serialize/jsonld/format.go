package jsonld

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"iter"

	"github.com/knakk/rdf"

	ldcontext "vitrine/context"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
)

// The profiles of JSON-LD 1.1 (https://www.w3.org/TR/json-ld11/#iana-considerations).
const (
	ExpandedProfile  = "http://www.w3.org/ns/json-ld#expanded"
	CompactedProfile = "http://www.w3.org/ns/json-ld#compacted"
	FlattenedProfile = "http://www.w3.org/ns/json-ld#flattened"
)

// LinkedArt returns the format of Linked Art records: compacted and framed
// JSON-LD, the same document as the one that was read.
func (p *Processor) LinkedArt() *serialize.Format {
	return &serialize.Format{
		Name:       "jsonld",
		Title:      "Linked Art JSON-LD",
		MediaType:  MediaType,
		Aliases:    []string{"application/json"},
		Profile:    ldcontext.LinkedArt,
		Extensions: []string{"json", "jsonld"},
		NewEncoder: p.encoder(p.Append),
		Decode:     p.decode,
	}
}

// Expanded returns the expanded form: full IRIs, no context, the same tree.
func (p *Processor) Expanded() *serialize.Format {
	return p.profiled("expanded", ExpandedProfile, p.AppendExpanded)
}

// Compacted returns the compacted form, which a Linked Art record is in.
func (p *Processor) Compacted() *serialize.Format {
	return p.profiled("compacted", CompactedProfile, p.Append)
}

// Flattened returns the flattened form: one object for each node, without
// nesting, in full IRIs.
func (p *Processor) Flattened() *serialize.Format {
	return p.profiled("flattened", FlattenedProfile, p.AppendFlattened)
}

// profiled returns a format that a standard profile alone selects.
func (p *Processor) profiled(name, profile string, render renderer) *serialize.Format {
	return &serialize.Format{
		Name:       name,
		Title:      "JSON-LD, " + name,
		MediaType:  MediaType,
		Profile:    profile,
		NewEncoder: p.encoder(render),
		Decode:     p.decode,
	}
}

// Lines returns the format of many records, one a line (https://jsonlines.org).
func (p *Processor) Lines() *serialize.Format {
	return &serialize.Format{
		Name:       "jsonl",
		Title:      "JSON Lines of Linked Art records",
		MediaType:  "application/jsonl",
		Aliases:    []string{"application/x-ndjson"},
		Extensions: []string{"jsonl", "ndjson"},
		Dataset:    true,
		NewEncoder: func(w io.Writer) serialize.Encoder {
			return &encoder{w: w, render: p.Append, many: true}
		},
		Decode: p.decodeLines,
	}
}

// renderer appends a graph as JSON.
type renderer func([]byte, *graph.Graph) ([]byte, error)

// encoder writes each graph as one line of JSON.
type encoder struct {
	w      io.Writer
	render renderer
	many   bool
	count  int
	buf    []byte
}

func (p *Processor) encoder(render renderer) func(io.Writer) serialize.Encoder {
	return func(w io.Writer) serialize.Encoder { return &encoder{w: w, render: render} }
}

// Encode implements serialize.Encoder.
func (e *encoder) Encode(g *graph.Graph) error {
	if e.count++; e.count > 1 && !e.many {
		return serialize.ErrOneGraph
	}
	var err error
	if e.buf, err = e.render(e.buf[:0], g); err != nil {
		return err
	}
	e.buf = append(e.buf, '\n')
	_, err = e.w.Write(e.buf)
	return err
}

// Close implements serialize.Encoder; every line is already written.
func (e *encoder) Close() error { return nil }

// byteOrderMark may stand at the beginning of a file, and is ignored (RFC 8259 section 8.1).
var byteOrderMark = []byte("\ufeff")

// decode reads the record of a document, or each of those that it has.
func (p *Processor) decode(ctx context.Context, r io.Reader, o serialize.DecodeOptions) iter.Seq2[*graph.Graph, error] {
	return func(yield func(*graph.Graph, error) bool) {
		text, err := io.ReadAll(io.LimitReader(r, o.Limit()+1))
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			yield(nil, err)
			return
		}
		all, err := Records(text)
		if err != nil {
			yield(nil, err)
			return
		}
		if len(all) > 1 {
			o.Name = rdf.IRI{}
		}
		for _, r := range all {
			g, err := p.readWithText(ctx, r.Text, o)
			if err != nil && len(all) > 1 {
				err = &serialize.RecordError{Line: r.Line, Err: below(err, r.Pointer)}
			}
			if !yield(g, err) {
				return
			}
		}
	}
}

// readWithText reads a record, and hands its text to o.Text if it is Linked Art JSON that was
// read whole. Without a context of its own a document is that of full IRIs.
func (p *Processor) readWithText(ctx context.Context, text []byte, o serialize.DecodeOptions) (*graph.Graph, error) {
	g, err := p.Read(ctx, text, o)
	if err == nil && o.Text != nil && !o.Lenient && g.Source.Context != nil {
		o.Text(text)
	}
	return g, err
}

// below returns the error about a record with its place in the document.
func below(err error, pointer string) error {
	var syntax *serialize.SyntaxError
	if errors.As(err, &syntax) {
		syntax.Line, syntax.Column = 0, 0
		syntax.Pointer = pointer + syntax.Pointer
	}
	return err
}

// decodeLines reads one record after the other. A line that is refused does
// not stop the walk; one that is longer than the limit does.
func (p *Processor) decodeLines(ctx context.Context, r io.Reader, o serialize.DecodeOptions) iter.Seq2[*graph.Graph, error] {
	return func(yield func(*graph.Graph, error) bool) {
		lines := bufio.NewScanner(r)
		lines.Buffer(make([]byte, 0, 16<<10), int(o.Limit()))
		n := 1
		for ; lines.Scan(); n++ {
			if err := ctx.Err(); err != nil {
				yield(nil, err)
				return
			}
			text := lines.Bytes()
			if n == 1 {
				text = bytes.TrimPrefix(text, byteOrderMark)
			}
			text = bytes.TrimSpace(text)
			if len(text) == 0 {
				continue
			}
			g, err := p.readWithText(ctx, text, o)
			if err != nil {
				err = &serialize.RecordError{Line: n, Err: inLine(err)}
			}
			if o.Line != nil {
				o.Line(n)
			}
			if !yield(g, err) {
				return
			}
		}
		if err := lines.Err(); err != nil {
			if o.Line != nil {
				o.Line(n)
			}
			if errors.Is(err, bufio.ErrTooLong) {
				err = &serialize.SyntaxError{Format: "jsonl", Reason: "a line is longer than the limit for one record", Err: graph.ErrTooLarge}
			}
			yield(nil, err)
		}
	}
}

// inLine takes the line number out of an error about a one-line text, where it
// would always be 1.
func inLine(err error) error {
	var syntax *serialize.SyntaxError
	if errors.As(err, &syntax) {
		syntax.Line = 0
		syntax.Column = 0
	}
	return err
}
