package reading

import (
	"iter"
	"sync"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/serialize/jsonld/layout"
)

// Record is a graph with its triples by subject.
type Record struct {
	graph     *graph.Graph
	bySubject map[rdf.Subject][]rdf.Triple
	// spellings are those numbers that the document spells in a way of its own.
	spellings func() map[rdf.Triple]string
}

// Read returns the record that a graph is. The graph must not change afterwards.
func Read(g *graph.Graph) *Record {
	r := &Record{graph: g, bySubject: make(map[rdf.Subject][]rdf.Triple, 16)}
	r.spellings = sync.OnceValue(func() map[rdf.Triple]string {
		numbers, _ := layout.Numbers(g) // of a layout that does not fit, the literals are read
		return numbers
	})
	for _, t := range g.Triples {
		r.bySubject[t.Subj] = append(r.bySubject[t.Subj], t)
	}
	return r
}

// Root is the node of the entity that the record is about.
func (r *Record) Root() Node { return Node{r, r.graph.Name} }

// Node is an entity or a part of one, as a record speaks of it. The zero Node has
// nothing.
type Node struct {
	record  *Record
	subject rdf.Subject
}

// IsZero tells whether there is no node.
func (n Node) IsZero() bool { return n.subject == nil }

// IRI is the name of the node, "" for one that has none.
func (n Node) IRI() string {
	if iri, ok := n.subject.(rdf.IRI); ok {
		return iri.String()
	}
	return ""
}

// Classes are the IRIs of its classes, in the order of the document.
func (n Node) Classes() []string {
	var out []string
	for _, t := range n.triples() {
		if iri, ok := t.Obj.(rdf.IRI); ok && t.Pred == rdf.Predicate(graph.Type) {
			out = append(out, iri.String())
		}
	}
	return out
}

// Is tells whether the node is of a class.
func (n Node) Is(class Class) bool {
	for _, t := range n.triples() {
		if iri, ok := t.Obj.(rdf.IRI); ok && t.Pred == rdf.Predicate(graph.Type) && iri.String() == string(class) {
			return true
		}
	}
	return false
}

// Label is the first rdfs:label (_label), which Linked Art means for developers.
func (n Node) Label() string {
	for _, t := range n.triples() {
		if t.Pred == rdf.Predicate(graph.Label) {
			if literal, ok := t.Obj.(rdf.Literal); ok {
				return literal.String()
			}
		}
	}
	return ""
}

// Nodes are the nodes that a property leads to, in the order of the document.
func (n Node) Nodes(p Property) []Node {
	var out []Node
	for _, t := range n.triples() {
		if object, ok := t.Obj.(rdf.Subject); ok && t.Pred.String() == string(p) {
			out = append(out, Node{n.record, object})
		}
	}
	return out
}

// Node is the first of them, the zero Node where there is none.
func (n Node) Node(p Property) Node {
	for _, t := range n.triples() {
		if object, ok := t.Obj.(rdf.Subject); ok && t.Pred.String() == string(p) {
			return Node{n.record, object}
		}
	}
	return Node{}
}

// Objects yields the nodes that the properties of the node lead to, in the order of the
// document; its classes are not among them.
func (n Node) Objects() iter.Seq2[Property, Node] {
	return func(yield func(Property, Node) bool) {
		for _, t := range n.triples() {
			if object, ok := t.Obj.(rdf.Subject); ok && !isClass(t) && !yield(Property(t.Pred.String()), Node{n.record, object}) {
				return
			}
		}
	}
}

// Literals are the literals of a property, in the order of the document.
func (n Node) Literals(p Property) []rdf.Literal {
	var out []rdf.Literal
	for _, t := range n.triples() {
		if literal, ok := t.Obj.(rdf.Literal); ok && t.Pred.String() == string(p) {
			out = append(out, literal)
		}
	}
	return out
}

func (n Node) triples() []rdf.Triple {
	if n.record == nil {
		return nil
	}
	return n.record.bySubject[n.subject]
}
