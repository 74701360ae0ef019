package result

import (
	"fmt"
	"io"
	"strconv"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// namespace is that of SPARQL Query Results XML.
const namespace = "http://www.w3.org/2005/sparql-results#"

// xmlWriter writes SPARQL Query Results XML.
type xmlWriter struct {
	output
	// bindings has for each variable the start tag of its bindings.
	bindings []string
}

// NewXML returns a writer of SPARQL Query Results XML. A character that XML cannot
// hold, such as U+0001, is ErrCharacter.
func NewXML(w io.Writer) Writer { return &xmlWriter{output: output{w: w}} }

func (x *xmlWriter) head(names []string) {
	x.buf = append(x.buf, `<?xml version="1.0" encoding="UTF-8"?>`+"\n"+`<sparql xmlns="`+namespace+`">`+"\n<head>"...)
	for _, name := range names {
		x.buf = append(x.buf, `<variable name="`...)
		start := len(x.buf)
		x.text(name)
		x.bindings = append(x.bindings, `<binding name="`+string(x.buf[start:])+`">`)
		x.buf = append(x.buf, `"/>`...)
	}
	x.buf = append(x.buf, "</head>\n"...)
}

func (x *xmlWriter) Variables(names []string) error {
	if err := x.variables(len(names)); err != nil {
		return err
	}
	x.head(names)
	x.buf = append(x.buf, "<results>\n"...)
	return x.full()
}

func (x *xmlWriter) Solution(row []rdf.Term) error {
	if err := x.row(row); err != nil {
		return err
	}
	x.buf = append(x.buf, "<result>"...)
	for i, term := range row {
		if term == nil {
			continue
		}
		x.buf = append(x.buf, x.bindings[i]...)
		x.term(term)
		x.buf = append(x.buf, "</binding>"...)
	}
	x.buf = append(x.buf, "</result>\n"...)
	return x.full()
}

// term writes a term as section 2.3.1 has it.
func (x *xmlWriter) term(term rdf.Term) {
	switch t := term.(type) {
	case rdf.IRI:
		x.element("<uri>", t.String(), "</uri>")
	case rdf.Blank:
		x.element("<bnode>", label(t), "</bnode>")
	case rdf.Literal:
		switch {
		case t.Lang() != "":
			x.element(`<literal xml:lang="`, t.Lang(), `">`)
		case t.DataType != graph.XSDString:
			x.element(`<literal datatype="`, t.DataType.String(), `">`)
		default:
			x.buf = append(x.buf, "<literal>"...)
		}
		x.element("", t.String(), "</literal>")
	}
}

func (x *xmlWriter) element(before, text, after string) {
	x.buf = append(x.buf, before...)
	x.text(text)
	x.buf = append(x.buf, after...)
}

// text writes character data, or the value of an attribute that has no white space.
func (x *xmlWriter) text(text string) {
	start := 0
	for i, r := range text {
		var reference string
		switch {
		case r == '&':
			reference = "&amp;"
		case r == '<':
			reference = "&lt;"
		case r == '>':
			reference = "&gt;"
		case r == '"':
			reference = "&quot;"
		case r == '\r': // a reader would take it for a line end
			reference = "&#xD;"
		case !isXML(r) && x.err == nil:
			x.err = fmt.Errorf("%w: %s", ErrCharacter, strconv.QuoteRuneToASCII(r))
			continue
		default:
			continue
		}
		x.buf = append(append(x.buf, text[start:i]...), reference...)
		start = i + 1
	}
	x.buf = append(x.buf, text[start:]...)
}

// isXML tells whether XML 1.0 has the character (section 2.2, Char).
func isXML(r rune) bool {
	return r >= ' ' && r < 0xFFFE || r == '\t' || r == '\n' || r == '\r' || r > 0xFFFF
}

func (x *xmlWriter) Boolean(b bool) error {
	if err := x.begin(begun, afterBoolean); err != nil {
		return err
	}
	x.head(nil)
	x.buf = append(strconv.AppendBool(append(x.buf, "<boolean>"...), b), "</boolean>\n"...)
	return x.err
}

func (x *xmlWriter) Close() error {
	solutions, err := x.end()
	if err != nil {
		return err
	}
	if solutions {
		x.buf = append(x.buf, "</results>\n"...)
	}
	x.buf = append(x.buf, "</sparql>\n"...)
	return x.Flush()
}
