package nquads

import (
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

// AppendTriples appends the triples of quads as N-Triples, which is Turtle too.
func AppendTriples(b []byte, quads []rdf.Quad) []byte {
	for _, q := range quads {
		b = terms.AppendTriple(b, q.Triple)
	}
	return b
}
