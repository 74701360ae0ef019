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
	// spare are elements that were closed, to be used again.
	spare []*element
	// ids are the IRIs made by rdf:ID so far, names those of expanded names.
	ids   map[string]bool
	names map[name]terms.IRI
	// line and column are where the present token begins.
	line, column int
}

// element is an element that is open.
type element struct {
	kind kind
	// tag is the name in the tag, whose Space is the prefix; name and attributes
	// are expanded.
	tag        xml.Name
	name       name
	attributes []attribute
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
	// list means that the nodes are a collection.
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
		names:   map[name]terms.IRI{},
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
		p.in.begin(p.tokens.InputOffset())
		p.line, p.column = p.tokens.InputPos()
		token, err := p.tokens.RawToken()
		if errors.Is(err, io.EOF) {
			return p.fault(p.ended())
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
		if top.kind == literal && len(top.canonical.open) > 0 {
			return top.canonical.end(token.Name)
		}
		return p.close(token.Name)
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

func (p *parser) ended() error {
	switch {
	case len(p.stack) > 1:
		return fmt.Errorf("the element %s is not closed", qualified(p.top().tag))
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
	read := top.kind == property || top.kind == typed
	switch {
	case read && top.children == 0:
		top.text = append(top.text, text...)
	case isSpace(text):
	case read:
		return fmt.Errorf("a property has a node and text: %.40q", text)
	default:
		return fmt.Errorf("text stands where none can be: %.40q", text)
	}
	return nil
}

// start is a start tag outside of literals.
func (p *parser) start(tag xml.StartElement) error {
	top := p.top()
	if len(p.stack) > maxNested {
		return errNested
	}
	e, err := p.open(top, tag)
	if err != nil {
		return err
	}
	if e.name.space == "" {
		return fmt.Errorf("the element %s has no namespace", qualified(e.tag))
	}
	if err := p.interpret(e); err != nil {
		return err
	}
	p.stack = append(p.stack, e)
	top.children++
	switch {
	case top.kind == document && top.children > 1:
		return errors.New("the document has a second root element")
	case top.kind == document && e.name == inRDF("RDF"): // section 7.2.9
		e.kind = nodes
		if len(e.attributes) > 0 {
			return fmt.Errorf("rdf:RDF cannot have the attribute %s", qualified(e.attributes[0].tag))
		}
		return nil
	case top.kind == node:
		return p.property(top, e)
	case top.kind == typed:
		return fmt.Errorf("the property %s has a datatype and a node", qualified(top.tag))
	case top.kind == empty:
		return fmt.Errorf("the property %s has an object in its attributes and content too", qualified(top.tag))
	case top.kind == property && (top.children > 1 || !isSpace(top.text)):
		return fmt.Errorf("the property %s has more than one object; repeat the property", qualified(top.tag))
	}
	return p.node(top, e)
}

// errNested is the error about elements that are nested too deep.
var errNested = fmt.Errorf("%w: nested more than %d deep", graph.ErrTooLarge, maxNested)

func isSpace(text []byte) bool { return len(bytes.Trim(text, " \t\r\n")) == 0 }

// open makes the element of a start tag inside the element around.
func (p *parser) open(around *element, tag xml.StartElement) (*element, error) {
	e := &element{}
	if last := len(p.spare) - 1; last >= 0 {
		e, p.spare = p.spare[last], p.spare[:last]
	}
	*e = element{tag: tag.Name, base: around.base, lang: around.lang, bound: around, attributes: e.attributes[:0], text: e.text[:0]}
	if len(around.namespaces) == 0 {
		e.bound = around.bound
	}
	return e, e.expand(tag)
}

// close is the end tag of an element that is open.
func (p *parser) close(tag xml.Name) error {
	e := p.top()
	if len(p.stack) == 1 || tag != e.tag {
		return fmt.Errorf("</%s> closes no element that is open", qualified(tag))
	}
	p.stack = p.stack[:len(p.stack)-1]
	p.spare = append(p.spare, e)
	return p.end(p.top(), e)
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
		p.line, p.column = p.tokens.InputPos()
		err = errors.New(syntax.Msg)
		if syntax.Msg == "invalid UTF-8" {
			err = errUTF8
		}
	}
	return &serialize.SyntaxError{Format: "rdfxml", Line: p.line, Column: p.column, Reason: err.Error(), Err: err}
}
