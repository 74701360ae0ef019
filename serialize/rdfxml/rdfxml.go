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
// What is read is parsed by goRDFlib, after package source has refused what
// that library would lose.
//
// Known gaps: XML literals with markup are refused, as are document types with
// declarations of their own.
package rdfxml

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"

	rdflibgo "github.com/tggo/goRDFlib"
	"github.com/tggo/goRDFlib/rdfxml"

	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/dataset"
	"vitrine/serialize/foreign"
	"vitrine/serialize/rdfxml/source"
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
		Applies:    func(g *graph.Graph) bool { return expressible(g) == nil },
		NewEncoder: func(w io.Writer) serialize.Encoder { return &encoder{w: w} },
	}
	f.Decode = func(ctx context.Context, r io.Reader, o serialize.DecodeOptions) iter.Seq2[*graph.Graph, error] {
		return func(yield func(*graph.Graph, error) bool) {
			if err := decode(ctx, r, o, f, yield); err != nil && !errors.Is(err, dataset.ErrStopped) {
				yield(nil, err)
			}
		}
	}
	return f
}

func decode(ctx context.Context, r io.Reader, o serialize.DecodeOptions, f *serialize.Format, yield func(*graph.Graph, error) bool) error {
	in, err := foreign.ReadAll(ctx, r, o.Limit())
	if err != nil {
		return fmt.Errorf("rdfxml: %w", err)
	}
	document, err := source.Rewrite(in, o.Base, o.Limit()*foreign.MaxGrowth)
	if err != nil {
		return err
	}
	parser := foreign.Parser{Format: f.Name, Rename: document.Statements}
	quads, err := parser.Graph(ctx, func(g *rdflibgo.Graph) error {
		return rdfxml.Parse(g, bytes.NewReader(document.Text))
	})
	if err != nil {
		return err
	}
	grouper := dataset.NewGrouper(ctx, f, o, yield)
	for _, q := range quads {
		if err := grouper.Add(q, 0, 0); err != nil {
			return err
		}
	}
	return grouper.End()
}
