package syntax

import (
	"strings"
	"unicode/utf8"
)

// parser reads a query by recursive descent, with one method for each rule of the
// grammar, or for a few that belong together. Methods go on after an error as at
// the end of the text; the first error counts.
type parser struct {
	source source
	// pos is the place in source.plain after the token.
	pos int
	tok token
	err *SyntaxError

	base     string
	prefixes map[string]string
	// nesting is how many brackets are open.
	nesting int
	labels  labels
	scope   scope
	// aggregates tells whether an aggregate may stand here.
	aggregates aggregatePlace
}

// fewNames is for how many uses of variables there is room at first.
const fewNames = 8

// begin goes to the first token of a text.
func (p *parser) begin(text, base string) {
	p.base, p.prefixes = base, map[string]string{}
	p.scope.names = make([]string, 0, fewNames)
	if len(text) > MaxText {
		p.exceeds(0, "the query has %d bytes, and may have %d", len(text), MaxText)
		return
	}
	p.source = newSource(text)
	if !utf8.ValidString(text) {
		p.breaks(len(validStart(p.source.plain)), "the query is not valid UTF-8 from here on")
		return
	}
	p.pos = len(p.source.plain) - len(strings.TrimPrefix(p.source.plain, "\ufeff"))
	p.next()
}

// validStart returns the text before its first byte that is not UTF-8.
func validStart(text string) string {
	for i, r := range text {
		if r == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(text[i:]); size == 1 {
				return text[:i]
			}
		}
	}
	return text
}

// accept passes the keyword or the sign, and tells whether it stood here.
func (p *parser) accept(value string) bool {
	if !p.tok.is(value) {
		return false
	}
	p.next()
	return true
}

// require passes the keyword or the sign, which must stand here.
func (p *parser) require(value, where string) {
	if !p.accept(value) {
		p.expected(quoted(value) + " " + where)
	}
}

// enter opens a bracket; leave closes it. The bracket is the token before.
func (p *parser) enter() {
	p.nesting++
	if p.nesting > MaxNesting {
		p.exceeds(p.tok.start, "brackets are nested more than %d deep here", MaxNesting)
	}
}

func (p *parser) leave() { p.nesting-- }

// queryUnit is rule QueryUnit.
func (p *parser) queryUnit() *Query {
	q := &Query{source: p.source}
	p.prologue()
	q.Base = p.base
	switch {
	case p.tok.is("SELECT"):
		p.selectQuery(q)
	case p.tok.is("CONSTRUCT"):
		p.constructQuery(q)
	case p.tok.is("DESCRIBE"):
		p.describeQuery(q)
	case p.tok.is("ASK"):
		p.askQuery(q)
	default:
		p.noQuery()
	}
	if p.tok.kind != endOfText {
		p.expected(p.after(q))
	}
	return q
}

// after says what could follow a query.
func (p *parser) after(q *Query) string {
	if q.Values != nil {
		return "the end of the query"
	}
	return "GROUP BY, HAVING, ORDER BY, LIMIT, OFFSET, VALUES (in this order) or the end of the query"
}

// prologue is rule Prologue.
func (p *parser) prologue() {
	for p.err == nil {
		switch {
		case p.accept("BASE"):
			if p.tok.kind != iriRef {
				p.expected("an IRI in angle brackets after BASE")
			}
			p.base = p.namespace()
		case p.accept("PREFIX"):
			p.prefixDecl()
		default:
			return
		}
	}
}

// prefixDecl is what follows PREFIX.
func (p *parser) prefixDecl() {
	name := p.tok
	if name.kind != prefixedName || name.end != name.start+len(name.prefix)+len(":") {
		p.expected(`a prefix and its colon after PREFIX, such as "crm:"`)
		return
	}
	p.next()
	if p.tok.kind != iriRef {
		p.expected("an IRI in angle brackets, which the prefix stands for")
	}
	p.prefixes[name.prefix] = p.namespace()
}
