package nquads

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/serialize/namechar"
)

// parser reads the terms of one line by the grammar of N-Quads section 3.1. It
// is our own because the libraries at hand accept, and lose without a word,
// what stands after the final dot, escapes beyond U+10FFFF or lines of more
// than 64 kB.
type parser struct {
	line []byte
	pos  int
	// iris holds the IRIs already checked, for they repeat.
	iris map[string]rdf.IRI
}

var errUTF8 = errors.New("the line is not valid UTF-8; convert the file to UTF-8")

// parse reads a line. The quad's Ctx is nil in the default graph. The quad is
// zero, and ok false, on a line that holds none.
func (p *parser) parse(line []byte) (q rdf.Quad, ok bool, err error) {
	p.line, p.pos = line, 0
	if !utf8.Valid(line) {
		return q, false, errUTF8
	}
	p.space()
	if p.done() {
		return q, false, nil
	}
	if q.Subj, err = p.subject("subject"); err != nil {
		return q, false, err
	}
	p.space()
	if q.Pred, err = p.predicate(); err != nil {
		return q, false, err
	}
	p.space()
	if q.Obj, err = p.object(); err != nil {
		return q, false, err
	}
	p.space()
	if !p.at('.') {
		if q.Ctx, err = p.subject("graph name"); err != nil {
			return q, false, err
		}
		p.space()
	}
	return q, true, p.end()
}

// end reads the final dot, after which only a comment may stand.
func (p *parser) end() error {
	if !p.at('.') {
		return errors.New("expected '.' at the end of the statement")
	}
	p.pos++
	p.space()
	if !p.done() {
		return errors.New("unexpected text after the final '.'; each statement needs a line of its own")
	}
	return nil
}

func (p *parser) space() {
	for p.pos < len(p.line) && (p.line[p.pos] == ' ' || p.line[p.pos] == '\t') {
		p.pos++
	}
}

// done tells whether nothing but a comment is left.
func (p *parser) done() bool { return p.pos == len(p.line) || p.line[p.pos] == '#' }

func (p *parser) at(c byte) bool { return p.pos < len(p.line) && p.line[p.pos] == c }

// subject reads an IRI or a blank node, which is named in the error by role.
func (p *parser) subject(role string) (rdf.Subject, error) {
	switch {
	case bytes.HasPrefix(p.line[p.pos:], []byte("<<")):
		return nil, errTripleTerm
	case p.at('<'):
		return p.iri()
	case p.at('_'):
		return p.blank()
	default:
		return nil, fmt.Errorf("expected an IRI or a blank node as %s", role)
	}
}

var errTripleTerm = errors.New("a triple term (RDF 1.2) cannot be kept; Vitrine's graphs are RDF 1.1")

func (p *parser) predicate() (rdf.Predicate, error) {
	if !p.at('<') {
		return nil, errors.New("expected an IRI as predicate")
	}
	return p.iri()
}

func (p *parser) object() (rdf.Object, error) {
	switch {
	case bytes.HasPrefix(p.line[p.pos:], []byte("<<")):
		return nil, errTripleTerm
	case p.at('<'):
		return p.iri()
	case p.at('_'):
		return p.blank()
	case p.at('"'):
		return p.literal()
	default:
		return nil, errors.New("expected an IRI, a blank node or a literal as object")
	}
}

func (p *parser) iri() (rdf.IRI, error) {
	end := bytes.IndexByte(p.line[p.pos:], '>')
	if end < 0 {
		return rdf.IRI{}, errors.New("the IRI lacks its '>'")
	}
	text := p.line[p.pos+1 : p.pos+end]
	p.pos += end + 1
	if iri, ok := p.iris[string(text)]; ok {
		return iri, nil
	}
	s, err := unescape(text, false)
	if err != nil {
		return rdf.IRI{}, err
	}
	iri, err := graph.IRI(s)
	if err != nil {
		return rdf.IRI{}, err
	}
	p.iris[string(text)] = iri
	return iri, nil
}

func (p *parser) blank() (rdf.Blank, error) {
	rest := p.line[p.pos:]
	if !bytes.HasPrefix(rest, []byte("_:")) {
		return rdf.Blank{}, errors.New("expected ':' after '_'")
	}
	n := labelLength(rest[2:])
	if n == 0 {
		return rdf.Blank{}, errors.New("the blank node has no valid label")
	}
	p.pos += 2 + n
	return graph.Blank(string(rest[2 : 2+n]))
}

