// Package shape tells how the blank nodes of a graph nest, for the formats that
// write a node inside the triple that it is the object of: Turtle, TriG and
// RDF/XML.
package shape

import (
	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// Shape tells which blank nodes of a graph can be written inside the triple
// that they are the object of, and which of those are lists.
type Shape struct {
	// Subjects in order of first appearance, the entity first.
	Subjects []rdf.Subject
	// triples of each subject, in the order of the graph.
	triples map[rdf.Subject][]rdf.Triple
	// uses counts the triples that a blank node is the object of; user is the
	// subject of the last of them.
	uses map[rdf.Blank]int
	user map[rdf.Blank]rdf.Subject
	// looped are the blank nodes that are inside themselves.
	looped map[rdf.Blank]bool
	// lists tells of blank nodes whether they are well-formed lists.
	lists map[rdf.Blank]bool
}

// New returns the shape of a graph.
func New(g *graph.Graph) *Shape {
	s := &Shape{
		triples: make(map[rdf.Subject][]rdf.Triple),
		uses:    map[rdf.Blank]int{},
		user:    map[rdf.Blank]rdf.Subject{},
		looped:  map[rdf.Blank]bool{},
		lists:   map[rdf.Blank]bool{},
	}
	for _, t := range g.Triples {
		if s.triples[t.Subj] == nil && t.Subj != rdf.Subject(g.Name) {
			s.Subjects = append(s.Subjects, t.Subj)
		}
		s.triples[t.Subj] = append(s.triples[t.Subj], t)
		if b, ok := t.Obj.(rdf.Blank); ok {
			s.uses[b]++
			s.user[b] = t.Subj
		}
	}
	if s.triples[g.Name] != nil {
		s.Subjects = append([]rdf.Subject{g.Name}, s.Subjects...)
	}
	s.findLoops()
	return s
}

// Nests tells whether a node is written where it is used, having no label.
func (s *Shape) Nests(n rdf.Term) bool {
	b, ok := n.(rdf.Blank)
	return ok && s.uses[b] == 1 && !s.looped[b]
}

// Triples returns the triples of a subject, in the order of the graph.
func (s *Shape) Triples(subject rdf.Subject) []rdf.Triple { return s.triples[subject] }

// Used tells whether a blank node is the object of any triple.
func (s *Shape) Used(b rdf.Blank) bool { return s.uses[b] > 0 }

// findLoops walks from each blank node that is used once to its user, and on
// from there, until it comes to a node that it has seen.
func (s *Shape) findLoops() {
	walk := map[rdf.Blank]int{}
	for i, subject := range s.Subjects {
		var path []rdf.Blank
		node, ok := subject.(rdf.Blank)
		for ok && s.uses[node] == 1 && walk[node] == 0 {
			walk[node] = i + 1
			path = append(path, node)
			node, ok = s.user[node].(rdf.Blank)
		}
		if !ok || walk[node] != i+1 {
			continue
		}
		for j := len(path) - 1; j >= 0; j-- {
			s.looped[path[j]] = true
			if path[j] == node {
				break
			}
		}
	}
}

// List returns the items of a well-formed list (RDF Schema 1.1 section 5.2):
// each node of it has one rdf:first, one rdf:rest and nothing else, is used
// once, and the last rest is rdf:nil.
func (s *Shape) List(n rdf.Term) (items []rdf.Object, ok bool) {
	if n == rdf.Term(graph.Nil) {
		return nil, true
	}
	if !s.isList(n) {
		return nil, false
	}
	for n != rdf.Term(graph.Nil) {
		first, rest, _ := s.cell(n)
		items = append(items, first)
		n = rest
	}
	return items, true
}

// isList remembers what it finds of every node it passes, since a faulty list
// is asked about node by node.
func (s *Shape) isList(n rdf.Term) bool {
	var path []rdf.Blank
	is := false
	for {
		if n == rdf.Term(graph.Nil) {
			is = true
			break
		}
		_, rest, ok := s.cell(n)
		if !ok {
			break
		}
		b := n.(rdf.Blank)
		if known, ok := s.lists[b]; ok {
			is = known
			break
		}
		path = append(path, b)
		n = rest
	}
	for _, b := range path {
		s.lists[b] = is
	}
	return is
}

// cell returns the parts of one node of a list.
func (s *Shape) cell(n rdf.Term) (first, rest rdf.Object, ok bool) {
	b, blank := n.(rdf.Blank)
	if !blank || !s.Nests(b) || len(s.triples[b]) != 2 {
		return nil, nil, false
	}
	for _, t := range s.triples[b] {
		switch t.Pred {
		case rdf.Predicate(graph.First):
			first = t.Obj
		case rdf.Predicate(graph.Rest):
			rest = t.Obj
		}
	}
	return first, rest, first != nil && rest != nil
}

// Property is a predicate of a subject with its objects.
type Property struct {
	Predicate rdf.Predicate
	Objects   []rdf.Object
}

// Properties returns what a subject's triples say, grouped by predicate in order
// of first appearance, with rdf:type in front.
func (s *Shape) Properties(subject rdf.Subject) []Property {
	place := map[rdf.Predicate]int{rdf.Predicate(graph.Type): 0}
	properties := []Property{{Predicate: graph.Type}}
	for _, t := range s.triples[subject] {
		i, ok := place[t.Pred]
		if !ok {
			i = len(properties)
			place[t.Pred] = i
			properties = append(properties, Property{Predicate: t.Pred})
		}
		properties[i].Objects = append(properties[i].Objects, t.Obj)
	}
	if len(properties[0].Objects) == 0 {
		properties = properties[1:]
	}
	return properties
}
