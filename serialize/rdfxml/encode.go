package rdfxml

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/dataset"
)

// encoder is the encoder of a document of one graph.
type encoder struct {
	serialize.Encoder
	w     io.Writer
	began bool
}

// Encode writes the graph. The error wraps ErrNotXML for one that RDF/XML
// cannot write; nothing is written then.
func (e *encoder) Encode(g *graph.Graph) error {
	err := e.Encoder.Encode(g)
	e.began = e.began || err == nil
	return err
}

// Close ends the document. One without a graph gets its root element here.
func (e *encoder) Close() error {
	if !e.began {
		e.began = true
		w := &writer{Part: &dataset.Part{}, names: newNames()}
		w.finish()
		if _, err := e.w.Write(append(w.Head, w.Body...)); err != nil {
			return err
		}
	}
	return e.Encoder.Close()
}

// add appends a graph.
func add(p *dataset.Part, g *graph.Graph) error {
	if err := expressible(g.Triples); err != nil {
		return err
	}
	w := &writer{Part: p, Tree: dataset.NewTree(g), names: newNames(), indent: 1}
	w.Each(w.node)
	w.finish()
	return nil
}

// writer writes the node elements of one graph.
type writer struct {
	*dataset.Part
	*dataset.Tree
	*names
	// indent is the depth of the line being written.
	indent int
}

// finish writes what stands around the nodes that were written.
func (w *writer) finish() {
	b := append(w.Head, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rdf:RDF"...)
	for _, p := range w.declared() {
		b = fmt.Appendf(b, "\n    xmlns:%s=\"%s\"", p.Name, inAttribute.Replace(p.Namespace))
	}
	w.Head = append(b, ">\n"...)
	w.Text("</rdf:RDF>\n")
}

// node writes the node element of a subject.
func (w *writer) node(s rdf.Subject) {
	properties := w.Properties(s)
	name := "rdf:Description"
	if class, ok := classOf(properties); ok {
		name = w.of(class.String())
		properties[0].Objects = properties[0].Objects[1:]
	}
	w.line("<", name)
	w.about(s)
	start := len(w.Body)
	w.Text(">\n")
	w.indent++
	for _, p := range properties {
		name := w.of(p.Predicate.String())
		for _, o := range p.Objects {
			w.property(name, o)
		}
	}
	w.indent--
	if len(w.Body) == start+len(">\n") {
		w.Body = append(w.Body[:start], "/>\n"...)
		return
	}
	w.line("</", name, ">\n")
}

// classOf returns the first class, where it can be the name of an element.
func classOf(properties []dataset.Property) (rdf.IRI, bool) {
	if len(properties) == 0 || properties[0].Predicate != rdf.Predicate(graph.Type) {
		return rdf.IRI{}, false
	}
	class, ok := properties[0].Objects[0].(rdf.IRI)
	return class, ok && isElement(class.String())
}

// about writes the attribute that identifies a node, which one without use
// elsewhere does not need.
func (w *writer) about(s rdf.Subject) {
	b, ok := s.(rdf.Blank)
	switch {
	case !ok:
		w.Text(` rdf:about="`, inAttribute.Replace(s.String()), `"`)
	case w.Labelled(b) || w.Used(b) && !w.Nests(b):
		w.Text(` rdf:nodeID="b`, strconv.Itoa(w.Label(b)), `"`)
	}
}

// property writes a property element.
func (w *writer) property(name string, o rdf.Object) {
	switch o := o.(type) {
	case rdf.IRI:
		w.line("<", name, ` rdf:resource="`, inAttribute.Replace(o.String()), "\"/>\n")
	case rdf.Literal:
		w.line("<", name)
		switch {
		case o.Lang() != "":
			w.Text(` xml:lang="`, o.Lang(), `"`)
		case o.DataType != graph.XSDString:
			w.Text(` rdf:datatype="`, inAttribute.Replace(o.DataType.String()), `"`)
		}
		w.Text(">", inText.Replace(o.String()), "</", name, ">\n")
	case rdf.Blank:
		w.nested(name, o)
	}
}

// nested writes a property element whose object is a blank node.
func (w *writer) nested(name string, b rdf.Blank) {
	if !w.Enter(b) {
		w.line("<", name, ` rdf:nodeID="b`, strconv.Itoa(w.Label(b)), "\"/>\n")
		return
	}
	w.line("<", name, ">\n")
	w.indent++
	w.node(b)
	w.indent--
	w.Leave()
	w.line("</", name, ">\n")
}

// line begins a line.
func (w *writer) line(parts ...string) {
	for range w.indent {
		w.Text("  ")
	}
	w.Text(parts...)
}

// inText and inAttribute escape what XML reads otherwise than it is written.
// IRIs, which attributes hold, have no quotation marks and white space.
var (
	inText      = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\r", "&#xD;")
	inAttribute = strings.NewReplacer("&", "&amp;")
)
