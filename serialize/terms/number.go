package terms

import (
	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// Number reads a number (INTEGER, DECIMAL, DOUBLE), of which the sign, the dot or
// the first digit stands here. It is false where there is none after all.
func (s *Scanner) Number() (rdf.Literal, bool) {
	n := 0
	if c := s.at(n); c == '+' || c == '-' {
		n++
	}
	whole := s.digits(n)
	end, datatype := whole, graph.XSDInteger
	digits := whole - n
	if s.at(whole) == '.' {
		fraction := s.digits(whole + 1)
		if fraction > whole+1 {
			end, datatype = fraction, graph.XSDDecimal
		}
		digits += fraction - (whole + 1)
		whole = fraction
	}
	if digits == 0 {
		return rdf.Literal{}, false
	}
	if after := s.exponent(whole); after > whole {
		end, datatype = after, graph.XSDDouble
	}
	lexical := string(s.text(end))
	s.pos += end
	return graph.Typed(lexical, datatype), true
}

// digits returns the place after the digits that stand from place n on.
func (s *Scanner) digits(n int) int {
	for c := s.at(n); '0' <= c && c <= '9'; c = s.at(n) {
		n++
	}
	return n
}

// exponent returns the place after the exponent that stands at place n
// (EXPONENT), and n where there is none.
func (s *Scanner) exponent(n int) int {
	if s.at(n)|0x20 != 'e' {
		return n
	}
	first := n + 1
	if c := s.at(first); c == '+' || c == '-' {
		first++
	}
	if end := s.digits(first); end > first {
		return end
	}
	return n
}
