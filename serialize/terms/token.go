package terms

import (
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/serialize/namechar"
)

// IRIRef reads an IRI in angle brackets (IRIREF), which begins here, and
// resolves it.
func (s *Scanner) IRIRef() (IRI, error) {
	n, escaped, err := s.iriLength()
	if err != nil {
		return nil, s.Fault(err)
	}
	reference := s.text(n)[1 : n-1]
	if escaped {
		if reference, err = unescape(reference, false); err != nil {
			return nil, s.Fault(err)
		}
	}
	made, err := s.Maker.IRI(reference)
	if err != nil {
		return nil, s.Fault(err)
	}
	s.pos += n
	return made, nil
}

// iriLength returns the length of the IRI reference with its brackets.
func (s *Scanner) iriLength() (n int, escaped bool, err error) {
	for n = 1; ; {
		rest := s.buf[s.pos:]
		for n < len(rest) {
			switch c := rest[n]; {
			case c == '>':
				return n + 1, escaped, nil
			case c == '\\':
				escaped = true
			case c == '<' && n == 1:
				return 0, false, fmt.Errorf("a triple term or reified triple %w", ErrRDF12)
			case c <= ' ':
				return 0, false, fmt.Errorf("white space or a control character (%q) stands in the IRI that begins %s, which lacks its '>' or an escape", c, shown(rest[:n]))
			case c == '<':
				return 0, false, fmt.Errorf("the IRI that begins %s lacks its '>'", shown(rest[:n]))
			}
			n++
		}
		if !s.more() {
			return 0, false, fmt.Errorf("the IRI that begins %s lacks its '>'", shown(s.buf[s.pos:]))
		}
	}
}

// nameBytes has the ASCII characters of PN_CHARS.
var nameBytes = func() (table [utf8.RuneSelf]bool) {
	for c := range table {
		table[c] = namechar.Name(rune(c))
	}
	return table
}()

// rune returns the character n places on, and its length, which is 0 where
// there is none in UTF-8.
func (s *Scanner) rune(n int) (rune, int) {
	for !utf8.FullRune(s.buf[min(s.pos+n, len(s.buf)):]) && s.more() {
	}
	r, size := utf8.DecodeRune(s.buf[min(s.pos+n, len(s.buf)):])
	if r == utf8.RuneError && size < len("\ufffd") {
		return 0, 0
	}
	return r, size
}

// nameEnd passes characters of PN_CHARS and dots from place n on, and returns
// the place after the last that is not a dot.
func (s *Scanner) nameEnd(n int) int {
	end := n
	for {
		rest := s.buf[s.pos:]
		for n < len(rest) && rest[n] < utf8.RuneSelf {
			switch {
			case nameBytes[rest[n]]:
				n++
				end = n
			case rest[n] == '.':
				n++
			default:
				return end
			}
		}
		if n == len(rest) {
			if !s.more() {
				return end
			}
			continue
		}
		r, size := s.rune(n)
		if size == 0 || !namechar.Name(r) {
			return end
		}
		n += size
		end = n
	}
}

// BlankLabel reads a blank node by its label (BLANK_NODE_LABEL), which begins
// here. It ends before a colon.
func (s *Scanner) BlankLabel() (Blank, error) {
	const start = len("_:")
	if s.at(1) != ':' {
		return nil, s.Expected("a blank node label, such as _:b0,")
	}
	r, size := s.rune(start)
	if size == 0 || !namechar.Start(r) && !namechar.Digit(r) {
		return nil, s.Fault(errors.New("'_:' is not followed by a valid blank node label, which begins with a letter, a digit or '_'"))
	}
	end := s.nameEnd(start + size)
	b := s.Maker.Blank(s.text(end)[start:])
	s.pos += end
	return b, nil
}

// String reads a string in any of the forms of Turtle, which begins here with a
// quotation mark.
func (s *Scanner) String() (string, error) {
	quote := s.buf[s.pos]
	if s.at(1) == quote && s.at(2) == quote {
		return s.longString(quote)
	}
	return s.ShortString()
}

