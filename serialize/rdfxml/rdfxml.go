// Package rdfxml reads and writes RDF/XML
// (https://www.w3.org/TR/rdf-syntax-grammar/) of RDF 1.1.
//
// RDF/XML cannot say everything: a predicate must end in an XML name, and text
// can only have the characters of XML 1.0, which leaves out most control
// characters. A graph that has more is refused as a whole; Format.Applies tells.
//
// What is written has a node element for each subject, the entity first, with
// its first class as the element's name where XML has a name for it. Blank nodes
// that are used once stand inside the property that they are the object of.
//
// What is read is parsed as it comes, by the grammar of section 7.2, from the
// tokens of encoding/xml. XML literals are kept in exclusive canonical form.
// Where the grammar has no place for text, attributes or a second object, they
// are refused, never dropped.
//
// A document may say that it is of RDF 1.2, by rdf:version, but not use what is
// new there: triple terms, annotations and base directions are refused.
//
// Known gaps: document types with declarations of their own are refused, and
// so are characters in names that the fifth edition of XML 1.0 has added.
package rdfxml

import (
	"context"
	"errors"
	"io"

	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/dataset"
)

// ErrNotXML is wrapped by the errors about graphs that RDF/XML cannot write.
var ErrNotXML = errors.New("RDF/XML cannot write the graph; use Turtle or N-Triples")

// RDFXML is the format of one graph without its name. On reading, the name is
// DecodeOptions.Name or the one that serialize.Root finds.
func RDFXML() *serialize.Format {
	f := &serialize.Format{
		Name:       "rdfxml",
		Title:      "RDF/XML",
		MediaType:  "application/rdf+xml",
		Extensions: []string{"rdf", "rdfxml"},
		Applies:    func(g *graph.Graph) bool { return expressible(g.Triples) == nil },
	}
	newEncoder := dataset.Encoders(f, func() dataset.Append { return add })
	f.NewEncoder = func(w io.Writer) serialize.Encoder { return &encoder{Encoder: newEncoder(w), w: w} }
	f.Decode = dataset.Decoder(f, func(ctx context.Context, r io.Reader, o serialize.DecodeOptions, g *dataset.Grouper) error {
		return newParser(ctx, r, o, g).document()
	})
	return f
}
