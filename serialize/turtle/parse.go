package turtle

import (
	"fmt"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/serialize/terms"
)

// parser reads a document by the grammars of Turtle section 6.5 and TriG section
// 2.4, whose productions the comments name. What is nested stands on a stack of
// its own (node.go), so that no document can use up the goroutine's.
type parser struct {
	*terms.Scanner
	names *terms.Names
	// trig means that there may be blocks of graphs.
	trig bool
	// add takes the quads in document order: a node in brackets comes before
	// what stands inside. A zero Triple begins a graph.
	add func(rdf.Quad) error
	// graph is the name of the block that is read, nil outside of one.
	graph rdf.Context
	stack []frame
}

// document is turtleDoc or trigDoc.
func (p *parser) document() error {
	for {
		c, err := p.Next()
		if err != nil || c == 0 {
			return err
		}
		if err := p.statement(c); err != nil {
			return err
		}
	}
}

// statement is statement of Turtle, or directive or block of TriG. It begins
// with c.
func (p *parser) statement(c byte) error {
	switch {
	case c == '@':
		return p.directive()
	case c == '{' && p.trig:
		return p.wrapped(nil)
	}
	if word, prefix := p.Word(); !prefix {
		name := strings.ToLower(string(word))
		switch {
		case name == "graph" && p.trig:
			p.Skip(len(word))
			return p.named()
		case name == "prefix", name == "base", name == "version": // sparqlPrefix, sparqlBase
			return p.declare(name, len(word))
		}
	}
	return p.outside(c)
}

// directive is prefixID or base of Turtle, or @version of RDF 1.2, each with its
// dot.
func (p *parser) directive() error {
	p.Skip(1)
	word, _ := p.Word()
	switch name := string(word); name {
	case "prefix", "base", "version":
		if err := p.declare(name, len(word)); err != nil {
			return err
		}
	default:
		return p.Fault(fmt.Errorf("@%s is not a directive; @prefix, @base and @version are", name))
	}
	c, err := p.Next()
	return p.dot(c, err, "'.' after a directive")
}

// declare reads the keyword, which has n bytes, and what is declared: PNAME_NS
// IRIREF, IRIREF, or a version of RDF 1.2.
func (p *parser) declare(name string, n int) error {
	if name == "version" {
		return p.Version(n)
	}
	p.Skip(n)
	prefix, what := "", "the base IRI in angle brackets"
	if name == "prefix" {
		what = "the IRI of a namespace in angle brackets"
		if _, err := p.Next(); err != nil {
			return err
		}
		var err error
		if prefix, err = p.Prefix(); err != nil {
			return err
		}
	}
	iri, err := p.reference(what)
	switch {
	case err != nil:
		return err
	case name == "prefix":
		p.names.Declare(prefix, iri.String())
	default:
		p.SetBase(iri.String())
	}
	return nil
}

// dot passes the dot that has to stand here.
func (p *parser) dot(c byte, err error, what string) error {
	switch {
	case err != nil:
		return err
	case c != '.':
		return p.unexpected(what)
	}
	p.Skip(1)
	return nil
}

// reference reads an IRIREF, which has to come next.
func (p *parser) reference(what string) (terms.IRI, error) {
	c, err := p.Next()
	switch {
	case err != nil:
		return nil, err
	case c != '<':
		return nil, p.Expected(what)
	}
	return p.IRIRef()
}

// outside is triples with its dot, or in TriG triplesOrGraph or triples2. It
// begins with c.
func (p *parser) outside(c byte) error {
	next, err := p.subject(c)
	if err != nil {
		return err
	}
	if p.trig && c != '(' && len(p.stack) == 1 { // labelOrSubject
		c, err := p.Next()
		if err != nil {
			return err
		}
		if c == '{' {
			return p.wrapped(p.stack[0].node)
		}
	}
	if err := p.run(next); err != nil {
		return err
	}
	c, err = p.Next()
	return p.dot(c, err, "',', ';' or '.'")
}

// unexpected is the error that something stands here after an object.
func (p *parser) unexpected(what string) error {
	if p.Is("~") || p.Is("{|") {
		return p.Fault(fmt.Errorf("an annotation or reifier %w", terms.ErrRDF12))
	}
	return p.Expected(what)
}

// named is what follows the keyword GRAPH: labelOrSubject wrappedGraph.
func (p *parser) named() error {
	c, err := p.Next()
	if err != nil {
		return err
	}
	if c == '(' {
		return p.Expected("the name of a graph")
	}
	if _, err = p.subject(c); err != nil {
		return err
	}
	name := p.stack[0].node
	c, err = p.Next()
	switch {
	case err != nil:
		return err
	case c != '{' || len(p.stack) > 1:
		return p.Expected("'{' after the name of a graph")
	}
	return p.wrapped(name)
}

// wrapped is wrappedGraph, which begins here with its brace. The default graph
// has no name.
func (p *parser) wrapped(name rdf.Context) error {
	if p.Is("{|") {
		return p.unexpected("")
	}
	p.graph = name
	if name != nil {
		if err := p.add(rdf.Quad{Ctx: name}); err != nil {
			return err
		}
	}
	p.Skip(1)
	for { // triplesBlock
		c, err := p.Next()
		if err != nil {
			return err
		}
		if c != '}' {
			if c, err = p.blockTriples(c); err != nil {
				return err
			}
		}
		switch c {
		case '.':
			p.Skip(1)
		case '}':
			p.Skip(1)
			p.graph = nil
			return nil
		default:
			return p.unexpected("',', ';', '.' or '}'")
		}
	}
}

// blockTriples reads triples in a block, which begin with c, and returns what comes next.
func (p *parser) blockTriples(c byte) (byte, error) {
	next, err := p.subject(c)
	if err != nil {
		return 0, err
	}
	if err := p.run(next); err != nil {
		return 0, err
	}
	return p.Next()
}

// subject reads the subject of triples, which begins with c, or the part of it
// before what stands inside brackets or parentheses. It returns what comes next.
func (p *parser) subject(c byte) (state, error) {
	p.stack = append(p.stack[:0], frame{})
	switch c {
	case '[':
		return p.open(property, true)
	case '(':
		return p.open(item, true)
	case '_':
		b, err := p.BlankLabel()
		p.stack[0].node = b
		return verb, err
	}
	node, err := p.iri("a subject (an IRI, a prefixed name, a blank node or a list)")
	p.stack[0].node = node
	return verb, err
}

// iri is iri: an IRIREF or a prefixed name.
func (p *parser) iri(what string) (terms.IRI, error) {
	if p.Is("<") {
		return p.IRIRef()
	}
	word, prefix := p.Word()
	if !prefix {
		return nil, p.Expected(what)
	}
	return p.PrefixedName(len(word), p.names)
}

// datatype is what follows "^^".
func (p *parser) datatype() (terms.IRI, error) {
	return p.iri("the IRI of a datatype")
}

// emit adds a triple of the present graph.
func (p *parser) emit(s rdf.Subject, pred rdf.Predicate, o rdf.Object) error {
	return p.add(rdf.Quad{Triple: rdf.Triple{Subj: s, Pred: pred, Obj: o}, Ctx: p.graph})
}

// maxNested is how deep brackets and parentheses may be nested.
const maxNested = 500

var errNested = fmt.Errorf("%w: nested more than %d deep", graph.ErrTooLarge, maxNested)
