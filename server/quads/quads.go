// Package quads writes quads one by one, for the answers to quad patterns. The
// encoders of package serialize write whole graphs instead, and number blank nodes
// anew in each document. It follows JSON-LD 1.1
// (https://www.w3.org/TR/json-ld11/) section 9.4, and reads no store.
package quads

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// ExpandedProfile is the profile of expanded JSON-LD.
const ExpandedProfile = "http://www.w3.org/ns/json-ld#expanded"

// byGraph cuts quads where the graph changes.
func byGraph(quads []rdf.Quad) func(yield func([]rdf.Quad) bool) {
	return func(yield func([]rdf.Quad) bool) {
		for len(quads) > 0 {
			n := slices.IndexFunc(quads, func(q rdf.Quad) bool { return q.Ctx != quads[0].Ctx })
			if n < 0 {
				n = len(quads)
			}
			if !yield(quads[:n]) {
				return
			}
			quads = quads[n:]
		}
	}
}

// AppendExpanded writes expanded JSON-LD (JSON-LD 1.1 section 9.4), an object
// for each quad: what is said of one node in several objects is all said. Quads
// without a graph are of the default graph.
func AppendExpanded(b []byte, quads []rdf.Quad) []byte {
	b = append(b, '[')
	first := true
	for part := range byGraph(quads) {
		if !first {
			b = append(b, ',')
		}
		first = false
		if part[0].Ctx == nil {
			b = appendNodes(b, part)
			continue
		}
		b = quoted(append(b, "\n{\"@id\":"...), part[0].Ctx.String())
		b = appendNodes(append(b, `,"@graph":[`...), part)
		b = append(b, "]}"...)
	}
	return append(b, "\n]\n"...)
}

// appendNodes writes an object for each quad of a graph, with commas between them.
func appendNodes(b []byte, quads []rdf.Quad) []byte {
	for i, q := range quads {
		if i > 0 {
			b = append(b, ',')
		}
		b = quoted(append(b, "\n {\"@id\":"...), nodeID(q.Subj))
		if iri, ok := q.Obj.(rdf.IRI); ok && q.Pred == rdf.Predicate(graph.Type) {
			b = quoted(append(b, `,"@type":[`...), iri.String())
		} else {
			b = quoted(append(b, ','), q.Pred.String())
			b = appendObject(append(b, ":["...), q.Obj)
		}
		b = append(b, "]}"...)
	}
	return b
}

func appendObject(b []byte, object rdf.Object) []byte {
	literal, ok := object.(rdf.Literal)
	if !ok {
		return append(quoted(append(b, `{"@id":`...), nodeID(object)), '}')
	}
	b = quoted(append(b, `{"@value":`...), literal.String())
	switch {
	case literal.Lang() != "":
		b = quoted(append(b, `,"@language":`...), literal.Lang())
	case literal.DataType != graph.XSDString:
		b = quoted(append(b, `,"@type":`...), literal.DataType.String())
	}
	return append(b, '}')
}

// nodeID is the @id of a node.
func nodeID(t rdf.Term) string {
	if _, ok := t.(rdf.Blank); ok {
		return t.Serialize(rdf.NTriples)
	}
	return t.String()
}

// quoted appends a JSON string. Terms are valid UTF-8.
func quoted(b []byte, s string) []byte {
	b, _ = jsontext.AppendQuote(b, s)
	return b
}
