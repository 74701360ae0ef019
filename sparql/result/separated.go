package result

import (
	"io"
	"strconv"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/serialize/terms"
)

// separatedWriter writes CSV or TSV.
type separatedWriter struct {
	output
	separator byte
	lineEnd   string
	// prefix is what stands before the names of variables.
	prefix string
	term   func(b []byte, term rdf.Term) []byte
}

// NewCSV returns a writer of SPARQL 1.1 Query Results CSV (section 3).
func NewCSV(w io.Writer) Writer {
	return &separatedWriter{output{w: w}, ',', "\r\n", "", appendCSV}
}

// NewTSV returns a writer of SPARQL 1.1 Query Results TSV (section 4).
func NewTSV(w io.Writer) Writer {
	return &separatedWriter{output{w: w}, '\t', "\n", "?", appendTSV}
}

func (s *separatedWriter) Variables(names []string) error {
	if err := s.variables(len(names)); err != nil {
		return err
	}
	for i, name := range names {
		s.separate(i)
		s.buf = append(append(s.buf, s.prefix...), name...)
	}
	s.buf = append(s.buf, s.lineEnd...)
	return s.full()
}

func (s *separatedWriter) Solution(row []rdf.Term) error {
	if err := s.row(row); err != nil {
		return err
	}
	for i, term := range row {
		s.separate(i)
		if term != nil {
			s.buf = s.term(s.buf, term)
		}
	}
	s.buf = append(s.buf, s.lineEnd...)
	return s.full()
}

func (s *separatedWriter) separate(i int) {
	if i > 0 {
		s.buf = append(s.buf, s.separator)
	}
}

func (s *separatedWriter) Boolean(b bool) error {
	if err := s.begin(begun, afterBoolean); err != nil {
		return err
	}
	s.buf = append(strconv.AppendBool(s.buf, b), s.lineEnd...)
	return nil
}

func (s *separatedWriter) Close() error {
	if _, err := s.end(); err != nil {
		return err
	}
	return s.Flush()
}

// appendCSV appends the text of a term, in quotation marks where RFC 4180 asks for
// them, and where it is empty.
func appendCSV(b []byte, term rdf.Term) []byte {
	if blank, ok := term.(rdf.Blank); ok {
		return append(append(b, "_:"...), label(blank)...)
	}
	text := term.String()
	if text != "" && !strings.ContainsAny(text, "\",\r\n") {
		return append(b, text...)
	}
	b = append(b, '"')
	for {
		before, after, found := strings.Cut(text, `"`)
		b = append(b, before...)
		if !found {
			return append(b, '"')
		}
		b = append(b, `""`...)
		text = after
	}
}

// appendTSV appends a term as SPARQL and Turtle write it. Numbers stand alone where
// that means the same literal.
func appendTSV(b []byte, term rdf.Term) []byte {
	switch t := term.(type) {
	case rdf.IRI:
		return terms.AppendIRI(b, t)
	case rdf.Blank:
		return append(append(b, "_:"...), label(t)...)
	case rdf.Literal:
		return appendLiteral(b, t, inTSV)
	}
	return b
}

// inTSV are the characters that are escaped in TSV.
func inTSV(r rune) bool { return r == '"' || r == '\\' || r == '\n' || r == '\r' || r == '\t' }

func appendLiteral(b []byte, l rdf.Literal, escapes terms.Escapes) []byte {
	text := l.String()
	if length, datatype := terms.Number(text); length > 0 && length == len(text) && datatype == l.DataType {
		return append(b, text...)
	}
	b = terms.AppendQuoted(b, text, escapes)
	switch {
	case l.Lang() != "":
		return append(append(b, '@'), l.Lang()...)
	case l.DataType != graph.XSDString:
		return terms.AppendIRI(append(b, "^^"...), l.DataType)
	}
	return b
}
