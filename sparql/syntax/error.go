package syntax

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// SyntaxError is a fault in the text of a query.
type SyntaxError struct {
	// Line and Column count from 1, columns in characters.
	Line, Column int
	// Offset counts bytes from 0.
	Offset int
	// Expected says in words what could have stood here, and Found what does. Both
	// are empty where Reason is not.
	Expected, Found string
	// Reason says which rule the query breaks and what to do about it, where what
	// stands here is not wrong in itself.
	Reason string
	// Err is the cause, or nil. It is ErrLimit where the query goes beyond a limit.
	Err error
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("query line %d column %d: %s", e.Line, e.Column, e.Message())
}

// Message is the text of the error without the place.
func (e *SyntaxError) Message() string {
	if e.Reason != "" {
		return e.Reason
	}
	return "expected " + e.Expected + ", found " + e.Found
}

// Unwrap returns the cause.
func (e *SyntaxError) Unwrap() error { return e.Err }

// Position returns where a part of the tree stands in the text of the query, from
// its Offset. Line and column count from 1, columns in characters.
func (q *Query) Position(offset int) (line, column int) {
	return position(q.source.text, q.source.original(offset))
}

func position(text string, offset int) (line, column int) {
	before := text[:min(offset, len(text))]
	line = 1
	for i := 0; i < len(before); i++ {
		if c := before[i]; c == '\n' || c == '\r' && !strings.HasPrefix(text[i+1:], "\n") {
			line++
		}
	}
	start := strings.LastIndexAny(before, "\r\n") + 1
	return line, utf8.RuneCountInString(before[start:]) + 1
}

// fail keeps the error, unless there is one, and ends the text, so that every loop
// ends.
func (p *parser) fail(offset int, e SyntaxError) {
	if p.err == nil {
		e.Offset = p.source.original(offset)
		e.Line, e.Column = position(p.source.text, e.Offset)
		p.err = &e
	}
	p.pos = len(p.source.plain)
	p.tok = token{kind: endOfText, start: p.pos}
}

// expected fails at the token that stands here.
func (p *parser) expected(what string) {
	p.fail(p.tok.start, SyntaxError{Expected: what, Found: p.found()})
}

// breaks fails at a place, with the rule that the query breaks there.
func (p *parser) breaks(offset int, format string, args ...any) {
	p.fail(offset, SyntaxError{Reason: fmt.Sprintf(format, args...)})
}

// exceeds fails at a place, with the limit that the query goes beyond.
func (p *parser) exceeds(offset int, format string, args ...any) {
	p.fail(offset, SyntaxError{Reason: fmt.Sprintf(format, args...), Err: ErrLimit})
}

// quoted is a part of the text for a message, shortened.
func quoted(text string) string {
	const most = 40
	tail := ""
	if len(text) > most {
		text, tail = text[:most], "…"
	}
	return strconv.Quote(strings.ToValidUTF8(text, "")) + tail
}

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
