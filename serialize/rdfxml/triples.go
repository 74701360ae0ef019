package rdfxml

import (
	"fmt"
	"io"

	"github.com/knakk/rdf"

	"vitrine/serialize/dataset"
)

// CanEncode tells why EncodeTriples cannot write the triples. The error wraps
// ErrNotXML.
func CanEncode(triples []rdf.Triple) error { return expressible(triples) }

// EncodeTriples writes a document of triples that need not be of one graph, in
// their order: a node element for each stretch of one subject. Blank nodes keep
// their labels, so that the documents of one answer can be read together. The
// error wraps ErrNotXML for what RDF/XML cannot write; nothing is written then.
func EncodeTriples(w io.Writer, triples []rdf.Triple) error {
	if err := CanEncode(triples); err != nil {
		return err
	}
	f := &writer{Part: &dataset.Part{}, names: newNames(), indent: 1}
	for i, t := range triples {
		if i == 0 || t.Subj != triples[i-1].Subj {
			f.line("<rdf:Description")
			if b, ok := t.Subj.(rdf.Blank); ok {
				f.Text(` rdf:nodeID="`, b.String(), `"`)
			} else {
				f.about(t.Subj)
			}
			f.Text(">\n")
		}
		f.indent++
		name := f.of(t.Pred.String())
		if b, ok := t.Obj.(rdf.Blank); ok {
			f.line("<", name, ` rdf:nodeID="`, b.String(), "\"/>\n")
		} else {
			f.property(name, t.Obj)
		}
		f.indent--
		if i == len(triples)-1 || t.Subj != triples[i+1].Subj {
			f.line("</rdf:Description>\n")
		}
	}
	f.finish()
	if _, err := w.Write(append(f.Head, f.Body...)); err != nil {
		return fmt.Errorf("rdfxml: %w", err)
	}
	return nil
}
