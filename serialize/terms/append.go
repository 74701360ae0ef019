package terms

import (
	"strconv"
	"unicode/utf8"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// AppendIRI appends an IRI in angle brackets. An IRI has no characters that
// would have to be escaped there.
func AppendIRI(b []byte, iri rdf.IRI) []byte {
	b = append(b, '<')
	b = append(b, iri.String()...)
	return append(b, '>')
}

// AppendNumbered appends the blank node _:bN.
func AppendNumbered(b []byte, n int) []byte {
	return strconv.AppendInt(append(b, "_:b"...), int64(n), 10)
}

// AppendLiteral appends a literal as canonical N-Triples has it (N-Triples
// section 4).
func AppendLiteral(b []byte, l rdf.Literal) []byte {
	b = AppendQuoted(b, l.String(), canonical)
	switch {
	case l.Lang() != "":
		b = append(b, '@')
		b = append(b, l.Lang()...)
	case l.DataType != graph.XSDString:
		b = AppendIRI(append(b, "^^"...), l.DataType)
	}
	return b
}

// AppendTerm appends a term; blank nodes keep their labels.
func AppendTerm(b []byte, t rdf.Term) []byte {
	switch t := t.(type) {
	case rdf.IRI:
		return AppendIRI(b, t)
	case rdf.Literal:
		return AppendLiteral(b, t)
	default:
		return append(append(b, "_:"...), t.String()...)
	}
}

// AppendTriple appends the triple as a line of N-Triples; blank nodes keep their
// labels.
func AppendTriple(b []byte, t rdf.Triple) []byte { return AppendQuad(b, rdf.Quad{Triple: t}) }

// AppendQuad appends the quad as a line of N-Quads; blank nodes keep their
// labels.
func AppendQuad(b []byte, q rdf.Quad) []byte {
	b = append(AppendTerm(b, q.Subj), ' ')
	b = append(AppendTerm(b, q.Pred), ' ')
	b = append(AppendTerm(b, q.Obj), ' ')
	if q.Ctx != nil {
		b = append(AppendTerm(b, q.Ctx), ' ')
	}
	return append(b, ".\n"...)
}

// Escapes says which characters of a string are escaped.
type Escapes func(r rune) bool

// canonical are those that canonical N-Triples escapes.
func canonical(r rune) bool { return r == '"' || r == '\\' || r == '\n' || r == '\r' }

// Visible are those and all control characters, separators and marks that people
// could not see.
func Visible(r rune) bool {
	return canonical(r) || r < ' ' || 0x7f <= r && r < 0xa0 || r == 0x2028 || r == 0x2029 || r == 0xfeff
}

// AppendQuoted appends a string in quotation marks. Of the characters that are
// escaped, quotation marks, backslashes, line ends and tabs have letters.
func AppendQuoted(b []byte, s string, escaped Escapes) []byte {
	b = append(b, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' && c < 0x7f {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if escaped(r) {
			b = append(b, s[start:i]...)
			b = appendEscape(b, r)
			start = i + size
		}
		i += size
	}
	b = append(b, s[start:]...)
	return append(b, '"')
}

func appendEscape(b []byte, r rune) []byte {
	switch r {
	case '"', '\\', '\n', '\r', '\t':
		return append(b, '\\', escapeOf[r])
	}
	const digits = "0123456789ABCDEF"
	return append(b, '\\', 'u', digits[r>>12&15], digits[r>>8&15], digits[r>>4&15], digits[r&15])
}
