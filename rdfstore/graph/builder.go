package graph

import (
	"strconv"

	"github.com/knakk/rdf"
)

// xsdNS begins the IRIs of the datatypes of XML Schema.
const xsdNS = "http://www.w3.org/2001/XMLSchema#"

// Builder gathers triples that are said in code, whose terms come as texts, and keeps
// the first error about one. The zero value is an empty one.
type Builder struct {
	Triples []rdf.Triple
	// Err wraps ErrTerm.
	Err error
}

// Add says that a node has a property with a value.
func (b *Builder) Add(s rdf.Subject, property string, o rdf.Object) {
	b.Triples = append(b.Triples, rdf.Triple{Subj: s, Pred: b.IRI(property), Obj: o})
}

// Link says that a node has a property whose value is an IRI, unless that is empty.
func (b *Builder) Link(s rdf.Subject, property, iri string) {
	if iri != "" {
		b.Add(s, property, b.IRI(iri))
	}
}

// Text says that a node has a property whose value is a string, unless that is empty.
func (b *Builder) Text(s rdf.Subject, property, text string) {
	if text != "" {
		b.Add(s, property, String(text))
	}
}

// TaggedText says that a node has a property whose value is a text in a language, or a string
// where no language tag is given, unless the text is empty.
func (b *Builder) TaggedText(s rdf.Subject, property, text, tag string) {
	if text == "" || tag == "" {
		b.Text(s, property, text)
		return
	}
	literal, err := Tagged(text, tag)
	b.fail(err)
	b.Add(s, property, literal)
}

// Number says that a node has a property whose value is an integer.
func (b *Builder) Number(s rdf.Subject, property string, n uint64) {
	b.Literal(s, property, strconv.FormatUint(n, 10), "integer")
}

// Literal says that a node has a property whose value is of a type of XML Schema.
func (b *Builder) Literal(s rdf.Subject, property, lexical, datatype string) {
	b.Add(s, property, Typed(lexical, b.IRI(xsdNS+datatype)))
}

// IRI returns the IRI; the zero one after an error.
func (b *Builder) IRI(s string) rdf.IRI {
	iri, err := IRI(s)
	b.fail(err)
	return iri
}

// Blank returns the blank node with the label; the zero one after an error.
func (b *Builder) Blank(label string) rdf.Blank {
	blank, err := Blank(label)
	b.fail(err)
	return blank
}

func (b *Builder) fail(err error) {
	if b.Err == nil {
		b.Err = err
	}
}
