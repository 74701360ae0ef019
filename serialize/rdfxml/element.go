package rdfxml

import (
	"fmt"
	"strconv"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/serialize/terms"
)

// node is a node element (section 7.2.11), inside the element around.
func (p *parser) node(around, e *element, name string, attributes []attribute) error {
	e.kind = node
	if !isNodeName(name) {
		return fmt.Errorf("%w: %s as a node", errName, e.name)
	}
	properties, err := p.subject(e, attributes)
	if err != nil {
		return err
	}
	switch {
	case around.kind == property:
		err = p.object(p.stack[len(p.stack)-3], around, e.node)
	case around.list:
		err = p.item(p.stack[len(p.stack)-3], around, e.node)
	}
	if err != nil {
		return err
	}
	if name != rdfNS+"Description" {
		class, err := p.named(name)
		if err != nil {
			return err
		}
		if err := p.emit(e.node, graph.Type, class); err != nil {
			return err
		}
	}
	return p.propertyAttributes(e, e.node, properties)
}

// subject finds the subject of a node element, and returns the other attributes.
func (p *parser) subject(e *element, attributes []attribute) (properties []attribute, err error) {
	identified := ""
	for _, a := range attributes {
		switch a.name() {
		case rdfNS + "about":
			e.node, err = p.reference(e, a.value)
		case rdfNS + "ID":
			e.node, err = p.id(e, a.value)
		case rdfNS + "nodeID":
			e.node, err = p.nodeID(a.value)
		case rdfNS + "resource", rdfNS + "parseType", rdfNS + "datatype":
			return nil, fmt.Errorf("%s cannot stand on a node", a.raw)
		default:
			properties = append(properties, a)
			continue
		}
		if err != nil {
			return nil, err
		}
		if identified != "" {
			return nil, fmt.Errorf("%s cannot stand beside %s: a node has one name", a.raw, identified)
		}
		identified = a.raw
	}
	if identified == "" {
		e.node = p.maker.Fresh()
	}
	return properties, nil
}

