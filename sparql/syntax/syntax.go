// Package syntax reads the text of a query and returns its syntax tree (SPARQL 1.1
// Query section 19, https://www.w3.org/TR/sparql11-query/#sparqlGrammar). The
// types have the names of the grammar's rules, and hold what the rules hold.
//
// Prefixed names and relative IRIs are resolved, and the short forms of triples
// are written out: predicate and object lists, collections and blank nodes in
// brackets (section 4.2). A tree that is returned keeps every rule that can be
// told without data, those of section 18.2.1 and of the notes of section 19.8
// included.
//
// The package never evaluates anything, and says nothing about what a query means:
// package algebra does.
package syntax

import "errors"

// The limits on a query.
const (
	// MaxText is the length of the longest query, in bytes.
	MaxText = 64 << 10
	// MaxNesting is how deep brackets of all kinds may be nested.
	MaxNesting = 200
)

// ErrLimit is wrapped by the errors about queries that go beyond a limit.
var ErrLimit = errors.New("the query goes beyond a limit")

// Parse reads a query. Relative IRIs are resolved against the base, until the
// query has a BASE of its own; without any, a relative IRI is an error. The error
// is a *SyntaxError.
func Parse(text, base string) (*Query, error) {
	var p parser
	p.begin(text, base)
	q := p.queryUnit()
	if p.err != nil {
		return nil, p.err
	}
	return q, nil
}
