package rdfxml

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/dataset"
	"vitrine/serialize/terms"
)

// parser reads a document by the grammar of RDF/XML section 7.2, from the tokens
// of encoding/xml. The elements that are open stand on a stack of its own.
type parser struct {
	in     *input
	tokens *xml.Decoder
	maker  *terms.Maker
	// grouper takes the triples: those about a node come after the one that has
	// it for its object.
	grouper *dataset.Grouper
	stack   []*element
	// ids are the IRIs made by rdf:ID so far.
	ids map[string]bool
	// line and column are where the present token begins.
	line, column int
}

// element is an element that is open.
type element struct {
	kind kind
	// name is the one of the tag, prefix and all.
	name       string
	base, lang string
	// namespaces are those of this element's tag, bound is the nearest element
	// around it that has any.
	bound      *element
	namespaces map[string]string
	// children is the number of elements, text the text.
	children int
	text     []byte

	// node is the subject of a node, and of the node that a property is of; in a
	// collection it is the list node of the last item, or nil.
	node terms.Blank
	// predicate is that of a property, statement the IRI of its triple, or nil,
	// datatype that of its literal.
	predicate, statement, datatype terms.IRI
	// list tells that the nodes are a collection.
	list bool
	// items counts rdf:li.
	items int
	// canonical writes the content of an XML literal.
	canonical *canonical
}

// kind is what an element is in the grammar, by what it may contain.
type kind int

const (
	// document has one element: rdf:RDF or a node.
	document kind = iota
	// nodes has node elements only: rdf:RDF and rdf:parseType="Collection".
	nodes
	// node has property elements only, as has rdf:parseType="Resource".
	node
	// property has text or one node element.
	property
	// typed has text only: a property with rdf:datatype.
	typed
	// literal is rdf:parseType="Literal".
	literal
	// empty has no content: a property whose attributes say its object.
	empty
)

// maxNested is how deep elements may be nested.
const maxNested = 500

func newParser(ctx context.Context, r io.Reader, o serialize.DecodeOptions, g *dataset.Grouper) *parser {
	p := &parser{
		in:      newInput(ctx, r, o.Limit()),
		maker:   terms.NewMaker(o.Base),
		grouper: g,
		stack:   []*element{{kind: document, base: o.Base}},
		ids:     map[string]bool{},
	}
	p.tokens = xml.NewDecoder(p.in)
	p.tokens.CharsetReader = func(charset string, _ io.Reader) (io.Reader, error) {
		return nil, fmt.Errorf("the document is declared to be in %s; convert it to UTF-8", charset)
	}
	return p
}

// document reads all of it.
func (p *parser) document() error {
	for {
		p.line, p.column = p.in.begin(p.tokens.InputOffset())
		token, err := p.tokens.RawToken()
		if errors.Is(err, io.EOF) {
			return p.fault(p.end())
		}
		if err == nil {
			err = p.token(token)
		}
		if err != nil {
			return p.fault(err)
		}
	}
}

func (p *parser) token(token xml.Token) error {
	top := p.top()
	switch token := token.(type) {
	case xml.StartElement:
		if top.kind == literal {
			return p.literalStart(top, token)
		}
		return p.start(token)
	case xml.EndElement:
		if top.kind == literal && top.canonical.depth() > 0 {
			return top.canonical.end(qualified(token.Name))
		}
		return p.close(qualified(token.Name))
	case xml.CharData:
		return p.text(top, token)
	case xml.Directive:
		if bytes.IndexByte(token, '[') >= 0 {
			return errors.New("a document type with declarations of its own is not read; write out its entities (xmllint --noent does)")
		}
		if top.kind != document || top.children > 0 {
			return errors.New("a declaration stands where none can be")
		}
	case xml.Comment:
		if top.kind == literal {
			return top.canonical.comment(token)
		}
	case xml.ProcInst:
		if top.kind == literal {
			return top.canonical.instruction(token)
		}
	}
	return nil
}

func (p *parser) top() *element { return p.stack[len(p.stack)-1] }

func (p *parser) end() error {
	switch {
	case len(p.stack) > 1:
		return fmt.Errorf("the element %s is not closed", p.top().name)
	case p.top().children == 0:
		return errors.New("the document has no element")
	}
	return nil
}

