package nquads

import (
	"context"
	"errors"
	"io"
	"iter"
	"slices"

	"github.com/knakk/rdf"

	"vitrine/serialize/terms"
)

// AppendQuads appends an N-Quads document of quads that need not be whole
// graphs. Blank nodes keep their labels, so that the documents of one answer can
// be read together.
func AppendQuads(b []byte, quads []rdf.Quad) []byte {
	for _, q := range quads {
		b = terms.AppendQuad(b, q)
	}
	return b
}

// AppendTriple appends a triple as a line of N-Triples.
func AppendTriple(b []byte, t rdf.Triple) []byte { return terms.AppendTriple(b, t) }

// lineSize is about how many bytes a triple takes.
const lineSize = 160

// AppendTriples appends the triples of quads as N-Triples, which is Turtle too.
func AppendTriples(b []byte, quads []rdf.Quad) []byte {
	b = slices.Grow(b, lineSize*len(quads))
	for _, q := range quads {
		b = terms.AppendTriple(b, q.Triple)
	}
	return b
}

// Read yields the quads of a document as they stand there, also where graphs lie among each
// other; blank nodes have the labels of the document. No line may have more than limit bytes.
// An error ends the reading.
func Read(ctx context.Context, r io.Reader, limit int64) iter.Seq2[rdf.Quad, error] {
	return func(yield func(rdf.Quad, error) bool) {
		p := newParser(ctx, r, "nquads", limit)
		for {
			q, err := p.statement()
			switch {
			case errors.Is(err, io.EOF):
				return
			case err != nil:
				yield(rdf.Quad{}, err)
				return
			case q.Subj != nil && !yield(q, nil):
				return
			}
		}
	}
}
