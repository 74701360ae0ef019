package algebra

import (
	"math"

	"github.com/knakk/rdf"
)

// Operator stands for a multiset of solution mappings, or for a sequence of them
// where it is OrderBy or one of the solution modifiers around that. It is one of
// the pointers *BGP, *PathPattern, *Join, *LeftJoin, *Filter, *Union, *Graph,
// *Extend, *Minus, *Values, *Group, *OrderBy, *Project, *Distinct, *Reduced and
// *Slice. An operator belongs to one place in one query.
//
// A sub-select is one of the last five around a *Project, inside another operator
// (ToMultiSet of section 18.2.1); its order means nothing but to its Slice.
type Operator interface{ operator() }

// BGP is a basic graph pattern (section 18.3). Without triples it has one
// solution, which binds nothing.
type BGP struct {
	Triples []Triple
}

// PathPattern is a property path pattern (section 18.4). Its path is not a Link:
// that is a triple of a BGP.
type PathPattern struct {
	Subject Node
	Path    Path
	Object  Node
}

// Join merges the compatible solutions of both sides.
type Join struct {
	Left, Right Operator
}

// LeftJoin is OPTIONAL. A nil Condition is true.
type LeftJoin struct {
	Left, Right Operator
	// Condition is looked at in the merged solution: it sees the variables of
	// both sides.
	Condition Expression
}

// Filter keeps the solutions whose effective boolean value of the condition is
// true. An error is not true.
type Filter struct {
	Condition Expression
	Inner     Operator
}

// Union has the solutions of both sides.
type Union struct {
	Left, Right Operator
}

// Graph evaluates Inner with a named graph as the active graph: the one of the
// name, or each of the dataset in turn, with Name bound to it.
type Graph struct {
	Name  Node
	Inner Operator
}

// Extend binds Var to the value of the expression, and leaves it unbound where
// that is an error. No solution of Inner binds Var.
type Extend struct {
	Inner      Operator
	Var        Var
	Expression Expression
}

// Minus has the solutions of Left but those that are compatible with a solution
// of Right and share a bound variable with it.
type Minus struct {
	Left, Right Operator
}

// Values is inline data (section 10).
type Values struct {
	Vars []Var
	// Rows are as long as Vars each, with nil for UNDEF.
	Rows [][]rdf.Term
}

// Group is Group and AggregateJoin of section 18.5.1: one solution for each
// group, which binds the variables of the keys and of the aggregates. Without
// Keys there is one group of all solutions, also where there is no solution.
type Group struct {
	Inner      Operator
	Keys       []Key
	Aggregates []Aggregate
}

// Key is what solutions are grouped by. A key whose expression is an error is
// unbound, and such solutions are of one group as to this key.
type Key struct {
	// Var has the value in the solution of the group. It is the variable itself
	// where the key is one.
	Var        Var
	Expression Expression
}

// Aggregate is a set function over the solutions of a group (section 11). Where
// it is an error, Var is unbound.
type Aggregate struct {
	Var Var
	// Function is COUNT, SUM, MIN, MAX, AVG, GROUP_CONCAT or SAMPLE.
	Function string
	// Distinct tells that equal terms count once.
	Distinct bool
	// Argument is nil for COUNT(*), which counts solutions. COUNT(DISTINCT *) tells
	// them apart by the variables that the query names: those of blank nodes and
	// those that the translation made are no part of a solution (section 18.3.1).
	Argument Expression
	// Separator is that of GROUP_CONCAT: a space where the query gives none.
	Separator string
}

// OrderBy puts the solutions in the order of the conditions, of which the first
// counts most (section 15.1). Solutions that are equal as to all of them keep the
// order that they have.
type OrderBy struct {
	Inner      Operator
	Conditions []OrderCondition
}

// OrderCondition is one condition of ORDER BY. An expression that is an error
// sorts as an unbound variable does.
type OrderCondition struct {
	Expression Expression
	Descending bool
}

// Project keeps the bindings of the variables.
type Project struct {
	Inner Operator
	Vars  []Var
}

// Distinct keeps one of several equal solutions.
type Distinct struct {
	Inner Operator
}

// Reduced may keep any number, but at least one, of several equal solutions.
type Reduced struct {
	Inner Operator
}

// Slice leaves out the first Offset solutions, and those after the next Limit.
type Slice struct {
	Inner Operator
	// Offset is 0 where the query gives none, Limit is NoLimit.
	Offset, Limit uint64
}

// NoLimit is the Limit of a query without one.
const NoLimit = math.MaxUint64

func (*BGP) operator()         {}
func (*PathPattern) operator() {}
func (*Join) operator()        {}
func (*LeftJoin) operator()    {}
func (*Filter) operator()      {}
func (*Union) operator()       {}
func (*Graph) operator()       {}
func (*Extend) operator()      {}
func (*Minus) operator()       {}
func (*Values) operator()      {}
func (*Group) operator()       {}
func (*OrderBy) operator()     {}
func (*Project) operator()     {}
func (*Distinct) operator()    {}
func (*Reduced) operator()     {}
func (*Slice) operator()       {}