// ShortString reads a string between two marks of the kind that stands here, on
// one line.
func (s *Scanner) ShortString() (string, error) {
	quote := s.buf[s.pos]
	for n := 1; ; {
		rest := s.buf[s.pos:]
		for n < len(rest) {
			switch c := rest[n]; c {
			case quote:
				return s.content(1, n)
			case '\\':
				n++
			case '\n', '\r':
				if s.byLine {
					return "", s.unfinished(n)
				}
				return "", s.Fault(fmt.Errorf("the string that begins %s has a line end in it; write it as \\n or \\r, or use three quotation marks in Turtle and TriG", shown(rest[:n])))
			}
			n++
		}
		if !s.more() {
			return "", s.unfinished(len(s.buf) - s.pos)
		}
	}
}

func (s *Scanner) unfinished(n int) error {
	return s.Fault(fmt.Errorf("the string that begins %s lacks its closing quotation mark", shown(s.text(n))))
}

func (s *Scanner) longString(quote byte) (string, error) {
	const marks = 3
	for n := marks; ; {
		rest := s.buf[s.pos:]
		for n < len(rest) {
			switch {
			case rest[n] == '\\':
				n++
			case rest[n] == quote && n+marks > len(rest):
				if s.more() {
					rest = s.buf[s.pos:]
					continue
				}
			case rest[n] == quote && rest[n+1] == quote && rest[n+2] == quote:
				start := s.pos
				text, err := s.content(marks, n)
				s.countLines(start)
				return text, err
			}
			n++
		}
		if !s.more() {
			return "", s.unfinished(len(s.buf) - s.pos)
		}
	}
}

// content returns what stands in a string between its marks, and passes it.
func (s *Scanner) content(marks, end int) (string, error) {
	text := s.text(end)[marks:]
	if !utf8.Valid(text) {
		return "", s.Fault(errUTF8)
	}
	text, err := unescape(text, true)
	if err != nil {
		return "", s.Fault(err)
	}
	s.pos += end + marks
	return string(text), nil
}

// countLines counts the lines that ended since the place start in buf.
func (s *Scanner) countLines(start int) {
	for i := start; i < s.pos; i++ {
		switch c := s.buf[i]; {
		case c == '\n', c == '\r' && s.buf[i+1] != '\n': // marks follow
			s.line++
			s.lineStart = i + 1
		}
	}
}

// Literal reads what may follow the string of a literal, a language tag or a
// datatype, which the function reads.
func (s *Scanner) Literal(lexical string, datatype func() (IRI, error)) (rdf.Literal, error) {
	c, err := s.Next()
	if err != nil {
		return rdf.Literal{}, err
	}
	switch {
	case c == '@':
		return s.tagged(lexical)
	case c == '^' && s.at(1) == '^':
		return s.typed(lexical, datatype)
	default:
		return graph.String(lexical), nil
	}
}

// tagged reads the language tag of a string (LANGTAG), which begins here.
func (s *Scanner) tagged(lexical string) (rdf.Literal, error) {
	n := 1
	for isTagByte(s.at(n)) {
		n++
	}
	l, err := Tagged(lexical, string(s.text(n)[1:]))
	if err != nil {
		return rdf.Literal{}, s.Fault(err)
	}
	s.pos += n
	return l, nil
}

func isTagByte(c byte) bool {
	return c == '-' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// typed reads the datatype of a literal, before which ^^ stands here.
func (s *Scanner) typed(lexical string, datatype func() (IRI, error)) (rdf.Literal, error) {
	s.pos += len("^^")
	if _, err := s.Next(); err != nil {
		return rdf.Literal{}, err
	}
	made, err := datatype()
	if err != nil {
		return rdf.Literal{}, err
	}
	l, err := Typed(lexical, made.(rdf.IRI))
	if err != nil {
		return rdf.Literal{}, s.Fault(err)
	}
	return l, nil
}

// Version reads the keyword VERSION of RDF 1.2, of n bytes and which begins
// here, and the version after it.
func (s *Scanner) Version(n int) error {
	s.pos += n
	c, err := s.Next()
	if err != nil {
		return err
	}
	if c != '"' && c != '\'' || s.at(1) == c && s.at(2) == c {
		return s.Expected(`a version, such as "1.1",`)
	}
	version, err := s.ShortString()
	if err != nil {
		return err
	}
	if err := CheckVersion(version); err != nil {
		return s.Fault(err)
	}
	return nil
}
