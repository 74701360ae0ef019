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
	"fmt"
	"io"
	"iter"
	"sync"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/dataset"
)

// ErrNotXML is wrapped by the errors about graphs that RDF/XML cannot write.
var ErrNotXML = errors.New("RDF/XML cannot write the graph; use Turtle or N-Triples")

// RDFXML is the format of one graph without its name. On reading, the name is
// DecodeOptions.Name or the one that serialize.Root finds.
func RDFXML() *serialize.Format {
	pool := &sync.Pool{New: newRoom}
	f := &serialize.Format{
		Name:       "rdfxml",
		Title:      "RDF/XML",
		MediaType:  "application/rdf+xml",
		Extensions: []string{"rdf", "rdfxml"},
		Applies:    func(g *graph.Graph) bool { return expressible(g) == nil },
		NewEncoder: func(w io.Writer) serialize.Encoder { return &encoder{w: w, pool: pool} },
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
	d := &decoder{limit: o.Limit(), grouper: dataset.NewGrouper(ctx, f, o, yield)}
	d.parser = newParser(ctx, r, o, d.add)
	if err := d.parser.document(); err != nil {
		return err
	}
	return d.grouper.End()
}

// decoder gives the triples of a document to the grouper.
type decoder struct {
	parser  *parser
	grouper *dataset.Grouper
	limit   int64
	// grown is the length of all terms, written out.
	grown int64
}

// maxGrowth is how many times the limit on a document its terms may come to when
// they are written out. A short reference can stand for a long IRI.
const maxGrowth = 4

func (d *decoder) add(q rdf.Quad) error {
	d.grown += int64(len(q.Subj.String()) + len(q.Pred.String()) + len(q.Obj.String()))
	if d.grown > d.limit*maxGrowth {
		return fmt.Errorf("%w: more than %d bytes with all IRIs written out", graph.ErrTooLarge, d.limit*maxGrowth)
	}
	if err := d.grouper.Add(q, d.parser.line, 0); err != nil {
		return err
	}
	return d.grouper.Refused()
}
