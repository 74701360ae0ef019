package nquads

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/knakk/rdf"

	"vitrine/serialize/terms"
)

// parser reads one line by the grammar of N-Quads section 3.1.
type parser struct{ *terms.Scanner }

// parse reads a line. The quad's Ctx is nil in the default graph. The quad is
// zero, and ok false, on a line that holds none.
func (p parser) parse(line []byte, number int) (q rdf.Quad, ok bool, err error) {
	p.Reset(line, number)
	c, err := p.Next()
	if err != nil || c == 0 {
		return q, false, err
	}
	if word, _ := p.Word(); bytes.EqualFold(word, []byte("version")) {
		if err = p.Version(len(word)); err == nil {
			err = p.lineEnd("the end of the line")
		}
		return q, false, err
	}
	if q.Subj, err = p.node("a subject (an IRI or a blank node)"); err != nil {
		return q, false, err
	}
	if q.Pred, err = p.predicate(); err != nil {
		return q, false, err
	}
	if q.Obj, err = p.object(); err != nil {
		return q, false, err
	}
	if c, err = p.Next(); err == nil && c != '.' {
		q.Ctx, err = p.node("'.' or the name of a graph")
	}
	if err == nil {
		err = p.end()
	}
	return q, err == nil, err
}

// end reads the final dot, after which only a comment may stand.
func (p parser) end() error {
	c, err := p.Next()
	switch {
	case err != nil:
		return err
	case c != '.':
		return p.Expected("'.' at the end of the statement")
	}
	p.Skip(1)
	return p.lineEnd("the end of the line, since each statement has a line of its own,")
}

func (p parser) lineEnd(what string) error {
	if c, err := p.Next(); err != nil || c == 0 {
		return err
	}
	return p.Expected(what)
}

func (p parser) predicate() (rdf.Predicate, error) {
	if c, err := p.Next(); err != nil || c != '<' {
		return nil, errors.Join(err, p.Expected("a predicate (an IRI)"))
	}
	return p.IRIRef()
}

// node reads an IRI or a blank node.
func (p parser) node(what string) (terms.Blank, error) {
	c, err := p.Next()
	switch {
	case err != nil:
		return nil, err
	case c == '<':
		return p.IRIRef()
	case c == '_':
		return p.blank()
	}
	return nil, p.Expected(what)
}

// blank reads a blank node. The grammar of RDF 1.1 lets labels have colons, by a
// mistake that RDF 1.2 corrects; they are refused, as the tests of RDF 1.1 ask.
func (p parser) blank() (terms.Blank, error) {
	b, err := p.BlankLabel()
	if err == nil && p.Is(":") {
		return nil, p.Fault(fmt.Errorf("the label of a blank node has no colon, but one follows _:%s", b))
	}
	return b, err
}

func (p parser) object() (rdf.Object, error) {
	c, err := p.Next()
	switch {
	case err != nil:
		return nil, err
	case c == '<':
		return p.IRIRef()
	case c == '_':
		return p.blank()
	case c == '"':
		return p.Literal(p.ShortString, p.datatype)
	}
	return nil, p.Expected("an object (an IRI, a blank node or a literal)")
}

func (p parser) datatype() (terms.IRI, error) {
	if !p.Is("<") {
		return nil, p.Expected("the IRI of a datatype")
	}
	return p.IRIRef()
}
