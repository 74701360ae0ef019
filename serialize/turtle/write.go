package turtle

import (
	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/shape"
	"vitrine/serialize/terms"
)

// maxNesting is how deep brackets are nested. Blank nodes deeper down get a
// label and a place of their own, so that every reader can follow.
const maxNesting = 64

// writer writes one graph.
type writer struct {
	*shape.Shape
	out      []byte
	prefixes []serialize.Prefix
	used     map[string]bool
	// indent is the depth of the line being written.
	indent int
	// nesting is the number of brackets and parentheses that are open.
	nesting int
	// labels of the blank nodes that have one; blanks numbers them.
	labels map[rdf.Blank]string
	blanks int
	// deep are the blank nodes that were too deep to be written in brackets.
	deep []rdf.Subject
}

// newWriter returns a writer that appends to out.
func newWriter(g *graph.Graph, out []byte, prefixes []serialize.Prefix, blanks int) *writer {
	return &writer{Shape: shape.New(g), out: out, prefixes: prefixes, used: map[string]bool{}, labels: map[rdf.Blank]string{}, blanks: blanks}
}

// block writes the graph as a block of TriG.
func (w *writer) block(name rdf.IRI) {
	w.iri(name)
	w.text(" {\n")
	w.indent = 1
	w.subjects()
	w.text("}\n")
}

// subjects writes the statements about each subject that does not stand inside
// another's.
func (w *writer) subjects() {
	written := 0
	write := func(s rdf.Subject) {
		if written > 0 {
			w.text("\n")
		}
		written++
		w.statements(s)
	}
	for _, s := range w.Subjects {
		if !w.Nests(s) {
			write(s)
		}
	}
	for len(w.deep) > 0 {
		s := w.deep[0]
		w.deep = w.deep[1:]
		write(s)
	}
}

// statements writes all triples of a subject.
func (w *writer) statements(s rdf.Subject) {
	w.margin()
	switch s := s.(type) {
	case rdf.IRI:
		w.iri(s)
	case rdf.Blank:
		if !w.Used(s) {
			w.text("[]")
		} else {
			w.label(s)
		}
	}
	w.indent++
	w.text(" ")
	w.properties(s)
	w.indent--
	w.text(" .\n")
}

// properties writes the predicates and objects of a subject, rdf:type first.
// The first stands on the line that was begun.
func (w *writer) properties(s rdf.Subject) {
	for i, p := range w.Properties(s) {
		if i > 0 {
			w.text(" ;\n")
			w.margin()
		}
		if p.Predicate == rdf.Predicate(graph.Type) {
			w.text("a")
		} else {
			w.iri(p.Predicate.(rdf.IRI))
		}
		for j, o := range p.Objects {
			if j > 0 {
				w.text(",")
			}
			w.text(" ")
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
			w.text("()")
			return
		}
		w.iri(o)
	case rdf.Blank:
		w.node(o)
	}
}

// node writes a blank node that is an object.
func (w *writer) node(b rdf.Blank) {
	if !w.Nests(b) {
		w.label(b)
		return
	}
	if len(w.Triples(b)) == 0 {
		w.text("[]")
		return
	}
	if w.nesting == maxNesting {
		w.deep = append(w.deep, b)
		w.label(b)
		return
	}
	w.nesting++
	w.indent++
	if items, ok := w.List(b); ok {
		w.items(items)
	} else {
		w.text("[\n")
		w.margin()
		w.properties(b)
		w.text("\n")
		w.indent--
		w.margin()
		w.indent++
		w.text("]")
	}
	w.indent--
	w.nesting--
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
	w.text("(")
	for _, item := range items {
		w.gap(lines)
		w.object(item)
	}
	w.indent--
	w.gap(lines)
	w.indent++
	w.text(")")
}

// gap writes the white space between the items of a list.
func (w *writer) gap(lines bool) {
	if !lines {
		w.text(" ")
		return
	}
	w.text("\n")
	w.margin()
}

// label writes a blank node by its label, which it is given at its first use.
func (w *writer) label(b rdf.Blank) {
	label, ok := w.labels[b]
	if !ok {
		label = string(terms.AppendNumbered(nil, w.blanks))
		w.labels[b] = label
		w.blanks++
	}
	w.text(label)
}

func (w *writer) text(s string) { w.out = append(w.out, s...) }

func (w *writer) margin() {
	for range w.indent {
		w.text("    ")
	}
}
