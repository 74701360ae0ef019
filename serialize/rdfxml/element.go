package rdfxml

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/serialize/terms"
)

// errName is wrapped by the errors about names that RDF/XML keeps for itself.
var errName = errors.New("a name of RDF/XML's own is not allowed there")

// node is a node element (section 7.2.11), inside the element around.
func (p *parser) node(around, e *element) error {
	e.kind = node
	if !isNode(e.name) {
		return fmt.Errorf("%w: %s as a node", errName, qualified(e.tag))
	}
	properties, err := p.subject(e)
	if err != nil {
		return err
	}
	switch {
	case around.kind == property:
		err = p.object(p.stack[len(p.stack)-3], around, e.node)
	case around.list:
		err = p.item(p.stack[len(p.stack)-3], around, e.node)
	}
	if err == nil && e.name != inRDF("Description") {
		var class terms.IRI
		if class, err = p.named(e.name); err == nil {
			err = p.emit(e.node, graph.Type, class)
		}
	}
	if err != nil {
		return err
	}
	return p.propertyAttributes(e, e.node, properties)
}

// subject finds the subject of a node element, and returns the other attributes.
func (p *parser) subject(e *element) (properties []attribute, err error) {
	var by *attribute
	for i, a := range e.attributes {
		switch a.name {
		case inRDF("about"):
			e.node, err = p.reference(e, a.value)
		case inRDF("ID"):
			e.node, err = p.id(e, a.value)
		case inRDF("nodeID"):
			e.node, err = p.nodeID(a.value)
		case inRDF("resource"), inRDF("parseType"), inRDF("datatype"):
			return nil, fmt.Errorf("%s cannot stand on a node", qualified(a.tag))
		default:
			properties = append(properties, a)
			continue
		}
		if err != nil {
			return nil, err
		}
		if by != nil {
			return nil, fmt.Errorf("%s cannot stand beside %s: a node has one name", qualified(a.tag), qualified(by.tag))
		}
		by = &e.attributes[i]
	}
	if by == nil {
		e.node = p.maker.Fresh()
	}
	return properties, nil
}

// propertyAttributes adds what the attributes of e say of a node (sections
// 7.2.11 and 7.2.21).
func (p *parser) propertyAttributes(e *element, subject terms.Blank, attributes []attribute) error {
	for _, a := range attributes {
		if !isNode(a.name) || !isProperty(a.name) { // section 7.2.7
			return fmt.Errorf("%w: the attribute %s", errName, qualified(a.tag))
		}
		predicate, err := p.named(a.name)
		if err != nil {
			return err
		}
		var value rdf.Object
		if a.name == inRDF("type") {
			value, err = p.reference(e, a.value)
		} else {
			value, err = e.plain(a.value)
		}
		if err != nil {
			return err
		}
		if err := p.emit(subject, predicate, value); err != nil {
			return err
		}
	}
	return nil
}

// plain is a literal in the language of the element.
func (e *element) plain(text string) (rdf.Literal, error) {
	if e.lang == "" {
		return graph.String(text), nil
	}
	return graph.Tagged(text, e.lang)
}

// property is a property element (section 7.2.14) of the node around it.
func (p *parser) property(around, e *element) (err error) {
	e.kind = property
	if !isProperty(e.name) {
		return fmt.Errorf("%w: %s as a property", errName, qualified(e.tag))
	}
	if e.name == inRDF("li") { // section 7.4
		around.items++
		e.name.local = "_" + strconv.Itoa(around.items)
	}
	if e.predicate, err = p.named(e.name); err != nil {
		return err
	}
	how, err := p.form(e)
	switch {
	case err != nil:
		return err
	case e.datatype != nil:
		e.kind = typed
	case how.parseType == nil && how.object == nil && len(how.properties) == 0:
		return nil
	case how.parseType == nil: // section 7.2.21
		e.kind = empty
		if how.object == nil {
			how.object = p.maker.Fresh()
		}
		if err := p.object(around, e, how.object); err != nil {
			return err
		}
		return p.propertyAttributes(e, how.object, how.properties)
	case how.parseType.value == "Resource": // section 7.2.18
		e.kind, e.node = node, p.maker.Fresh()
		return p.object(around, e, e.node)
	case how.parseType.value == "Collection": // section 7.2.19
		e.kind, e.list = nodes, true
	case how.parseType.value == "Triple":
		return fmt.Errorf("a triple term %w", terms.ErrRDF12)
	default: // sections 7.2.17 and 7.2.20
		e.kind, e.canonical = literal, &canonical{}
	}
	return nil
}

