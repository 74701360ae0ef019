package turtle

import (
	"bytes"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/serialize/terms"
)

// frame is a node whose statement, brackets or parentheses are open. The first
// of the stack is the subject of the statement.
type frame struct {
	// node is the subject of the predicates and objects that are read, or the
	// list node of the item that was read last.
	node terms.Blank
	// predicate is that of the objects that are read; nil in a list.
	predicate rdf.Predicate
	kind      frameKind
	// subject means that it is the subject of the statement, not an object.
	subject bool
	// began means that the list has an item.
	began bool
}

type frameKind int

const (
	// property is a statement or brackets: predicates and objects.
	property frameKind = iota
	// item is a list in parentheses.
	item
)

// state is what the grammar has next.
type state int

const (
	// verb is a predicate.
	verb state = iota
	// verbOrEnd is a predicate, or the end of the predicates.
	verbOrEnd
	// object is an object or the item of a list, or the end of a list.
	object
	// after is what follows an object: a comma, a semicolon, or an end.
	after
	// end is the end of the statement.
	end
)

// run reads triples from after the subject, or from the start of what stands
// inside the subject, to before the dot or brace.
func (p *parser) run(next state) (err error) {
	for next != end {
		c, err := p.Next()
		if err != nil {
			return err
		}
		top := &p.stack[len(p.stack)-1]
		switch next {
		case verb:
			next, err = p.verb(top)
		case verbOrEnd:
			next, err = p.verbOrEnd(top, c)
		case object:
			next, err = p.object(top, c)
		case after:
			next, err = p.after(top, c)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// verb is verb: predicate or "a".
func (p *parser) verb(top *frame) (state, error) {
	if word, prefix := p.Word(); !prefix && bytes.Equal(word, []byte("a")) {
		p.Skip(1)
		top.predicate = graph.Type
		return object, nil
	}
	predicate, err := p.iri("a predicate (an IRI, a prefixed name or a)")
	top.predicate = predicate
	return object, err
}

// verbOrEnd comes after a semicolon, and after brackets that are a subject.
func (p *parser) verbOrEnd(top *frame, c byte) (state, error) {
	switch {
	case len(p.stack) > 1 && c == ']':
		return p.close()
	case len(p.stack) == 1 && (c == '.' || c == '}'):
		return end, nil
	}
	return p.verb(top)
}

// after comes after an object (predicateObjectList, objectList).
func (p *parser) after(top *frame, c byte) (state, error) {
	if top.kind == item {
		return p.object(top, c)
	}
	switch {
	case c == ',':
		p.Skip(1)
		return object, nil
	case c == ';':
		for c == ';' {
			p.Skip(1)
			var err error
			if c, err = p.Next(); err != nil {
				return 0, err
			}
		}
		return verbOrEnd, nil
	case len(p.stack) == 1:
		return end, nil
	case c == ']':
		return p.close()
	}
	return 0, p.unexpected("',', ';' or ']'")
}

// object is object. In a list, the closing parenthesis may stand in its place.
func (p *parser) object(top *frame, c byte) (state, error) {
	switch {
	case c == ')' && top.kind == item:
		if err := p.emit(top.node, graph.Rest, graph.Nil); err != nil {
			return 0, err
		}
		return p.close()
	case c == '[':
		return p.open(property, false)
	case c == '(':
		return p.open(item, false)
	}
	o, err := p.term(c)
	if err != nil {
		return 0, err
	}
	return after, p.place(o)
}

// term reads an object that is one token, or a literal.
func (p *parser) term(c byte) (rdf.Object, error) {
	switch c {
	case '<':
		return p.IRIRef()
	case '_':
		return p.BlankLabel()
	case '"', '\'':
		lexical, err := p.String()
		if err != nil {
			return nil, err
		}
		return p.Literal(lexical, p.datatype)
	case '+', '-', '.', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		if number, ok := p.Number(); ok {
			return number, nil
		}
	default:
		word, prefix := p.Word()
		switch {
		case prefix:
			return p.PrefixedName(len(word), p.names)
		case string(word) == "true", string(word) == "false": // BooleanLiteral
			p.Skip(len(word))
			return graph.Typed(string(word), graph.XSDBoolean), nil
		}
	}
	return nil, p.Expected("an object (an IRI, a prefixed name, a blank node, a list or a literal)")
}

// place puts an object where the top frame wants one.
func (p *parser) place(o rdf.Object) error {
	top := &p.stack[len(p.stack)-1]
	switch {
	case top.kind == property:
		return p.emit(top.node, top.predicate, o)
	case top.began:
		before := top.node
		top.node = p.Fresh()
		if err := p.emit(before, graph.Rest, top.node); err != nil {
			return err
		}
	}
	top.began = true
	return p.emit(top.node, graph.First, o)
}

// open passes an opening bracket or parenthesis and makes the node that it
// stands for, of which nothing may be inside (ANON, collection).
func (p *parser) open(kind frameKind, subject bool) (state, error) {
	p.Skip(1)
	c, err := p.Next()
	if err != nil {
		return 0, err
	}
	empty := kind == property && c == ']' || kind == item && c == ')'
	var node terms.Blank = graph.Nil
	if kind == property || !empty {
		node = p.Fresh()
	}
	next := after
	if subject {
		p.stack[0].node = node
		next = verb
	} else if err := p.place(node); err != nil {
		return 0, err
	}
	if empty {
		p.Skip(1)
		return next, nil
	}
	if len(p.stack) > maxNested {
		return 0, p.Fault(errNested)
	}
	p.stack = append(p.stack, frame{node: node, kind: kind, subject: subject})
	if kind == item {
		return object, nil
	}
	return verb, nil
}

// close passes a closing bracket or parenthesis.
func (p *parser) close() (state, error) {
	p.Skip(1)
	top := p.stack[len(p.stack)-1]
	p.stack = p.stack[:len(p.stack)-1]
	switch {
	case !top.subject:
		return after, nil
	case top.kind == property: // what follows is optional
		return verbOrEnd, nil
	default:
		return verb, nil
	}
}
