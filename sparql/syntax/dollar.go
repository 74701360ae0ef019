package syntax

import (
	"slices"
	"strings"
)

// DollarVariables returns the names of the variables of a query that are written with a dollar
// sign (VAR2), each once, in the order of the text. The error is a *SyntaxError where the text
// cannot be divided into tokens.
func DollarVariables(text string) ([]string, error) {
	var names []string
	err := eachDollarVariable(text, func(name string, _, _ int) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	})
	return names, err
}

// ReplaceDollarVariables returns a query with terms in place of the variables that are written with
// a dollar sign and have one. The terms are in the syntax of SPARQL.
func ReplaceDollarVariables(text string, terms map[string]string) (string, error) {
	var b strings.Builder
	done := 0
	err := eachDollarVariable(text, func(name string, start, end int) {
		if term, ok := terms[name]; ok {
			b.WriteString(text[done:start])
			b.WriteString(term)
			done = end
		}
	})
	b.WriteString(text[done:])
	return b.String(), err
}

// eachDollarVariable calls do with each such variable and its place in the text.
func eachDollarVariable(text string, do func(name string, start, end int)) error {
	var p parser
	p.begin(text, "")
	for p.err == nil && p.tok.kind != endOfText {
		if p.tok.kind == variable && p.source.plain[p.tok.start] == '$' {
			do(p.tok.value, p.source.original(p.tok.start), p.source.original(p.tok.end))
		}
		p.next()
	}
	if p.err != nil {
		return p.err
	}
	return nil
}
