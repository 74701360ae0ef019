package turtle

import (
	"strings"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/namechar"
	"vitrine/serialize/terms"
)

// iri writes an IRI, with a prefix where that is possible without escapes.
func (w *writer) iri(iri rdf.IRI) {
	prefix, local, ok := serialize.Shorten(w.prefixes, iri.String())
	if !ok || !isLocal(local) {
		w.out = terms.AppendIRI(w.out, iri)
		return
	}
	w.used[prefix.Name] = true
	w.text(prefix.Name)
	w.text(":")
	w.text(local)
}

// isLocal tells whether s is a local name (PN_LOCAL) without escapes, percent
// signs and colons. Those it might have too, but not every reader knows.
func isLocal(s string) bool {
	for i, c := range s {
		switch {
		case namechar.Start(c), namechar.Digit(c):
		case i > 0 && (c == '.' || namechar.Name(c)):
		default:
			return false
		}
	}
	return s != "" && !strings.HasSuffix(s, ".")
}

// literal writes a literal: bare where that reads as the same literal, quoted
// otherwise.
func (w *writer) literal(l rdf.Literal) {
	if isBare(l) {
		w.text(l.String())
		return
	}
	w.out = terms.AppendQuoted(w.out, l.String(), terms.Visible)
	switch {
	case l.Lang() != "":
		w.text("@")
		w.text(l.Lang())
	case l.DataType != graph.XSDString:
		w.text("^^")
		w.iri(l.DataType)
	}
}

// isBare tells whether the lexical form alone says the datatype (Turtle section
// 2.5.2 and 2.5.3).
func isBare(l rdf.Literal) bool {
	s := l.String()
	switch l.DataType {
	case graph.XSDBoolean:
		return s == "true" || s == "false"
	case graph.XSDInteger:
		return digits(unsigned(s)) == len(unsigned(s)) && unsigned(s) != ""
	case graph.XSDDecimal:
		return isDecimal(unsigned(s))
	case graph.XSDDouble:
		return isDouble(unsigned(s))
	default:
		return false
	}
}

func unsigned(s string) string {
	if s != "" && (s[0] == '+' || s[0] == '-') {
		return s[1:]
	}
	return s
}

// digits returns the number of digits that s begins with.
func digits(s string) int {
	n := 0
	for n < len(s) && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	return n
}

// isDecimal is DECIMAL without the sign: digits, which may be none, a dot and
// digits.
func isDecimal(s string) bool {
	fraction, ok := strings.CutPrefix(s[digits(s):], ".")
	return ok && fraction != "" && digits(fraction) == len(fraction)
}

// isDouble is DOUBLE without the sign: digits with or without a dot, and an
// exponent.
func isDouble(s string) bool {
	i := strings.IndexAny(s, "eE")
	if i < 0 {
		return false
	}
	mantissa, exponent := s[:i], unsigned(s[i+1:])
	whole := digits(mantissa)
	fraction, dot := strings.CutPrefix(mantissa[whole:], ".")
	if digits(fraction) != len(fraction) || !dot && fraction != "" || whole+len(fraction) == 0 {
		return false
	}
	return exponent != "" && digits(exponent) == len(exponent)
}
