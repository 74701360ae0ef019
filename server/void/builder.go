package void

import (
	"strconv"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// builder gathers triples, and keeps the first error about a term.
type builder struct {
	triples []rdf.Triple
	err     error
}

func (b *builder) add(s rdf.Subject, property string, o rdf.Object) {
	b.triples = append(b.triples, rdf.Triple{Subj: s, Pred: b.iri(property), Obj: o})
}

// link says that a node has a property whose value is an IRI, unless that is
// empty.
func (b *builder) link(s rdf.Subject, property, iri string) {
	if iri != "" {
		b.add(s, property, b.iri(iri))
	}
}

// text says that a node has a property whose value is a string, unless that is
// empty.
func (b *builder) text(s rdf.Subject, property, text string) {
	if text != "" {
		b.add(s, property, graph.String(text))
	}
}

func (b *builder) number(s rdf.Subject, property string, n uint64) {
	b.literal(s, property, strconv.FormatUint(n, 10), "integer")
}

// literal says that a node has a property whose value is of a type of XML
// Schema.
func (b *builder) literal(s rdf.Subject, property, lexical, datatype string) {
	b.add(s, property, graph.Typed(lexical, b.iri(xsdNS+datatype)))
}

func (b *builder) iri(s string) rdf.IRI {
	iri, err := graph.IRI(s)
	b.fail(err)
	return iri
}

func (b *builder) blank(n int) rdf.Blank {
	blank, err := graph.Blank("b" + strconv.Itoa(n))
	b.fail(err)
	return blank
}

func (b *builder) fail(err error) {
	if b.err == nil {
		b.err = err
	}
}
