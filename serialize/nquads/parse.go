package nquads

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/serialize/terms"
)

// parser reads a document by the grammar of N-Quads section 3.1.
type parser struct{ *terms.Scanner }

func newParser(ctx context.Context, r io.Reader, format string, limit int64) parser {
	p := parser{terms.NewScanner(ctx, r, format, "", limit)}
	p.ByLine()
	return p
}

// statement reads the next statement, without its line end. Its Ctx is nil in the
// default graph; it is zero where a version stands. The error is io.EOF at the
// end of the document.
func (p parser) statement() (q rdf.Quad, err error) {
	c, err := p.Next()
	for err == nil && c == '\n' {
		p.Newline()
		c, err = p.Next()
	}
	switch {
	case err != nil:
		return q, err
	case c == 0:
		return q, io.EOF
	case c|0x20 == 'v':
		if word, _ := p.Word(); bytes.EqualFold(word, []byte("version")) { // RDF 1.2
			return q, errors.Join(p.Version(len(word)), p.lineEnd("the end of the line"))
		}
	}
	if q.Subj, err = p.node("a subject (an IRI or a blank node)"); err != nil {
		return q, err
	}
	if q.Pred, err = p.predicate(); err != nil {
		return q, err
	}
	if q.Obj, err = p.object(); err != nil {
		return q, err
	}
	if c, err = p.Next(); err == nil && c != '.' {
		q.Ctx, err = p.node("'.' or the name of a graph")
	}
	if err == nil {
		err = p.end()
	}
	return q, err
}

// end reads the final dot, after which only a comment may stand.
func (p parser) end() error {
	if c, err := p.Next(); err != nil || c != '.' {
		return p.Expected("'.' at the end of the statement")
	}
	p.Skip(1)
	return p.lineEnd("the end of the line, since each statement has a line of its own,")
}

func (p parser) lineEnd(what string) error {
	if c, err := p.Next(); err != nil || c == 0 || c == '\n' {
		return err
	}
	return p.Expected(what)
}

func (p parser) predicate() (rdf.Predicate, error) {
	if c, err := p.Next(); err != nil || c != '<' {
		return nil, p.Expected("a predicate (an IRI)")
	}
	return p.IRIRef()
}

// node reads an IRI or a blank node. The grammar of RDF 1.1 lets labels have
// colons, by a mistake that RDF 1.2 corrects; they are refused, as the tests of
// RDF 1.1 ask.
func (p parser) node(what string) (terms.Blank, error) {
	c, err := p.Next()
	switch {
	case err != nil:
		return nil, err
	case c == '<':
		return p.IRIRef()
	case c != '_':
		return nil, p.Expected(what)
	}
	b, err := p.BlankLabel()
	if err == nil && p.Is(":") {
		return nil, p.Fault(fmt.Errorf("the label of a blank node has no colon, but one follows _:%s", b))
	}
	return b, err
}

func (p parser) object() (rdf.Object, error) {
	if c, err := p.Next(); err != nil || c != '"' {
		return p.node("an object (an IRI, a blank node or a literal)")
	}
	lexical, err := p.String()
	if err != nil {
		return nil, err
	}
	return p.Literal(lexical, p.datatype)
}

func (p parser) datatype() (terms.IRI, error) {
	if !p.Is("<") {
		return nil, p.Expected("the IRI of a datatype")
	}
	return p.IRIRef()
}

// Term reads one term as N-Triples writes it: <iri>, _:label, "text", "text"@en
// or "text"^^<datatype>. Nothing may stand before or after it.
func Term(text string) (rdf.Term, error) {
	p := newParser(context.Background(), strings.NewReader(text), "term", int64(len(text)))
	term, err := p.alone(text)
	if err == nil && p.Offset() < int64(len(text)) {
		err = p.Expected("the end of the term")
	}
	if err != nil {
		return nil, err
	}
	return term, nil
}

// alone reads the term without white space and comments around it.
func (p parser) alone(text string) (rdf.Term, error) {
	c, err := p.Next()
	if err != nil || c == 0 || c != text[0] {
		return nil, p.Expected("a term")
	}
	if c != '"' {
		return p.node("a term")
	}
	lexical, err := p.String()
	if err != nil || !p.Is("@") && !p.Is("^") {
		return graph.String(lexical), err
	}
	return p.Literal(lexical, p.datatype)
}
