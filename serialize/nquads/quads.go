package nquads

import (
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