// labelLength returns the length of the blank node label that b begins with
// (BLANK_NODE_LABEL without its "_:"), 0 where there is none. Unlike Turtle's,
// such labels may have colons.
func labelLength(b []byte) int {
	end := 0
	for i := 0; i < len(b); {
		r, size := utf8.DecodeRune(b[i:])
		switch {
		case r == ':', namechar.Start(r), namechar.Digit(r), i > 0 && namechar.Name(r):
			end = i + size
		case i > 0 && r == '.': // counts only before another character
		default:
			return end
		}
		i += size
	}
	return end
}

func (p *parser) literal() (rdf.Literal, error) {
	start := p.pos + 1
	end := closingQuote(p.line, start)
	if end < 0 {
		return rdf.Literal{}, errors.New(`the literal lacks its closing '"'`)
	}
	p.pos = end + 1
	lexical, err := unescape(p.line[start:end], true)
	if err != nil {
		return rdf.Literal{}, err
	}
	switch {
	case p.at('@'):
		return p.tagged(lexical)
	case bytes.HasPrefix(p.line[p.pos:], []byte("^^")):
		return p.typed(lexical)
	default:
		return graph.String(lexical), nil
	}
}

func closingQuote(line []byte, from int) int {
	for i := from; i < len(line); i++ {
		switch line[i] {
		case '"':
			return i
		case '\\':
			i++
		}
	}
	return -1
}

func (p *parser) tagged(lexical string) (rdf.Literal, error) {
	start := p.pos + 1
	p.pos = start
	for p.pos < len(p.line) && isTagByte(p.line[p.pos]) {
		p.pos++
	}
	tag := p.line[start:p.pos]
	if bytes.Contains(tag, []byte("--")) {
		return rdf.Literal{}, fmt.Errorf("the base direction of @%s (RDF 1.2) cannot be kept; Vitrine's graphs are RDF 1.1", tag)
	}
	return graph.Tagged(lexical, string(tag))
}

func isTagByte(c byte) bool {
	return c == '-' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

func (p *parser) typed(lexical string) (rdf.Literal, error) {
	p.pos += 2
	if !p.at('<') {
		return rdf.Literal{}, errors.New("expected an IRI as datatype after '^^'")
	}
	datatype, err := p.iri()
	if err != nil {
		return rdf.Literal{}, err
	}
	if datatype == graph.LangString {
		return rdf.Literal{}, errors.New("a literal of datatype rdf:langString needs a language tag")
	}
	return graph.Typed(lexical, datatype), nil
}

// unescape replaces the escapes of an IRI, or of a literal, which has more.
func unescape(text []byte, literal bool) (string, error) {
	i := bytes.IndexByte(text, '\\')
	if i < 0 {
		return string(text), nil
	}
	out := make([]byte, 0, len(text))
	for i >= 0 {
		out = append(out, text[:i]...)
		r, n, err := escape(text[i:], literal)
		if err != nil {
			return "", err
		}
		out = utf8.AppendRune(out, r)
		text = text[i+n:]
		i = bytes.IndexByte(text, '\\')
	}
	return string(append(out, text...)), nil
}

// escape reads the escape that text begins with, and returns its length.
func escape(text []byte, literal bool) (r rune, length int, err error) {
	if len(text) < 2 {
		return 0, 0, errors.New(`a '\' stands alone`)
	}
	switch text[1] {
	case 'u':
		return codePoint(text, 6)
	case 'U':
		return codePoint(text, 10)
	}
	if i := bytes.IndexByte([]byte(`tbnrf"'\`), text[1]); literal && i >= 0 {
		return rune("\t\b\n\r\f\"'\\"[i]), 2, nil
	}
	return 0, 0, fmt.Errorf("unknown escape %q", text[:2])
}

func codePoint(text []byte, length int) (rune, int, error) {
	if len(text) < length {
		return 0, 0, fmt.Errorf("the escape %q is cut short", text)
	}
	n, err := strconv.ParseUint(string(text[2:length]), 16, 32)
	if err != nil || !utf8.ValidRune(rune(n)) {
		return 0, 0, fmt.Errorf("the escape %q is no Unicode character", text[:length])
	}
	return rune(n), length, nil
}
