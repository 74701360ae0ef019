// Package terms reads and writes the terms of RDF in the syntaxes that share
// them: Turtle (https://www.w3.org/TR/turtle/), TriG, N-Triples and N-Quads, of
// RDF 1.1. Its Scanner finds tokens in a document, its Maker makes terms of what
// documents say, for RDF/XML too, and its Append functions write terms. There is
// one table of escapes for both directions.
//
// It knows no grammar beyond that of one token, and keeps no triples. It refuses
// what Vitrine's graphs of RDF 1.1 cannot hold, such as base directions, and
// never guesses at what is malformed.
package terms

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/iri"
	"vitrine/serialize"
)

// IRI holds an rdf.IRI in any place of a triple. All uses of one share its memory.
type IRI interface {
	rdf.Subject
	rdf.Predicate
	rdf.Object
}

// Blank holds an rdf.Blank likewise.
type Blank interface {
	rdf.Subject
	rdf.Object
}

// Maker makes the terms of one document. Terms repeat, so it remembers some.
type Maker struct {
	base string
	// iris has the IRIs of references that were resolved against base.
	iris   map[string]IRI
	blanks map[string]Blank
	// fresh is the number of blank nodes without a label so far.
	fresh int
}

// maxKnown bounds how many IRIs, and how many blank nodes, are remembered.
const maxKnown = 1 << 12

// NewMaker returns a maker for a document with the base IRI, which is "" where
// there is none.
func NewMaker(base string) *Maker {
	return &Maker{base: base, iris: map[string]IRI{}, blanks: map[string]Blank{}}
}

// SetBase sets the base IRI, which is absolute.
func (m *Maker) SetBase(base string) {
	if base != m.base {
		m.base = base
		clear(m.iris)
	}
}

// IRI returns the IRI that a reference means.
func (m *Maker) IRI(reference []byte) (IRI, error) {
	if known, ok := m.iris[string(reference)]; ok {
		return known, nil
	}
	key := string(reference)
	text, err := iri.Resolve(m.base, key)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", graph.ErrTerm, err)
	}
	made, err := graph.ParseIRI(text)
	if err != nil {
		return nil, err
	}
	if len(m.iris) == maxKnown {
		clear(m.iris)
	}
	known := IRI(made)
	m.iris[key] = known
	return known, nil
}

// unlabelled begins the labels of blank nodes that have none in the document.
// In no syntax can a label begin so.
const unlabelled = "-"

// Fresh returns a blank node that has no label in the document.
func (m *Maker) Fresh() Blank {
	b, _ := rdf.NewBlank(unlabelled + strconv.Itoa(m.fresh)) // fails for an empty label only
	m.fresh++
	return b
}

// Unlabelled reports whether a blank node was made by Fresh.
func Unlabelled(b rdf.Blank) bool { return strings.HasPrefix(b.String(), unlabelled) }

// Blank returns the blank node with a label of the document.
func (m *Maker) Blank(label []byte) Blank {
	if known, ok := m.blanks[string(label)]; ok {
		return known
	}
	made, _ := rdf.NewBlank(string(label))
	if len(m.blanks) == maxKnown {
		clear(m.blanks)
	}
	known := Blank(made)
	m.blanks[made.String()] = known
	return known
}

// Tagged returns a language-tagged string. A base direction, which RDF 1.2 puts
// after the tag, is an error.
func Tagged(lexical, tag string) (rdf.Literal, error) {
	if strings.Contains(tag, "--") {
		return rdf.Literal{}, fmt.Errorf("the base direction of @%s %w", tag, ErrRDF12)
	}
	return graph.Tagged(lexical, tag)
}

// dirLangString is the datatype of the directional strings of RDF 1.2.
const dirLangString = "http://www.w3.org/1999/02/22-rdf-syntax-ns#dirLangString"

// Typed returns a literal of the datatype. The two datatypes that say that there
// is a language tag are an error, since there is none.
func Typed(lexical string, datatype rdf.IRI) (rdf.Literal, error) {
	switch {
	case datatype == graph.LangString:
		return rdf.Literal{}, fmt.Errorf("%w: a literal of datatype rdf:langString needs a language tag", graph.ErrTerm)
	case datatype.String() == dirLangString:
		return rdf.Literal{}, fmt.Errorf("%w: a literal of datatype rdf:dirLangString needs a language tag and a base direction, and a base direction %w", graph.ErrTerm, ErrRDF12)
	}
	return graph.Typed(lexical, datatype), nil
}

// ErrRDF12 ends the messages about what RDF 1.2 has and RDF 1.1 has not.
var ErrRDF12 = errors.New("(RDF 1.2) cannot be kept; Vitrine's graphs are RDF 1.1")

// CheckVersion reports whether a document that says it is of the version of RDF can
// be read.
func CheckVersion(version string) error {
	if serialize.KnownVersion(version) {
		return nil
	}
	return fmt.Errorf("RDF version %q is not known; 1.1, 1.2 and 1.2-basic are", version)
}
