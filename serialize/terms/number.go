package terms

import (
	"strings"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// Number reads a number, of which the sign, the dot or the first digit stands
// here. It is false where there is none after all.
func (s *Scanner) Number() (rdf.Literal, bool) {
	n := 0
	for c := s.at(n); c != 0 && strings.IndexByte("0123456789+-.eE", c) >= 0; c = s.at(n) {
		n++
	}
	text := string(s.text(n))
	length, datatype := Number(text)
	s.pos += length
	return graph.Typed(text[:length], datatype), length > 0
}

// Number returns the length of the number that a text begins with as Turtle
// writes it (INTEGER, DECIMAL, DOUBLE), and the datatype. The length is 0 where
// there is none.
func Number(text string) (length int, datatype rdf.IRI) {
	start := sign(text, 0)
	whole := digits(text, start)
	length, datatype = whole, graph.XSDInteger
	mantissa, count := whole, whole-start
	if strings.HasPrefix(text[whole:], ".") {
		mantissa = digits(text, whole+1)
		count = mantissa - start - 1
		if mantissa > whole+1 {
			length, datatype = mantissa, graph.XSDDecimal
		}
	}
	if count == 0 {
		return 0, rdf.IRI{}
	}
	if mantissa < len(text) && text[mantissa]|0x20 == 'e' {
		first := sign(text, mantissa+1)
		if end := digits(text, first); end > first {
			return end, graph.XSDDouble
		}
	}
	return length, datatype
}

// sign returns the place after the sign that may stand at place n.
func sign(text string, n int) int {
	if n < len(text) && (text[n] == '+' || text[n] == '-') {
		n++
	}
	return n
}

// digits returns the place after the digits that stand from place n on.
func digits(text string, n int) int {
	for n < len(text) && '0' <= text[n] && text[n] <= '9' {
		n++
	}
	return n
}
