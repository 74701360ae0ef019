package dataset

import (
	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// Tree is the blank-node tree of a graph: it tells which blank nodes can be
// written inside the triple that they are the object of, and which of those are
// lists.
type Tree struct {
	// Subjects in order of first appearance, the entity first.
	Subjects []rdf.Subject
	// triples are those of the graph, those of one subject together and in the
	// order of the graph; places tells where each subject's are.
	triples []rdf.Triple
	places  map[rdf.Subject]span
	blanks  map[rdf.Blank]use
	// nesting is how many nodes are entered, deep has the blank nodes that were
	// too deep to be.
	nesting int
	deep    []rdf.Subject
}

// maxNesting is how deep nodes are nested. Blank nodes deeper down get a label
// and a place of their own, so that every reader can follow.
const maxNesting = 64

// Each calls write for the subjects that do not stand inside others, and then
// for those that Enter put off.
func (s *Tree) Each(write func(rdf.Subject)) {
	for _, subject := range s.Subjects {
		if !s.Nests(subject) {
			write(subject)
		}
	}
	for len(s.deep) > 0 {
		subject := s.deep[0]
		s.deep = s.deep[1:]
		write(subject)
	}
}

// Enter reports whether what a blank node is the subject of is written where the
// node is used, until Leave. Otherwise the node needs a label there.
func (s *Tree) Enter(b rdf.Blank) bool {
	if !s.Nests(b) {
		return false
	}
	if s.nesting == maxNesting && len(s.Triples(b)) > 0 {
		s.deep = append(s.deep, b)
		return false
	}
	s.nesting++
	return true
}

// Leave comes after what Enter began.
func (s *Tree) Leave() { s.nesting-- }

// span is a part of a slice.
type span struct{ start, end int }

// use is how a blank node is used.
type use struct {
	// count is that of the triples that it is the object of, user the subject of
	// the last of them.
	count int
	user  rdf.Subject
	// looped means that it is inside itself.
	looped bool
	// list reports whether it is a well-formed list, once that was looked at.
	list listState
}

type listState int8

const (
	unknown listState = iota
	isList
	isNoList
)

// NewTree returns the blank-node tree of a graph.
func NewTree(g *graph.Graph) *Tree {
	s := &Tree{places: make(map[rdf.Subject]span), blanks: map[rdf.Blank]use{}}
	s.group(g)
	for _, t := range g.Triples {
		if b, ok := t.Obj.(rdf.Blank); ok {
			s.blanks[b] = use{count: s.blanks[b].count + 1, user: t.Subj}
		}
	}
	s.findLoops()
	return s
}

// group puts the triples of each subject together.
func (s *Tree) group(g *graph.Graph) {
	counts := make([]int, 1, 16) // the entity's first
	index := map[rdf.Subject]int{g.Name: 0}
	s.Subjects = append(make([]rdf.Subject, 0, 16), g.Name)
	of := make([]int, len(g.Triples))
	for i, t := range g.Triples {
		if i > 0 && t.Subj == g.Triples[i-1].Subj {
			of[i] = of[i-1]
		} else {
			n, ok := index[t.Subj]
			if !ok {
				n = len(counts)
				index[t.Subj] = n
				counts = append(counts, 0)
				s.Subjects = append(s.Subjects, t.Subj)
			}
			of[i] = n
		}
		counts[of[i]]++
	}
	start := 0
	for i, n := range counts {
		if n > 0 {
			s.places[s.Subjects[i]] = span{start, start + n}
		}
		counts[i], start = start, start+n
	}
	s.triples = make([]rdf.Triple, len(g.Triples))
	for i, t := range g.Triples {
		s.triples[counts[of[i]]] = t
		counts[of[i]]++
	}
	if _, ok := s.places[g.Name]; !ok {
		s.Subjects = s.Subjects[1:]
	}
}

// Nests reports whether a node is written where it is used, having no label.
func (s *Tree) Nests(n rdf.Term) bool {
	b, ok := n.(rdf.Blank)
	if !ok {
		return false
	}
	u := s.blanks[b]
	return u.count == 1 && !u.looped
}

// Triples returns the triples of a subject, in the order of the graph.
func (s *Tree) Triples(subject rdf.Subject) []rdf.Triple {
	at := s.places[subject]
	return s.triples[at.start:at.end]
}

// Used reports whether a blank node is the object of any triple.
func (s *Tree) Used(b rdf.Blank) bool { return s.blanks[b].count > 0 }

// findLoops walks from each blank node that is used once to its user, and on
// from there, until it comes to a node that it has seen.
func (s *Tree) findLoops() {
	walk := map[rdf.Blank]int{}
	for i, subject := range s.Subjects {
		var path []rdf.Blank
		node, ok := subject.(rdf.Blank)
		for ok && s.blanks[node].count == 1 && walk[node] == 0 {
			walk[node] = i + 1
			path = append(path, node)
			node, ok = s.blanks[node].user.(rdf.Blank)
		}
		if !ok || walk[node] != i+1 {
			continue
		}
		for j := len(path) - 1; j >= 0; j-- {
			u := s.blanks[path[j]]
			u.looped = true
			s.blanks[path[j]] = u
			if path[j] == node {
				break
			}
		}
	}
}

// List returns the items of a well-formed list (RDF Schema 1.1 section 5.2):
// each node of it has one rdf:first, one rdf:rest and nothing else, is used
// once, and the last rest is rdf:nil.
func (s *Tree) List(n rdf.Term) (items []rdf.Object, ok bool) {
	if n == rdf.Term(graph.Nil) {
		return nil, true
	}
	if !s.listed(n) {
		return nil, false
	}
	for n != rdf.Term(graph.Nil) {
		first, rest, _ := s.cell(n)
		items = append(items, first)
		n = rest
	}
	return items, true
}

// InList reports whether a node is part of a well-formed list: one that List knows,
// or the rest of one.
func (s *Tree) InList(n rdf.Term) bool { return n != rdf.Term(graph.Nil) && s.listed(n) }

// listed remembers what it finds of every node it passes, since a faulty list
// is asked about node by node.
func (s *Tree) listed(n rdf.Term) bool {
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
		if known := s.blanks[b].list; known != unknown {
			is = known == isList
			break
		}
		path = append(path, b)
		n = rest
	}
	found := isNoList
	if is {
		found = isList
	}
	for _, b := range path {
		u := s.blanks[b]
		u.list = found
		s.blanks[b] = u
	}
	return is
}

