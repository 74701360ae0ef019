package rdfxml

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/shape"
)

// encoder writes a document of one graph.
type encoder struct {
	w     io.Writer
	began bool
	pool  *sync.Pool
}

// Encode writes the graph. The error wraps ErrNotXML for one that RDF/XML
// cannot write; nothing is written then.
func (e *encoder) Encode(g *graph.Graph) error {
	if e.began {
		return fmt.Errorf("rdfxml: %w", serialize.ErrOneGraph)
	}
	if err := g.Check(); err != nil {
		return fmt.Errorf("graph %s: %w", g.Name, err)
	}
	if err := expressible(g); err != nil {
		return fmt.Errorf("graph %s: %w", g.Name, err)
	}
	e.began = true
	r := e.pool.Get().(*room)
	defer func() {
		if cap(r.body) <= maxRoom {
			e.pool.Put(r)
		}
	}()
	w := &writer{Shape: shape.New(g), out: r.body[:0], names: newNames(), labels: map[rdf.Blank]string{}}
	w.nodes()
	w.text("</rdf:RDF>\n")
	r.head, r.body = w.head(r.head[:0]), w.out
	if _, err := e.w.Write(r.head); err != nil {
		return err
	}
	_, err := e.w.Write(r.body)
	return err
}

// room is what an encoder writes a graph into, and takes from the pool for that:
// the namespaces, which are known when the rest is written, and the rest.
type room struct{ head, body []byte }

func newRoom() any { return &room{} }

// maxRoom is the size of the largest room that goes back to the pool, in bytes.
const maxRoom = 1 << 18

// Close ends the document. One without a graph gets its root element here.
func (e *encoder) Close() error {
	if e.began {
		return nil
	}
	e.began = true
	_, err := e.w.Write((&writer{names: newNames()}).document())
	return err
}

// maxNesting is how deep nodes are nested. Blank nodes deeper down get a label
// and a place of their own, so that every reader can follow.
const maxNesting = 64

// writer writes the node elements of one graph.
type writer struct {
	*shape.Shape
	*names
	out []byte
	// indent is the depth of the line being written, nesting that of nodes.
	indent, nesting int
	// labels of the blank nodes that have one.
	labels map[rdf.Blank]string
	// deep are the blank nodes that were too deep to stand inside others.
	deep []rdf.Subject
}

// document returns the whole document around the nodes that were written.
func (w *writer) document() []byte {
	return append(append(w.head(nil), w.out...), "</rdf:RDF>\n"...)
}

// head appends what stands before the nodes that were written.
func (w *writer) head(b []byte) []byte {
	b = append(b, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rdf:RDF"...)
	for _, p := range w.declared() {
		b = append(b, "\n    xmlns:"...)
		b = append(b, p.Name...)
		b = append(b, `="`...)
		b = append(b, inAttribute.Replace(p.Namespace)...)
		b = append(b, '"')
	}
	return append(b, ">\n"...)
}

func (w *writer) nodes() {
	w.indent = 1
	for _, s := range w.Subjects {
		if !w.Nests(s) {
			w.node(s)
		}
	}
	for len(w.deep) > 0 {
		s := w.deep[0]
		w.deep = w.deep[1:]
		w.node(s)
	}
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
	start := len(w.out)
	w.text(">\n")
	w.indent++
	for _, p := range properties {
		name := w.of(p.Predicate.String())
		for _, o := range p.Objects {
			w.property(name, o)
		}
	}
	w.indent--
	if len(w.out) == start+len(">\n") {
		w.out = append(w.out[:start], "/>\n"...)
		return
	}
	w.line("</", name, ">\n")
}

// classOf returns the first class, where it can be the name of an element.
func classOf(properties []shape.Property) (rdf.IRI, bool) {
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
	if !ok {
		w.text(` rdf:about="`, inAttribute.Replace(s.String()), `"`)
		return
	}
	if _, ok := w.labels[b]; ok || w.Used(b) && !w.Nests(b) {
		w.text(` rdf:nodeID="`, w.label(b), `"`)
	}
}

// label returns the label of a blank node, which it is given at its first use.
func (w *writer) label(b rdf.Blank) string {
	label, ok := w.labels[b]
	if !ok {
		label = "b" + strconv.Itoa(len(w.labels))
		w.labels[b] = label
	}
	return label
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
			w.text(` xml:lang="`, o.Lang(), `"`)
		case o.DataType != graph.XSDString:
			w.text(` rdf:datatype="`, inAttribute.Replace(o.DataType.String()), `"`)
		}
		w.text(">", inText.Replace(o.String()), "</", name, ">\n")
	case rdf.Blank:
		w.nested(name, o)
	}
}

// nested writes a property element whose object is a blank node.
func (w *writer) nested(name string, b rdf.Blank) {
	if w.Nests(b) && w.nesting == maxNesting && len(w.Triples(b)) > 0 {
		w.deep = append(w.deep, b)
		w.label(b)
	}
	if _, labelled := w.labels[b]; labelled || !w.Nests(b) {
		w.line("<", name, ` rdf:nodeID="`, w.label(b), "\"/>\n")
		return
	}
	w.line("<", name, ">\n")
	w.nesting++
	w.indent++
	w.node(b)
	w.indent--
	w.nesting--
	w.line("</", name, ">\n")
}

// line begins a line.
func (w *writer) line(parts ...string) {
	for range w.indent {
		w.text("  ")
	}
	w.text(parts...)
}

func (w *writer) text(parts ...string) {
	for _, s := range parts {
		w.out = append(w.out, s...)
	}
}

// inText and inAttribute escape what XML reads otherwise than it is written.
// IRIs, which attributes hold, have no quotation marks and white space.
var (
	inText      = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\r", "&#xD;")
	inAttribute = strings.NewReplacer("&", "&amp;")
)
