package query

import (
	"github.com/go-json-experiment/json/jsontext"
	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// expandedProfile is the profile of expanded JSON-LD.
const expandedProfile = "http://www.w3.org/ns/json-ld#expanded"

// appendExpanded writes triples as expanded JSON-LD (JSON-LD 1.1 section 9.4), an object for
// each: what is said of one node in several objects is all said.
func appendExpanded(b []byte, triples []rdf.Triple) []byte {
	b = append(b, '[')
	for i, t := range triples {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendQuoted(append(b, "\n {\"@id\":"...), nodeID(t.Subj))
		if iri, ok := t.Obj.(rdf.IRI); ok && t.Pred == rdf.Predicate(graph.Type) {
			b = appendQuoted(append(b, `,"@type":[`...), iri.String())
		} else {
			b = appendQuoted(append(b, ','), t.Pred.String())
			b = appendObject(append(b, ":["...), t.Obj)
		}
		b = append(b, "]}"...)
	}
	return append(b, "\n]\n"...)
}

func appendObject(b []byte, object rdf.Object) []byte {
	literal, ok := object.(rdf.Literal)
	if !ok {
		return append(appendQuoted(append(b, `{"@id":`...), nodeID(object)), '}')
	}
	b = appendQuoted(append(b, `{"@value":`...), literal.String())
	switch {
	case literal.Lang() != "":
		b = appendQuoted(append(b, `,"@language":`...), literal.Lang())
	case literal.DataType != graph.XSDString:
		b = appendQuoted(append(b, `,"@type":`...), literal.DataType.String())
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

// appendQuoted appends a JSON string. Terms are valid UTF-8.
func appendQuoted(b []byte, s string) []byte {
	b, _ = jsontext.AppendQuote(b, s)
	return b
}
