package reading

import (
	"iter"
	"sync"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/serialize/jsonld"
)

// Record is a graph with its triples by subject.
type Record struct {
	graph *graph.Graph
	// triples are those of the graph, those of a subject one after the other, and groups
	// where those of each subject are: of the subjects in the order of the graph.
	triples []rdf.Triple
	groups  []group
	// objects are the places of the objects of these triples; see Node.
	objects []int32
	root    int32
	// spellings are those numbers that the document spells in a way of its own, once read
	// has been done.
	spellings map[rdf.Triple]string
	read      sync.Once
}

// group is where the triples of a subject begin and end.
type group struct{ from, to int32 }

// Read returns the record that a graph is. The graph must not change afterwards.
func Read(g *graph.Graph) *Record {
	r := &Record{graph: g, triples: make([]rdf.Triple, len(g.Triples)), objects: make([]int32, len(g.Triples))}
	places := make(map[rdf.Subject]int32, 16+len(g.Triples)/4)
	subjects := make([]int32, len(g.Triples))
	for i, t := range g.Triples {
		if i > 0 && t.Subj == g.Triples[i-1].Subj {
			subjects[i] = subjects[i-1]
		} else if subjects[i] = places[t.Subj]; subjects[i] == 0 {
			r.groups = append(r.groups, group{})
			subjects[i] = int32(len(r.groups))
			places[t.Subj] = subjects[i]
		}
		r.groups[subjects[i]-1].to++
	}
	at := int32(0)
	for i := range r.groups {
		length := r.groups[i].to
		r.groups[i] = group{at, at}
		at += length
	}
	for i, t := range g.Triples {
		of := &r.groups[subjects[i]-1]
		r.triples[of.to] = t
		if object, ok := t.Obj.(rdf.Subject); ok {
			r.objects[of.to] = places[object]
		}
		of.to++
	}
	r.root = places[g.Name]
	return r
}

// Graph is the graph of the record.
func (r *Record) Graph() *graph.Graph { return r.graph }

// Root is the node of the entity that the record is about.
func (r *Record) Root() Node { return Node{r, r.graph.Name, r.root} }

// spelling is a number as the document spells it, where that is in a way of its own.
func (r *Record) spelling(t rdf.Triple) (string, bool) {
	r.read.Do(func() {
		r.spellings, _ = jsonld.Numbers(r.graph) // of a layout that does not fit, the literals are read
	})
	text, ok := r.spellings[t]
	return text, ok
}

// Node is an entity or a part of one, as a record describes it. The zero Node has
// nothing.
type Node struct {
	record  *Record
	subject rdf.Subject
	// place is that of its triples among the groups of the record, from 1 on; 0 for
	// a node that the record says nothing of.
	place int32
}

// Key tells the nodes that records say something of from each other.
type Key struct {
	record *Record
	place  int32
}

// Key is the key of the node, false where its record says nothing of it.
func (n Node) Key() (Key, bool) { return Key{n.record, n.place}, n.place > 0 }

// IsZero reports whether there is no node.
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
	triples := n.triples()
	for i := range triples {
		if iri, ok := triples[i].Obj.(rdf.IRI); ok && says(&triples[i], Property(graph.Type.String())) {
			out = append(out, iri.String())
		}
	}
	return out
}

// Is reports whether the node is of a class.
func (n Node) Is(class Class) bool {
	triples := n.triples()
	for i := range triples {
		if iri, ok := triples[i].Obj.(rdf.IRI); ok && iri.String() == string(class) && says(&triples[i], Property(graph.Type.String())) {
			return true
		}
	}
	return false
}

// Label is the first rdfs:label (_label), which Linked Art means for developers.
func (n Node) Label() string {
	triples := n.triples()
	for i := range triples {
		if says(&triples[i], Property(graph.Label.String())) {
			if literal, ok := triples[i].Obj.(rdf.Literal); ok {
				return literal.String()
			}
		}
	}
	return ""
}

// Nodes are the nodes that a property leads to, in the order of the document.
func (n Node) Nodes(p Property) []Node {
	var out []Node
	triples, objects := n.triples(), n.objects()
	for i := range triples {
		if !says(&triples[i], p) {
			continue
		}
		if object, ok := triples[i].Obj.(rdf.Subject); ok {
			out = append(out, Node{n.record, object, objects[i]})
		}
	}
	return out
}

// Has reports whether the record says anything of the node by a property.
func (n Node) Has(p Property) bool {
	triples := n.triples()
	for i := range triples {
		if says(&triples[i], p) {
			return true
		}
	}
	return false
}

// Node is the first of them, the zero Node where there is none.
func (n Node) Node(p Property) Node {
	triples, objects := n.triples(), n.objects()
	for i := range triples {
		if !says(&triples[i], p) {
			continue
		}
		if object, ok := triples[i].Obj.(rdf.Subject); ok {
			return Node{n.record, object, objects[i]}
		}
	}
	return Node{}
}

// Objects yields the nodes that the properties of the node lead to, in the order of the
// document; its classes are not among them.
func (n Node) Objects() iter.Seq2[Property, Node] {
	return func(yield func(Property, Node) bool) {
		objects := n.objects()
		for i, t := range n.triples() {
			if object, ok := t.Obj.(rdf.Subject); ok && !isClass(&t) && !yield(Property(t.Pred.String()), Node{n.record, object, objects[i]}) {
				return
			}
		}
	}
}

// Literals are the literals of a property, in the order of the document.
func (n Node) Literals(p Property) []rdf.Literal {
	var out []rdf.Literal
	triples := n.triples()
	for i := range triples {
		if !says(&triples[i], p) {
			continue
		}
		if literal, ok := triples[i].Obj.(rdf.Literal); ok {
			out = append(out, literal)
		}
	}
	return out
}

// says reports whether a triple is of a property. A page asks it some thousand times.
func says(t *rdf.Triple, p Property) bool {
	iri, ok := t.Pred.(rdf.IRI)
	return ok && iri.String() == string(p)
}

func (n Node) triples() []rdf.Triple {
	if n.place == 0 {
		return nil
	}
	of := n.record.groups[n.place-1]
	return n.record.triples[of.from:of.to]
}

// objects are the places of the objects of its triples.
func (n Node) objects() []int32 {
	if n.place == 0 {
		return nil
	}
	of := n.record.groups[n.place-1]
	return n.record.objects[of.from:of.to]
}