// propertyAttributes adds what the attributes of e say of a node (sections
// 7.2.11 and 7.2.21).
func (p *parser) propertyAttributes(e *element, subject terms.Blank, attributes []attribute) error {
	for _, a := range attributes {
		if !isPropertyAttribute(a.name()) {
			return fmt.Errorf("%w: the attribute %s", errName, a.raw)
		}
		predicate, err := p.named(a.name())
		if err != nil {
			return err
		}
		var value rdf.Object
		if a.name() == graph.Type.String() {
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
func (p *parser) property(around, e *element, name string, attributes []attribute) (err error) {
	e.kind = property
	if !isPropertyName(name) {
		return fmt.Errorf("%w: %s as a property", errName, e.name)
	}
	if name == rdfNS+"li" { // section 7.4
		around.items++
		name = rdfNS + "_" + strconv.Itoa(around.items)
	}
	if e.predicate, err = p.named(name); err != nil {
		return err
	}
	var how propertyForm
	if err := p.form(e, attributes, &how); err != nil {
		return err
	}
	switch {
	case how.datatype:
		e.kind = typed
	case how.parseType == "Resource": // section 7.2.18
		e.kind = node
		e.node = p.maker.Fresh()
		return p.object(around, e, e.node)
	case how.parseType == "Collection": // section 7.2.19
		e.kind, e.list = nodes, true
	case how.parseType == "Triple":
		return fmt.Errorf("a triple term %w", terms.ErrRDF12)
	case how.parseType != "" || how.isLiteral: // sections 7.2.17 and 7.2.20
		e.kind = literal
		e.canonical = newCanonical()
	case how.object != nil || len(how.properties) > 0: // section 7.2.21
		e.kind = empty
		if how.object == nil {
			how.object = p.maker.Fresh()
		}
		if err := p.object(around, e, how.object); err != nil {
			return err
		}
		return p.propertyAttributes(e, how.object, how.properties)
	}
	return nil
}

// propertyForm is what the attributes of a property element say of its object.
type propertyForm struct {
	// object is the one that rdf:resource or rdf:nodeID names, properties are
	// the attributes that say something of the object.
	object     terms.Blank
	properties []attribute
	parseType  string
	isLiteral  bool
	datatype   bool
}

// form reads the attributes of a property element. A datatype or a parse type
// stands alone, and so does the name of an object but for what is said of it.
func (p *parser) form(e *element, attributes []attribute, how *propertyForm) (err error) {
	alone, named, first := "", "", ""
	for _, a := range attributes {
		switch a.name() {
		case rdfNS + "ID":
			if e.statement, err = p.id(e, a.value); err != nil {
				return err
			}
			continue
		case rdfNS + "about":
			return fmt.Errorf("%s cannot stand on a property", a.raw)
		}
		if alone != "" || first != "" && (a.name() == rdfNS+"datatype" || a.name() == rdfNS+"parseType") {
			return fmt.Errorf("%s cannot stand beside %s", a.raw, first)
		}
		switch a.name() {
		case rdfNS + "resource":
			how.object, err = p.reference(e, a.value)
		case rdfNS + "nodeID":
			how.object, err = p.nodeID(a.value)
		case rdfNS + "datatype":
			e.datatype, err = p.reference(e, a.value)
			how.datatype, alone = true, a.raw
		case rdfNS + "parseType":
			how.parseType, how.isLiteral, alone = a.value, true, a.raw
		default:
			how.properties = append(how.properties, a)
		}
		if err != nil {
			return err
		}
		if a.name() == rdfNS+"resource" || a.name() == rdfNS+"nodeID" {
			if named != "" {
				return fmt.Errorf("%s cannot stand beside %s", a.raw, named)
			}
			named = a.raw
		}
		if first == "" {
			first = a.raw
		}
	}
	return nil
}

// object adds the triple of a property element e of the node around it, and
// what rdf:ID makes of it (section 7.3).
func (p *parser) object(around, e *element, o rdf.Object) error {
	subject, predicate := around.node, e.predicate
	if err := p.emit(subject, predicate, o); err != nil || e.statement == nil {
		return err
	}
	for _, t := range []rdf.Triple{
		{Subj: e.statement, Pred: graph.Type, Obj: statementClass},
		{Subj: e.statement, Pred: reifiedSubject, Obj: subject},
		{Subj: e.statement, Pred: reifiedPredicate, Obj: predicate},
		{Subj: e.statement, Pred: reifiedObject, Obj: o},
	} {
		if err := p.emit(t.Subj, t.Pred, t.Obj); err != nil {
			return err
		}
	}
	return nil
}

// item adds an item of the collection that is the object of property e.
func (p *parser) item(around, e *element, o rdf.Object) error {
	cell := p.maker.Fresh()
	var err error
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

// endCollection ends a collection, which may be empty.
func (p *parser) endCollection(around, e *element) error {
	if e.node == nil {
		return p.object(around, e, graph.Nil)
	}
	return p.emit(e.node, graph.Rest, graph.Nil)
}

// endLiteral ends a property whose object is a literal (sections 7.2.16, 7.2.17
// and 7.2.21).
func (p *parser) endLiteral(around, e *element) error {
	var l rdf.Literal
	var err error
	switch e.kind {
	case typed:
		l, err = terms.Typed(string(e.text), e.datatype.(rdf.IRI))
	case literal:
		l = graph.Typed(string(e.canonical.out), xmlLiteral)
	default:
		l, err = e.plain(string(e.text))
	}
	if err != nil {
		return err
	}
	return p.object(around, e, l)
}

// The terms of reification and of XML literals.
var (
	statementClass   = rdfTerm("Statement")
	reifiedSubject   = rdfTerm("subject")
	reifiedPredicate = rdfTerm("predicate")
	reifiedObject    = rdfTerm("object")
	xmlLiteral       = rdfTerm("XMLLiteral")
)

func rdfTerm(local string) rdf.IRI {
	made, _ := graph.IRI(rdfNS + local) // fails for what is no IRI only
	return made
}
