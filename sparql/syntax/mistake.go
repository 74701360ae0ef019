package syntax

import "strings"

// The methods of this file say what is wrong where a query has something that
// people often write, and that the grammar has in another way.

// updates are the words that an update begins with (SPARQL 1.1 Update).
var updates = []string{"INSERT", "DELETE", "WITH", "LOAD", "CLEAR", "CREATE", "DROP", "COPY", "MOVE", "ADD"}

// noQuery fails where no query begins.
func (p *parser) noQuery() {
	switch {
	case p.tok.isOneOf(updates...):
		p.breaks(p.tok.start, "%s begins an update, and only queries are answered here", p.tok.value)
	case p.tok.kind == langTag && strings.EqualFold(p.tok.value, "prefix"), p.tok.kind == langTag && strings.EqualFold(p.tok.value, "base"):
		p.breaks(p.tok.start, `%s is written without "@" in a query, and without "." after the IRI`, strings.ToUpper(p.tok.value))
	default:
		p.expected("PREFIX, BASE, SELECT, CONSTRUCT, DESCRIBE or ASK")
	}
}

// noSelectItem fails where a SELECT clause goes on in a way that it cannot.
func (p *parser) noSelectItem() {
	switch {
	case p.tok.is(","):
		p.breaks(p.tok.start, "the variables of SELECT have no commas between them")
	case p.atFunction():
		p.breaks(p.tok.start, "an expression of SELECT stands in brackets, with a variable: (%s(…) AS ?name)", p.tok.value)
	}
}

// undeclared fails at a prefixed name whose prefix is not declared.
func (p *parser) undeclared() {
	if strings.HasPrefix(p.source.plain[p.tok.start+len(p.tok.prefix):], "://") {
		p.breaks(p.tok.start, "an IRI stands in angle brackets: <%s://…>", p.tok.prefix)
		return
	}
	p.breaks(p.tok.start, "the prefix %s: is not declared: write PREFIX %s: <…> before the query", p.tok.prefix, p.tok.prefix)
}

// noOperator fails where neither an operator nor the bracket follows an expression.
func (p *parser) noOperator(expected string) {
	switch {
	case p.tok.kind == iriRef:
		p.breaks(p.tok.start, `%s is read as an IRI: put spaces around the operator "<"`, quoted(p.source.plain[p.tok.start:p.tok.end]))
	case p.tok.is("AND"):
		p.breaks(p.tok.start, `"and" is written &&`)
	case p.tok.is("OR"):
		p.breaks(p.tok.start, `"or" is written ||`)
	default:
		p.expected(expected)
	}
}

// found describes the token that stands here, which cannot.
func (p *parser) found() string {
	shown := p.tok.shown(p.source.plain)
	rest := p.source.plain[p.tok.start:]
	if !p.tok.is("<") || len(rest) < 2 || !isLetter(rest[1]) {
		return shown
	}
	end := strings.IndexAny(rest[1:], " \t\r\n<>\"{}|^`\\")
	if end < 0 || rest[1+end] == '>' {
		return shown
	}
	return shown + ", which begins no IRI, since an IRI cannot have " + quoted(rest[1+end:2+end]) + " in it"
}
