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
	"fmt"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
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

// Decode returns the graph with the name from its encoding.
func Decode(name rdf.IRI, encoding []byte) (*graph.Graph, error) {
	d := decoder{name: name.String(), rest: string(encoding)}
	g, err := d.graph(name)
	if err == nil && (d.broken || d.rest != "") {
		err = fmt.Errorf("it does not decode")
	}
	if err != nil {
		return nil, fmt.Errorf("%w: the record of %s: %w", rdfstore.ErrCorrupt, name, err)
	}
	return g, nil
}

// decoder reads an encoding from its beginning to its end. What is missing makes it
// broken.
type decoder struct {
	name, rest string
	broken     bool
}

func (d *decoder) graph(name rdf.IRI) (*graph.Graph, error) {
	var err error
	terms := make([]rdf.Object, d.count())
	for i := range terms {
		if terms[i], err = d.term(); err != nil {
			return nil, err
		}
	}
	predicates := make([]rdf.IRI, d.count())
	for i := range predicates {
		if predicates[i], err = graph.IRI(d.text()); err != nil {
			return nil, err
		}
	}
	g := &graph.Graph{Name: name, Triples: make([]rdf.Triple, d.count())}
	for i := range g.Triples {
		s, p, o := d.number(), d.number(), d.number()
		if s >= uint64(len(terms)) || p >= uint64(len(predicates)) || o >= uint64(len(terms)) {
			return nil, fmt.Errorf("triple %d has a term that is not there", i)
		}
		subject, ok := terms[s].(rdf.Subject)
		if !ok {
			return nil, fmt.Errorf("the subject of triple %d is a literal", i)
		}
		g.Triples[i] = rdf.Triple{Subj: subject, Pred: predicates[p], Obj: terms[o]}
	}
	g.Source = graph.Source{MediaType: d.text(), Context: bytesOf(d.text()), Layout: bytesOf(d.text())}
	return g, nil
}

func (d *decoder) term() (rdf.Object, error) {
	if d.rest == "" {
		return nil, fmt.Errorf("a term is missing")
	}
	kind := d.rest[0]
	d.rest = d.rest[1:]
	switch kind {
	case kindIRI:
		return object(graph.IRI(d.text()))
	case kindOwn:
		return object(graph.IRI(d.name + d.text()))
	case kindBlank:
		return object(graph.Blank(d.text()))
	case kindString:
		return graph.String(d.text()), nil
	case kindTyped:
		datatype, err := graph.IRI(d.text())
		return graph.Typed(d.text(), datatype), err
	case kindTagged:
		tag := d.text()
		return object(graph.Tagged(d.text(), tag))
	}
	return nil, fmt.Errorf("a term is of kind %d", kind)
}

// object makes the interface of a term.
func object[T rdf.Object](t T, err error) (rdf.Object, error) { return t, err }

// number reads a uvarint.
func (d *decoder) number() uint64 {
	var n uint64
	for i := 0; i < len(d.rest) && i < binary.MaxVarintLen64; i++ {
		n |= uint64(d.rest[i]&0x7f) << (7 * i)
		if d.rest[i] < 0x80 {
			d.rest = d.rest[i+1:]
			return n
		}
	}
	d.broken, d.rest = true, ""
	return 0
}

// count reads how many things follow that take at least a byte each.
func (d *decoder) count() int {
	n := d.number()
	if n > uint64(len(d.rest)) {
		d.broken, d.rest = true, ""
		return 0
	}
	return int(n)
}

func (d *decoder) text() string {
	n := d.count()
	s := d.rest[:n]
	d.rest = d.rest[n:]
	return s
}

// bytesOf returns nil for an empty text.
func bytesOf(s string) []byte {
	if s == "" {
		return nil
	}
	return []byte(s)
}
