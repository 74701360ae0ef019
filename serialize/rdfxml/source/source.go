// Package source rewrites RDF/XML so that goRDFlib reads it right: every IRI
// absolute, no xml:base, no comments. It follows the grammar of RDF/XML section
// 7.2 as far as elements and attributes go, and refuses what the library would
// change or drop in silence:
//
//   - text, second nodes and other content where the grammar has none;
//   - attributes without a namespace, and attributes that exclude each other;
//   - values of rdf:parseType that are not known, and XML literals with markup,
//     whose namespaces the library loses;
//   - language tags that are not well formed, and prefixes that are not bound;
//   - relative IRIs, whose percent signs the library decodes when it resolves;
//   - nesting beyond a limit, at which the library would use up the stack;
//   - RDF 1.2: triple terms, annotations, base directions and rdf:version.
package source

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/foreign"
)

const (
	rdfNS   = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	xmlNS   = "http://www.w3.org/XML/1998/namespace"
	xmlnsNS = "http://www.w3.org/2000/xmlns/"
	itsNS   = "http://www.w3.org/2005/11/its"
)

// Document is rewritten RDF/XML.
type Document struct {
	Text []byte
	// Statements has the IRIs that Text stands in for. The library cannot be
	// trusted to resolve rdf:ID on a property, which reifies its triple.
	Statements map[string]string
}

// Rewrite rewrites a document with the base IRI, to at most limit bytes. Errors
// are of type *serialize.SyntaxError.
func Rewrite(in []byte, base string, limit int64) (Document, error) {
	if !utf8.Valid(in) {
		return Document{}, &serialize.SyntaxError{Format: "rdfxml", Reason: "the document is not valid UTF-8; convert it to UTF-8"}
	}
	r := &rewriter{
		in:         in,
		tokens:     xml.NewDecoder(bytes.NewReader(in)),
		stack:      []*element{{kind: document, base: base}},
		ids:        map[string]bool{},
		statements: map[string]string{},
		own:        "own",
		limit:      limit,
	}
	for bytes.Contains(in, []byte(r.own)) {
		r.own += "x"
	}
	r.tokens.CharsetReader = func(charset string, _ io.Reader) (io.Reader, error) {
		return nil, fmt.Errorf("the document is declared to be in %s; convert it to UTF-8", charset)
	}
	if err := r.run(); err != nil {
		return Document{}, r.fault(err)
	}
	return Document{Text: r.out, Statements: r.statements}, nil
}

type rewriter struct {
	in     []byte
	tokens *xml.Decoder
	out    []byte
	// stack has the elements that are open, the document first.
	stack []*element
	// ids are the IRIs made by rdf:ID so far.
	ids map[string]bool
	// own is a name that the document does not have: our prefix for RDF's
	// namespace, and the scheme of the IRIs that stand in for others.
	own        string
	limit      int64
	statements map[string]string
}

