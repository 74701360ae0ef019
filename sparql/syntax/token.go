package syntax

import (
	"github.com/knakk/rdf"
	"slices"
)

// kind is what a token is.
type kind uint8

const (
	endOfText kind = iota
	// word is a keyword, or a word that is none.
	word
	// variable is VAR1 or VAR2.
	variable
	// iriRef is IRIREF.
	iriRef
	// prefixedName is PNAME_NS or PNAME_LN.
	prefixedName
	// blankLabel is BLANK_NODE_LABEL.
	blankLabel
	// text is one of the four forms of strings.
	text
	// langTag is LANGTAG.
	langTag
	// number is any numeric literal, with its sign if it has one.
	number
	// sign is punctuation or an operator.
	sign
)

// token is a terminal of the grammar.
type token struct {
	kind       kind
	start, end int
	// value depends on the kind: a word in capitals, a name without its sigil, an
	// IRI without its brackets, a string without its escapes, a number or a sign as
	// it is. Of a prefixed name it is the local part, without escapes.
	value string
	// prefix is that of a prefixed name.
	prefix string
	// datatype is that of a number.
	datatype rdf.IRI
}

// is tells whether the token is the keyword or the sign.
func (t *token) is(value string) bool {
	return (t.kind == word || t.kind == sign) && t.value == value
}

// isOneOf tells whether the token is one of the keywords or signs.
func (t *token) isOneOf(values ...string) bool {
	return slices.ContainsFunc(values, t.is)
}

// signed tells whether the token is a number with a sign.
func (t *token) signed() bool {
	return t.kind == number && (t.value[0] == '+' || t.value[0] == '-')
}

// shown describes the token for a message.
func (t *token) shown(plain string) string {
	if t.kind == endOfText {
		return "the end of the query"
	}
	return quoted(plain[t.start:t.end])
}
