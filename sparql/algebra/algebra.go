// Package algebra is the SPARQL algebra: the operators and expressions that a
// query means (SPARQL 1.1 Query section 18,
// https://www.w3.org/TR/sparql11-query/#sparqlDefinition).
//
// An Operator says which multiset of solution mappings it stands for, by the
// definitions of section 18.5: bottom up, each operand on its own. An evaluator
// may go another way to the same solutions.
//
// Variables are numbered. A solution mapping is a row with one place for each
// variable of the query, and nil in the places of those that it does not bind.
// Names are resolved once: a variable of a sub-select that is not projected is
// another variable than the one of the same name outside, with another number.
//
// Terms are those that the constructors of package graph make, so that == and map
// keys compare them as RDF does.
//
// The package never evaluates anything, and knows no data.
package algebra

import "github.com/knakk/rdf"

// Query is a query as section 18.2 translates it.
type Query struct {
	Form Form
	// Operator gives the solutions, with all solution modifiers. It is never nil:
	// a query without a pattern has the empty BGP, which has one solution.
	Operator Operator
	// Vars has the name of each Var. A variable that the query names has its name
	// without the question mark, a blank node of a pattern its label after "_:",
	// and a variable that the translation made a number after ".". Only the first
	// can be projected. A name may come several times: see the package comment.
	Vars []string
	// Projection are the variables of a SELECT query in the order of its clause.
	// For SELECT * they are those in scope, in the order of the text. It is nil
	// for other forms.
	Projection []Var
	// Template are the triples of a CONSTRUCT query. A blank node in it is a term,
	// and stands for a new blank node in each solution.
	Template []Triple
	// Targets is what a DESCRIBE query asks about: IRIs, and variables of the
	// solutions. For DESCRIBE * they are the variables in scope.
	Targets []Node
	// From and FromNamed are the IRIs of the dataset clauses, in order (section
	// 13.2). Where there is none of either, the query has the dataset of the
	// service.
	From, FromNamed []rdf.IRI
	// Patterns are the constant regular expressions, in the order in which they are
	// translated.
	Patterns []Pattern
	// Base is the base IRI of the query, which the function IRI resolves against;
	// empty where there is none.
	Base string
}

// Pattern is a regular expression that is the same in each call of REGEX or REPLACE.
type Pattern struct {
	Function string
	// Text are the pattern and Flags its flags, nil for none.
	Text, Flags rdf.Term
	// Line and Column are the place of the pattern. They count from 1, columns in
	// characters.
	Line, Column int
}

// Form is the form of a query (section 16).
type Form uint8

// The query forms.
const (
	Select Form = iota
	Construct
	Ask
	Describe
)

// String returns the keyword of the form.
func (f Form) String() string {
	switch f {
	case Construct:
		return "CONSTRUCT"
	case Ask:
		return "ASK"
	case Describe:
		return "DESCRIBE"
	default:
		return "SELECT"
	}
}

// Var is a variable: its place in a row, and in Query.Vars.
type Var int

// Node is a term or a variable. Nodes compare with ==.
type Node struct {
	// Term is the term, or nil for a variable.
	Term rdf.Term
	// Var is the variable where Term is nil, and otherwise 0.
	Var Var
}

// IsVar tells whether the node is a variable.
func (n Node) IsVar() bool { return n.Term == nil }

// Triple is a triple pattern (section 18.1.5), or a triple of a template. Blank
// nodes of a pattern are variables.
type Triple struct {
	Subject, Predicate, Object Node
}