// cell returns the parts of one node of a list.
func (s *Tree) cell(n rdf.Term) (first, rest rdf.Object, ok bool) {
	b, blank := n.(rdf.Blank)
	if !blank || !s.Nests(b) || len(s.Triples(b)) != 2 {
		return nil, nil, false
	}
	for _, t := range s.Triples(b) {
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
func (s *Tree) Properties(subject rdf.Subject) []Property {
	triples := s.Triples(subject)
	properties := append(make([]Property, 0, 8), Property{Predicate: graph.Type})
	of := make([]int, len(triples))
	counts := append(make([]int, 0, 8), 0)
	var places map[rdf.Predicate]int // of many properties only
	for i, t := range triples {
		n, ok := find(properties, places, t.Pred)
		if !ok {
			n = len(properties)
			properties = append(properties, Property{Predicate: t.Pred})
			counts = append(counts, 0)
			places = remember(places, properties)
		}
		of[i] = n
		counts[n]++
	}
	objects := make([]rdf.Object, len(triples))
	for i, n := range counts {
		properties[i].Objects, objects = objects[:0:n], objects[n:]
	}
	for i, t := range triples {
		p := &properties[of[i]]
		p.Objects = append(p.Objects, t.Obj)
	}
	if len(properties[0].Objects) == 0 {
		properties = properties[1:]
	}
	return properties
}

// few is how many properties are looked through one by one.
const few = 16

// find returns the place of the property with the predicate.
func find(properties []Property, places map[rdf.Predicate]int, predicate rdf.Predicate) (int, bool) {
	if places != nil {
		n, ok := places[predicate]
		return n, ok
	}
	for i := range properties {
		if properties[i].Predicate == predicate {
			return i, true
		}
	}
	return 0, false
}

// remember puts the last property into the map of places, which is made when
// there are many.
func remember(places map[rdf.Predicate]int, properties []Property) map[rdf.Predicate]int {
	last := len(properties) - 1
	switch {
	case places != nil:
		places[properties[last].Predicate] = last
	case len(properties) > few:
		places = map[rdf.Predicate]int{}
		for i, p := range properties {
			places[p.Predicate] = i
		}
	}
	return places
}
