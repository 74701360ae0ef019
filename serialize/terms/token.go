package terms

import (
	"bytes"
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// IRIRef reads an IRI in angle brackets (IRIREF), which begins here, and
// resolves it.
func (s *Scanner) IRIRef() (IRI, error) {
	n, err := s.iriLength()
	if err != nil {
		return nil, s.Fault(err)
	}
	reference := s.text(n)[1 : n-1]
	if known, ok := s.iris[string(reference)]; ok {
		s.pos += n
		return known, nil
	}
	if err = checkReference(s.text(n-1), 1); err == nil {
		reference, err = unescape(reference, false)
	}
	if err != nil {
		return nil, s.Fault(err)
	}
	made, err := s.Maker.IRI(reference)
	if err != nil {
		return nil, s.Fault(err)
	}
	s.pos += n
	return made, nil
}

// iriLength returns the length of the IRI reference with its brackets, between
// which anything may stand that is in the buffer.
func (s *Scanner) iriLength() (int, error) {
	for n := 1; ; {
		rest := s.buf[s.pos:]
		if end := bytes.IndexByte(rest[n:], '>'); end >= 0 {
			return n + end + 1, nil
		}
		if err := checkReference(rest, n); err != nil {
			return 0, err
		}
		if n = len(rest); !s.more() {
			return 0, fmt.Errorf("the IRI that begins %s lacks its '>'", shown(s.buf[s.pos:]))
		}
	}
}

// checkReference reports whether a text may stand in angle brackets, from place n
// on; it begins with the opening one.
func checkReference(text []byte, n int) error {
	for ; n < len(text); n++ {
		switch c := text[n]; {
		case c == '<' && n == 1:
			return fmt.Errorf("a triple term or reified triple %w", ErrRDF12)
		case c == '<':
			return fmt.Errorf("the IRI that begins %s lacks its '>'", shown(text[:n]))
		case c <= ' ':
			return fmt.Errorf("white space or a control character (%q) stands in the IRI that begins %s, which lacks its '>' or an escape", c, shown(text[:n]))
		}
	}
	return nil
}

// nameBytes has the ASCII characters of PN_CHARS.
var nameBytes = func() (table [utf8.RuneSelf]bool) {
	for c := range table {
		table[c] = IsNameChar(rune(c))
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
		if size == 0 || !IsNameChar(r) {
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
	if size == 0 || !IsNameStart(r) && !IsDigit(r) {
		return nil, s.Fault(errors.New("'_:' is not followed by a valid blank node label, which begins with a letter, a digit or '_'"))
	}
	end := s.nameEnd(start + size)
	b := s.Maker.Blank(s.text(end)[start:])
	s.pos += end
	return b, nil
}

// String reads a string, which begins here with a quotation mark. Three marks,
// between which lines may end, are those of Turtle.
func (s *Scanner) String() (string, error) {
	quote, marks := s.buf[s.pos], 1
	if !s.byLine && s.marks(1, quote, 2) {
		marks = 3
	}
	for n := marks; ; n++ {
		for s.pos+n >= len(s.buf) {
			if !s.more() {
				return "", s.unfinished(len(s.buf) - s.pos)
			}
		}
		switch c := s.buf[s.pos+n]; {
		case c == '\\':
			n++
		case c == quote && s.marks(n+1, quote, marks-1):
			return s.content(marks, n)
		case (c == '\n' || c == '\r') && s.byLine:
			return "", s.unfinished(n)
		case (c == '\n' || c == '\r') && marks == 1:
			return "", s.Fault(fmt.Errorf("the string that begins %s has a line end in it; write it as \\n or \\r, or use three quotation marks", shown(s.text(n))))
		}
	}
}

// marks reports whether as many marks stand at place n.
func (s *Scanner) marks(n int, quote byte, count int) bool {
	for i := range count {
		if s.at(n+i) != quote {
			return false
		}
	}
	return true
}

func (s *Scanner) unfinished(n int) error {
	return s.Fault(fmt.Errorf("the string that begins %s lacks its closing quotation mark", shown(s.text(n))))
}

// content returns what stands in a string between its marks, and passes it.
func (s *Scanner) content(marks, end int) (string, error) {
	text := s.text(end)[marks:]
	if !utf8.Valid(text) {
		return "", s.Fault(errUTF8)
	}
	content, err := unescape(text, true)
	if err != nil {
		return "", s.Fault(err)
	}
	for i := 0; i < len(text) && marks > 1; i++ {
		if c := text[i]; c == '\n' || c == '\r' && s.text(end + 1)[marks+i+1] != '\n' { // marks follow
			s.line++
			s.lineStart = s.pos + marks + i + 1
		}
	}
	s.pos += end + marks
	return string(content), nil
}

// Literal reads what may follow the string of a literal, a language tag
// (LANGTAG) or a datatype, which the function reads, and returns the literal.
func (s *Scanner) Literal(lexical string, datatype func() (IRI, error)) (l rdf.Literal, err error) {
	c, err := s.Next()
	switch {
	case err != nil:
		return l, err
	case c == '@':
		n := 1
		for isTagByte(s.at(n)) {
			n++
		}
		if l, err = Tagged(lexical, string(s.text(n)[1:])); err != nil {
			return l, s.Fault(err)
		}
		s.pos += n
	case c == '^' && s.at(1) == '^':
		s.pos += len("^^")
		if _, err := s.Next(); err != nil {
			return l, err
		}
		made, err := datatype()
		if err != nil {
			return l, err
		}
		if l, err = Typed(lexical, made.(rdf.IRI)); err != nil {
			return l, s.Fault(err)
		}
	default:
		l = graph.String(lexical)
	}
	return l, nil
}

func isTagByte(c byte) bool {
	return c == '-' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// Version reads the keyword VERSION of RDF 1.2, of n bytes and which begins
// here, and the version after it.
func (s *Scanner) Version(n int) error {
	s.pos += n
	c, err := s.Next()
	if err != nil {
		return err
	}
	if c != '"' && c != '\'' || s.marks(1, c, 2) {
		return s.Expected(`a version, such as "1.1",`)
	}
	version, err := s.String()
	if err != nil {
		return err
	}
	if err = CheckVersion(version); err != nil {
		err = s.Fault(err)
	}
	return err
}