func (p *parser) text(top *element, text xml.CharData) error {
	if top.kind == literal {
		top.canonical.text(text)
		return nil
	}
	if len(bytes.Trim(text, " \t\r\n")) > 0 {
		switch {
		case top.kind != property && top.kind != typed:
			return fmt.Errorf("text stands where none can be: %.40q", text)
		case top.children > 0:
			return fmt.Errorf("a property has a node and text: %.40q", text)
		}
	}
	if top.kind == property || top.kind == typed {
		top.text = append(top.text, text...)
	}
	return nil
}

// start is a start tag outside of literals.
func (p *parser) start(tag xml.StartElement) error {
	top := p.top()
	if len(p.stack) > maxNested {
		return fmt.Errorf("%w: nested more than %d deep", graph.ErrTooLarge, maxNested)
	}
	e, all, err := p.open(top, tag)
	if err != nil {
		return err
	}
	namespace, err := e.namespace(tag.Name.Space)
	if err != nil {
		return err
	}
	if namespace == "" {
		return fmt.Errorf("the element %s has no namespace", e.name)
	}
	name := namespace + tag.Name.Local
	attributes, err := p.attributes(e, all)
	if err != nil {
		return err
	}
	p.stack = append(p.stack, e)
	top.children++
	switch top.kind {
	case document:
		if top.children > 1 {
			return errors.New("the document has a second root element")
		}
		if name == rdfNS+"RDF" {
			return p.rdf(e, attributes)
		}
		return p.node(top, e, name, attributes)
	case nodes:
		return p.node(top, e, name, attributes)
	case node:
		return p.property(top, e, name, attributes)
	case typed:
		return fmt.Errorf("the property %s has a datatype and a node", top.name)
	case empty:
		return fmt.Errorf("the property %s has an object in its attributes and content too", top.name)
	}
	if top.children > 1 || len(bytes.Trim(top.text, " \t\r\n")) > 0 {
		return fmt.Errorf("the property %s has more than one object; repeat the property", top.name)
	}
	return p.node(top, e, name, attributes)
}

// open makes the element of a start tag, and expands its attributes.
func (p *parser) open(around *element, tag xml.StartElement) (*element, []attribute, error) {
	e := &element{name: qualified(tag.Name), base: around.base, lang: around.lang, bound: around}
	if len(around.namespaces) == 0 {
		e.bound = around.bound
	}
	if err := e.bind(tag.Attr); err != nil {
		return nil, nil, err
	}
	all, err := e.expand(tag.Attr)
	return e, all, err
}

// rdf is rdf:RDF, which has no attributes of its own (section 7.2.9).
func (p *parser) rdf(e *element, attributes []attribute) error {
	e.kind = nodes
	if len(attributes) > 0 {
		return fmt.Errorf("rdf:RDF cannot have the attribute %s", attributes[0].raw)
	}
	return nil
}

// close is the end tag of an element that is open.
func (p *parser) close(name string) error {
	e := p.top()
	if len(p.stack) == 1 || name != e.name {
		return fmt.Errorf("</%s> closes no element that is open", name)
	}
	p.stack = p.stack[:len(p.stack)-1]
	switch {
	case e.list:
		return p.endCollection(p.top(), e)
	case e.kind == property && e.children == 0, e.kind == typed, e.kind == literal:
		return p.endLiteral(p.top(), e)
	}
	return nil
}

// emit adds a triple.
func (p *parser) emit(s rdf.Subject, predicate rdf.Predicate, o rdf.Object) error {
	return p.grouper.Add(rdf.Quad{Triple: rdf.Triple{Subj: s, Pred: predicate, Obj: o}}, p.line, 0)
}

// fault says where err is.
func (p *parser) fault(err error) error {
	var syntax *xml.SyntaxError
	var done *serialize.SyntaxError
	switch {
	case p.in.err != nil:
		return fmt.Errorf("rdfxml: %w", p.in.err)
	case err == nil, errors.As(err, &done):
		return err
	case errors.As(err, &syntax):
		line, column := p.in.line, p.in.column
		reason := syntax.Msg
		if reason == "invalid UTF-8" {
			reason = "the document is not valid UTF-8; convert it to UTF-8"
		}
		return &serialize.SyntaxError{Format: "rdfxml", Line: line, Column: column, Reason: reason, Err: err}
	}
	return &serialize.SyntaxError{Format: "rdfxml", Line: p.line, Column: p.column, Reason: err.Error(), Err: err}
}
