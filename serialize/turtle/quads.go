package turtle

import (
	"github.com/knakk/rdf"

	"vitrine/serialize/terms"
)

// AppendQuads appends a TriG document of quads that need not be whole graphs, in
// their order: a block for each stretch of quads of one graph, a line for each
// triple. Blank nodes keep their labels, so that the documents of one answer can
// be read together.
func AppendQuads(b []byte, quads []rdf.Quad) []byte {
	for i, q := range quads {
		if q.Ctx != nil && (i == 0 || q.Ctx != quads[i-1].Ctx) {
			b = append(terms.AppendTerm(b, q.Ctx), " {\n"...)
		}
		b = terms.AppendTriple(b, q.Triple)
		if q.Ctx != nil && (i == len(quads)-1 || q.Ctx != quads[i+1].Ctx) {
			b = append(b, "}\n"...)
		}
	}
	return b
}
