package syntax

import (
	"vitrine/rdfstore/graph"
)

// block is where triples are gathered.
type block struct {
	triples []Triple
	// pattern tells that they are of a pattern: variables come into scope, and
	// labels are those of a basic graph pattern.
	pattern bool
	// paths tells that a verb may be a property path.
	paths bool
}

func (b *block) add(t Triple) { b.triples = append(b.triples, t) }

// atTriples tells whether triples can begin here (TriplesSameSubject).
func (p *parser) atTriples() bool {
	return p.tok.kind == variable || p.atIRI() || p.tok.kind == blankLabel || p.atLiteral() || p.tok.isOneOf("(", "[")
}

// triplesBlock is rule TriplesBlock, or TriplesTemplate.
func (p *parser) triplesBlock(b *block) {
	for p.atTriples() {
		p.triplesSameSubject(b)
		if !p.accept(".") {
			return
		}
	}
}

// triplesSameSubject is rule TriplesSameSubject, or TriplesSameSubjectPath.
func (p *parser) triplesSameSubject(b *block) {
	before := len(b.triples)
	compound := p.tok.isOneOf("(", "[")
	subject := p.graphNode(b, "a subject")
	// What has triples of its own need not be the subject of others.
	if compound && len(b.triples) > before && !p.atVerb() {
		return
	}
	p.propertyList(b, subject)
}

// atVerb tells whether a verb can begin here.
func (p *parser) atVerb() bool {
	return p.atVarOrIRI() || p.atA() || p.tok.isOneOf("^", "!", "(")
}

// propertyList is rule PropertyListNotEmpty, or PropertyListPathNotEmpty.
func (p *parser) propertyList(b *block, subject Node) {
	p.verbObjects(b, subject)
	for p.accept(";") {
		if p.atVerb() {
			p.verbObjects(b, subject)
		}
	}
}

// verbObjects is a verb with its objects (ObjectList, ObjectListPath).
func (p *parser) verbObjects(b *block, subject Node) {
	t := Triple{Subject: subject}
	switch {
	case p.tok.kind == variable:
		t.Predicate = p.varOrTerm(b, "a predicate")
	case b.paths:
		t.Predicate, t.Path = verbPath(p.path("a predicate: a variable, an IRI, a or a property path"))
	default:
		t.Predicate = Node{Term: p.iriOrA("a predicate: a variable, an IRI or a")}
	}
	for {
		t.Object = p.graphNode(b, "an object")
		if p.err != nil {
			return
		}
		b.add(t)
		if !p.accept(",") {
			return
		}
	}
}

// verbPath returns the path as a predicate, if it is one.
func verbPath(path Path) (Node, Path) {
	if single, ok := path.(*PathIRI); ok {
		return Node{Term: single.IRI}, nil
	}
	return Node{}, path
}

// graphNode is rule GraphNode, or GraphNodePath.
func (p *parser) graphNode(b *block, expected string) Node {
	switch {
	case p.tok.is("("):
		return p.collection(b)
	case p.tok.is("["):
		return p.blankNodePropertyList(b)
	default:
		return p.varOrTerm(b, expected)
	}
}

// collection is rule Collection, CollectionPath or NIL (section 4.2.3).
func (p *parser) collection(b *block) Node {
	open := p.tok.start
	p.enter()
	defer p.leave()
	p.next()
	if p.accept(")") {
		return Node{Term: graph.Nil}
	}
	head := p.newBlank()
	for cell := head; p.err == nil; {
		item := p.graphNode(b, `a member of the list, or ")"`)
		b.add(Triple{Subject: cell, Predicate: Node{Term: graph.First}, Object: item})
		rest := Triple{Subject: cell, Predicate: Node{Term: graph.Rest}, Object: Node{Term: graph.Nil}}
		if p.accept(")") {
			b.add(rest)
			break
		}
		if p.tok.kind == endOfText {
			p.breaks(open, `the list that begins here is not closed by ")"`)
			break
		}
		cell = p.newBlank()
		rest.Object = cell
		b.add(rest)
	}
	return head
}

// blankNodePropertyList is rule BlankNodePropertyList,
// BlankNodePropertyListPath or ANON (section 4.1.4).
func (p *parser) blankNodePropertyList(b *block) Node {
	p.enter()
	defer p.leave()
	p.next()
	node := p.newBlank()
	if p.accept("]") {
		return node
	}
	if !p.atVerb() {
		p.expected(`a predicate or "]" after "["`)
	}
	p.propertyList(b, node)
	p.require("]", "after the properties of a blank node")
	return node
}

// varOrTerm is rule VarOrTerm without NIL and ANON.
func (p *parser) varOrTerm(b *block, expected string) Node {
	switch {
	case p.tok.kind == variable:
		name := p.variable(expected)
		if b.pattern {
			p.scope.add(name)
		}
		return Node{Var: name}
	case p.atIRI():
		return Node{Term: p.iri()}
	case p.atLiteral():
		return Node{Term: p.literal()}
	case p.tok.kind == blankLabel:
		return p.labelled(b)
	}
	p.expected(expected + `: a variable, an IRI, a literal, a blank node or a list`)
	return Node{}
}