// form is what the attributes of a property element say of its object: which
// one it is, what is said of that, or how the content is read.
type form struct {
	object     terms.Blank
	properties []attribute
	parseType  *attribute
}

// form reads the attributes of a property element, and its datatype and the IRI
// of its statement.
func (p *parser) form(e *element) (f form, err error) {
	for i, a := range e.attributes {
		for _, b := range e.attributes[:i] {
			if excludes(a.name, b.name) {
				return f, fmt.Errorf("%s cannot stand beside %s", qualified(a.tag), qualified(b.tag))
			}
		}
		switch a.name {
		case inRDF("ID"):
			e.statement, err = p.id(e, a.value)
		case inRDF("about"):
			err = fmt.Errorf("%s cannot stand on a property", qualified(a.tag))
		case inRDF("resource"):
			f.object, err = p.reference(e, a.value)
		case inRDF("nodeID"):
			f.object, err = p.nodeID(a.value)
		case inRDF("datatype"):
			e.datatype, err = p.reference(e, a.value)
		case inRDF("parseType"):
			f.parseType = &e.attributes[i]
		default:
			f.properties = append(f.properties, a)
		}
		if err != nil {
			return f, err
		}
	}
	return f, nil
}

// excludes reports whether two attributes of a property exclude each other. A
// datatype or a parse type stands alone, but for rdf:ID, and an object has one
// name.
func excludes(a, b name) bool {
	id := inRDF("ID")
	alone := func(n name) bool { return n == inRDF("datatype") || n == inRDF("parseType") }
	names := func(n name) bool { return n == inRDF("resource") || n == inRDF("nodeID") }
	return a == b || a != id && b != id && (alone(a) || alone(b)) || names(a) && names(b)
}

// object adds the triple of a property element e of the node around it, and
// what rdf:ID makes of it (section 7.3).
func (p *parser) object(around, e *element, o rdf.Object) error {
	err := p.emit(around.node, e.predicate, o)
	if e.statement == nil {
		return err
	}
	for _, said := range []struct {
		predicate rdf.Predicate
		object    rdf.Object
	}{
		{graph.Type, rdfTerm("Statement")},
		{rdfTerm("subject"), around.node},
		{rdfTerm("predicate"), e.predicate},
		{rdfTerm("object"), o},
	} {
		if err == nil {
			err = p.emit(e.statement, said.predicate, said.object)
		}
	}
	return err
}

// item adds an item of the collection that is the object of property e.
func (p *parser) item(around, e *element, o rdf.Object) (err error) {
	cell := p.maker.Fresh()
	if e.node == nil {
		err = p.object(around, e, cell)
	} else {
		err = p.emit(e.node, graph.Rest, cell)
	}
	if err != nil {
		return err
	}
	e.node = cell
	return p.emit(cell, graph.First, o)
}

// end ends an element of the one around it: a collection, or a property whose
// object is a literal (sections 7.2.16, 7.2.17, 7.2.19 and 7.2.21).
func (p *parser) end(around, e *element) (err error) {
	var l rdf.Literal
	switch {
	case e.list && e.node == nil:
		return p.object(around, e, graph.Nil)
	case e.list:
		return p.emit(e.node, graph.Rest, graph.Nil)
	case e.kind == typed:
		l, err = terms.Typed(string(e.text), e.datatype.(rdf.IRI))
	case e.kind == literal:
		l = graph.Typed(string(e.canonical.out), rdfTerm("XMLLiteral"))
	case e.kind == property && e.children == 0:
		l, err = e.plain(string(e.text))
	default:
		return nil
	}
	if err != nil {
		return err
	}
	return p.object(around, e, l)
}

// rdfTerm returns an IRI in the namespace of RDF.
func rdfTerm(local string) rdf.IRI {
	made, _ := graph.IRI(rdfNS + local) // fails for what is no IRI only
	return made
}
