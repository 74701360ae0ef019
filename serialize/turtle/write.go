package turtle

import (
	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/dataset"
	"vitrine/serialize/terms"
)

// writer writes one graph.
type writer struct {
	*dataset.Part
	*dataset.Tree
	prefixes []serialize.Prefix
	used     map[string]bool
	// indent is the depth of the line being written.
	indent int
}

// block writes the graph as a block of TriG.
func (w *writer) block(name rdf.IRI) {
	w.iri(name)
	w.Text(" {\n")
	w.indent = 1
	w.subjects()
	w.Text("}\n")
}

// subjects writes the statements about each subject that does not stand inside
// another's.
func (w *writer) subjects() {
	written := 0
	w.Each(func(s rdf.Subject) {
		if written > 0 {
			w.Text("\n")
		}
		written++
		w.statements(s)
	})
}

// statements writes all triples of a subject.
func (w *writer) statements(s rdf.Subject) {
	w.margin()
	switch s := s.(type) {
	case rdf.IRI:
		w.iri(s)
	case rdf.Blank:
		if !w.Used(s) {
			w.Text("[]")
		} else {
			w.label(s)
		}
	}
	w.indent++
	w.Text(" ")
	w.properties(s)
	w.indent--
	w.Text(" .\n")
}

// properties writes the predicates and objects of a subject, rdf:type first.
// The first stands on the line that was begun.
func (w *writer) properties(s rdf.Subject) {
	for i, p := range w.Properties(s) {
		if i > 0 {
			w.Text(" ;\n")
			w.margin()
		}
		if p.Predicate == rdf.Predicate(graph.Type) {
			w.Text("a")
		} else {
			w.iri(p.Predicate.(rdf.IRI))
		}
		for j, o := range p.Objects {
			if j > 0 {
				w.Text(",")
			}
			w.Text(" ")
			w.object(o)
		}
	}
}

func (w *writer) object(o rdf.Object) {
	switch o := o.(type) {
	case rdf.Literal:
		w.literal(o)
	case rdf.IRI:
		if o == graph.Nil {
			w.Text("()")
			return
		}
		w.iri(o)
	case rdf.Blank:
		w.node(o)
	}
}

// node writes a blank node that is an object.
func (w *writer) node(b rdf.Blank) {
	if w.Nests(b) && len(w.Triples(b)) == 0 {
		w.Text("[]")
		return
	}
	if !w.Enter(b) {
		w.label(b)
		return
	}
	defer w.Leave()
	w.indent++
	if items, ok := w.List(b); ok {
		w.items(items)
		w.indent--
		return
	}
	w.Text("[\n")
	w.margin()
	w.properties(b)
	w.Text("\n")
	w.indent--
	w.margin()
	w.Text("]")
}

// itemsPerLine is the length of the longest list that is written in one line.
const itemsPerLine = 8

// items writes the items of a list: in one line, unless there are many or some
// are blank nodes.
func (w *writer) items(items []rdf.Object) {
	lines := len(items) > itemsPerLine
	for _, item := range items {
		_, blank := item.(rdf.Blank)
		lines = lines || blank
	}
	w.Text("(")
	for _, item := range items {
		w.gap(lines)
		w.object(item)
	}
	w.indent--
	w.gap(lines)
	w.indent++
	w.Text(")")
}

// gap writes the white space between the items of a list.
func (w *writer) gap(lines bool) {
	if !lines {
		w.Text(" ")
		return
	}
	w.Text("\n")
	w.margin()
}

func (w *writer) label(b rdf.Blank) { w.Body = terms.AppendNumbered(w.Body, w.Label(b)) }

func (w *writer) margin() {
	for range w.indent {
		w.Text("    ")
	}
}