// element is an element that is open.
type element struct {
	kind kind
	// name is the one of the tag, prefix and all.
	name string
	base string
	// namespaces are those of this element's tag, parent is the nearest element
	// around it that has any.
	parent     *element
	namespaces map[string]string
	// children is the number of elements, text tells whether there is text that
	// is not white space.
	children int
	text     bool
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

func (r *rewriter) run() error {
	for {
		start := r.tokens.InputOffset()
		token, err := r.tokens.RawToken()
		if errors.Is(err, io.EOF) {
			return r.end()
		}
		if err != nil {
			return err
		}
		switch token := token.(type) {
		case xml.StartElement:
			err = r.start(token, r.in[start:r.tokens.InputOffset()])
		case xml.EndElement:
			err = r.close(qualified(token.Name))
		case xml.CharData:
			err = r.text(token)
		case xml.Directive:
			if bytes.IndexByte(token, '[') >= 0 {
				err = errors.New("a document type with declarations of its own is not read; write out its entities (xmllint --noent does)")
			}
		case xml.Comment, xml.ProcInst:
			if r.top().kind == literal {
				err = errMarkup
			}
		}
		if err == nil && int64(len(r.out)) > r.limit {
			err = fmt.Errorf("%w: more than %d bytes with all IRIs written out", graph.ErrTooLarge, r.limit)
		}
		if err != nil {
			return err
		}
	}
}

var errMarkup = errors.New("an XML literal with markup in it cannot be kept exactly; send it as a literal of datatype rdf:XMLLiteral, with its markup escaped")

func (r *rewriter) top() *element { return r.stack[len(r.stack)-1] }

func (r *rewriter) end() error {
	switch {
	case len(r.stack) > 1:
		return fmt.Errorf("the element %s is not closed", r.top().name)
	case r.top().children == 0:
		return errors.New("the document has no element")
	}
	return nil
}

func (r *rewriter) close(name string) error {
	if len(r.stack) == 1 || name != r.top().name {
		return fmt.Errorf("</%s> closes no element that is open", name)
	}
	r.stack = r.stack[:len(r.stack)-1]
	r.out = append(r.out, "</"+name+">"...)
	return nil
}

func (r *rewriter) text(text xml.CharData) error {
	top := r.top()
	if len(bytes.Trim(text, " \t\r\n")) > 0 {
		switch {
		case top.kind != property && top.kind != typed && top.kind != literal:
			return fmt.Errorf("text stands where none can be: %.40q", text)
		case top.children > 0:
			return fmt.Errorf("a property has a node and text: %.40q", text)
		}
		top.text = true
	}
	r.out = append(r.out, inText.Replace(string(text))...)
	return nil
}

// child tells what an element inside the top one is, and whether it may be there.
func (r *rewriter) child(name string) (kind, error) {
	top := r.top()
	top.children++
	if len(r.stack) > foreign.MaxDepth {
		return 0, fmt.Errorf("%w: nested more than %d deep", graph.ErrTooLarge, foreign.MaxDepth)
	}
	switch top.kind {
	case document:
		if top.children > 1 {
			return 0, errors.New("the document has a second root element")
		}
		if name == rdfNS+"RDF" {
			return nodes, nil
		}
		return node, nil
	case nodes:
		return node, nil
	case node:
		return property, nil
	case typed:
		return 0, fmt.Errorf("the property %s has a datatype and a node", top.name)
	case empty:
		return 0, fmt.Errorf("the property %s has an object in its attributes and content too", top.name)
	}
	if top.children > 1 || top.text {
		return 0, fmt.Errorf("the property %s has more than one object; repeat the property", top.name)
	}
	return node, nil
}

// namespace returns what a prefix is bound to; the default namespace has none.
func (e *element) namespace(prefix string) (string, error) {
	if prefix == "xml" {
		return xmlNS, nil
	}
	for at := e; at != nil; at = at.parent {
		if namespace, ok := at.namespaces[prefix]; ok {
			return namespace, nil
		}
	}
	if prefix == "" {
		return "", nil
	}
	return "", fmt.Errorf("the prefix %s: is not bound to a namespace", prefix)
}

// qualified returns a name as it stands in a tag.
func qualified(name xml.Name) string {
	if name.Space == "" {
		return name.Local
	}
	return name.Space + ":" + name.Local
}

// fault says where err is.
func (r *rewriter) fault(err error) error {
	line, column := r.tokens.InputPos()
	reason := err.Error()
	var syntax *xml.SyntaxError
	if errors.As(err, &syntax) {
		reason = syntax.Msg
	}
	return &serialize.SyntaxError{Format: "rdfxml", Line: line, Column: column, Reason: reason, Err: err}
}

// inText and inAttribute escape what XML reads otherwise than it is written,
// line ends among it.
var (
	inText      = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\r", "&#xD;")
	inAttribute = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "\r", "&#xD;", "\n", "&#xA;", "\t", "&#x9;")
)
