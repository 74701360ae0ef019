package jsonld

import (
	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// AppendQuads appends quads that need not be whole graphs as expanded JSON-LD (JSON-LD 1.1
// section 9.4), in their order: a graph object for each stretch of quads of one graph, a node
// object for each triple. What is said of one node in several objects is all said. Blank nodes
// keep their labels.
func AppendQuads(b []byte, quads []rdf.Quad) []byte {
	b = append(b, '[')
	for i, q := range quads {
		begins := i == 0 || q.Ctx != quads[i-1].Ctx
		if i > 0 && (begins || q.Ctx == nil) {
			b = append(b, ',')
		}
		switch {
		case q.Ctx == nil:
		case begins:
			b = append(appendString(append(b, "\n {\"@id\":"...), nodeID(q.Ctx)), `,"@graph":[`...)
		default:
			b = append(b, ',')
		}
		b = appendNode(b, q.Triple)
		if q.Ctx != nil && (i == len(quads)-1 || q.Ctx != quads[i+1].Ctx) {
			b = append(b, "]}"...)
		}
	}
	return append(b, "\n]\n"...)
}

// appendNode appends a node object of one triple.
func appendNode(b []byte, t rdf.Triple) []byte {
	b = appendString(append(b, "\n {\"@id\":"...), nodeID(t.Subj))
	if iri, ok := t.Obj.(rdf.IRI); ok && t.Pred == rdf.Predicate(graph.Type) {
		b = appendString(append(b, `,"@type":[`...), iri.String())
	} else {
		b = appendString(append(b, ','), t.Pred.String())
		b = appendObject(append(b, ":["...), t.Obj)
	}
	return append(b, "]}"...)
}

func appendObject(b []byte, object rdf.Object) []byte {
	literal, ok := object.(rdf.Literal)
	if !ok {
		return append(appendString(append(b, `{"@id":`...), nodeID(object)), '}')
	}
	b = appendString(append(b, `{"@value":`...), literal.String())
	switch {
	case literal.Lang() != "":
		b = appendString(append(b, `,"@language":`...), literal.Lang())
	case literal.DataType != graph.XSDString:
		b = appendString(append(b, `,"@type":`...), literal.DataType.String())
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
