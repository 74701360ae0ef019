// Package record writes and reads what a row of an entity holds of its graph.
//
// A record stands alone: it has its own terms and predicates, each once, in the order in
// which they first stand in the triples. So one graph gives one encoding, and two graphs
// are equal (graph.Graph.Equal) just if their encodings are the same bytes.
//
// What is stored is sealed: compressed by Zstandard (RFC 8878), with a checksum before it.
// Bytes that are not what was written give an error that wraps rdfstore.ErrCorrupt. The
// package knows no database.
//
//	encoding: terms, predicates, triples, source
//	terms:    count, then of each its kind (one byte) and texts
//	source:   media type, context, layout
//
// Numbers are uvarints, texts have their length in bytes before them.
package record

import (
	"encoding/binary"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// The kinds of terms.
const (
	kindIRI    = iota // text
	kindOwn           // what follows the name of the graph
	kindBlank         // label
	kindString        // text of an xsd:string
	kindTyped         // datatype, text
	kindTagged        // language tag, text
)

// Encode returns the encoding of a graph that keeps what its Check asks for and has
// literals as package graph makes them. The name is not in it.
func Encode(g *graph.Graph) []byte {
	e := encoder{name: g.Name.String(), numbers: make(map[rdf.Term]uint64, 2*len(g.Triples)), predicates: map[rdf.Predicate]uint64{}}
	for _, t := range g.Triples {
		e.triples = binary.AppendUvarint(e.triples, e.term(t.Subj))
		e.triples = binary.AppendUvarint(e.triples, e.predicate(t.Pred))
		e.triples = binary.AppendUvarint(e.triples, e.term(t.Obj))
	}
	b := make([]byte, 0, len(e.terms)+len(e.names)+len(e.triples)+len(g.Source.Layout)+len(g.Source.Context)+64)
	b = append(binary.AppendUvarint(b, uint64(len(e.numbers))), e.terms...)
	b = append(binary.AppendUvarint(b, uint64(len(e.predicates))), e.names...)
	b = append(binary.AppendUvarint(b, uint64(len(g.Triples))), e.triples...)
	b = appendText(b, g.Source.MediaType)
	b = appendText(b, string(g.Source.Context))
	return appendText(b, string(g.Source.Layout))
}

type encoder struct {
	name       string
	numbers    map[rdf.Term]uint64
	predicates map[rdf.Predicate]uint64
	// terms, names (of predicates) and triples are the parts so far.
	terms, names, triples []byte
}

func (e *encoder) predicate(p rdf.Predicate) uint64 {
	n, ok := e.predicates[p]
	if !ok {
		n = uint64(len(e.predicates))
		e.predicates[p] = n
		e.names = appendText(e.names, p.String())
	}
	return n
}

func (e *encoder) term(t rdf.Term) uint64 {
	n, ok := e.numbers[t]
	if ok {
		return n
	}
	n = uint64(len(e.numbers))
	e.numbers[t] = n
	text := t.String()
	switch t := t.(type) {
	case rdf.Blank:
		e.add(kindBlank, text)
	case rdf.Literal:
		switch t.DataType {
		case graph.XSDString:
			e.add(kindString, text)
		case graph.LangString:
			e.add(kindTagged, t.Lang(), text)
		default:
			e.add(kindTyped, t.DataType.String(), text)
		}
	default:
		if rest, own := strings.CutPrefix(text, e.name); own {
			e.add(kindOwn, rest)
		} else {
			e.add(kindIRI, text)
		}
	}
	return n
}

func (e *encoder) add(kind byte, texts ...string) {
	e.terms = append(e.terms, kind)
	for _, text := range texts {
		e.terms = appendText(e.terms, text)
	}
}

func appendText(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}
