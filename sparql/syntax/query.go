package syntax

import "github.com/knakk/rdf"

// Query is a query (rule QueryUnit), of any of the four forms.
//
// An Offset in its tree is for Query.Position.
type Query struct {
	Form Form
	// Base is the base IRI after the prologue, or empty.
	Base string
	// Select is the clause of a SELECT query, and otherwise nil.
	Select *SelectClause
	// Template are the triples of a CONSTRUCT query (ConstructTemplate). In its
	// short form, CONSTRUCT WHERE, they are those of the pattern.
	Template []Triple
	// Describe is the clause of a DESCRIBE query, and otherwise nil.
	Describe *DescribeClause
	Dataset  []DatasetClause
	// Where is nil for a DESCRIBE query without a pattern.
	Where    *GroupGraphPattern
	Modifier SolutionModifier
	// Values is the ValuesClause, or nil.
	Values *InlineData

	source source
}

// Form is the form of a query.
type Form uint8

// The query forms.
const (
	Select Form = iota
	Construct
	Ask
	Describe
)

// SelectClause is what a query or a sub-select returns.
type SelectClause struct {
	Distinct, Reduced bool
	// Items are the variables and expressions. For SELECT * they are the variables
	// in scope, in the order of the text.
	Items []SelectItem
	// All tells that the query says SELECT *.
	All    bool
	Offset int
}

// SelectItem is a variable, or an expression AS a variable.
type SelectItem struct {
	// Expression is nil for a variable.
	Expression Expression
	Var        string
	Offset     int
}

// DescribeClause is what a DESCRIBE query asks about.
type DescribeClause struct {
	// Targets are variables and IRIs. For DESCRIBE * they are the variables in
	// scope, in the order of the text.
	Targets []Node
	// All tells that the query says DESCRIBE *.
	All bool
}

// DatasetClause is FROM or FROM NAMED.
type DatasetClause struct {
	IRI   rdf.IRI
	Named bool
}

// SolutionModifier is what follows the pattern of a query or a sub-select.
type SolutionModifier struct {
	GroupBy []GroupCondition
	Having  []Expression
	OrderBy []OrderCondition
	// Limit and Offset are nil where they are not given. A number that is too
	// large for them is the largest that there is.
	Limit, Offset *uint64
}

// GroupCondition is one condition of GROUP BY.
type GroupCondition struct {
	Expression Expression
	// Var is the variable after AS, or empty.
	Var    string
	Offset int
}

// OrderCondition is one condition of ORDER BY.
type OrderCondition struct {
	Expression Expression
	Descending bool
}
