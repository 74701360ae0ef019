package plan

import (
	"github.com/knakk/rdf"

	"vitrine/sparql/algebra"
	"vitrine/sparql/dataset"
)

// Step takes a row and gives the rows that come of it: each binds what the first
// one does, and maybe more. It is one of the pointers *Scan, *Path, *Values,
// *Filter, *Extend, *LeftJoin, *Minus, *Union, *Sequence, *Table, *Isolate,
// *EachGraph, *NameGraph, *Group, *Sort, *Distinct and *Slice.
type Step interface {
	// About returns what every step has.
	About() *Node
}

// Node is what every step has.
type Node struct {
	// Number is the place of the step in the plan: steps are numbered from 0 on.
	Number int
	// Estimate is how many rows the step is expected to give for one row; below 0
	// where nothing is known.
	Estimate float64
}

// About returns the node itself.
func (n *Node) About() *Node { return n }

// Graph is the active graph of a pattern (section 18.1.8): the default graph, or the
// named graph that Name stands for. A variable in it is one that the plan made: a
// scan binds it where it is unbound.
type Graph struct {
	Named bool
	Name  algebra.Node
}

// Scan binds the variables of a triple pattern to the terms of each triple that
// matches.
type Scan struct {
	Node
	algebra.Triple
	Graph Graph
	// Omit are the ends whose variables stand nowhere else in the query: they need not
	// be bound.
	Omit dataset.Ends
	// Set tells that it does not matter how often a solution comes.
	Set bool
}

// Path binds the ends of a property path pattern.
type Path struct {
	Node
	Subject algebra.Node
	Path    algebra.Path
	Object  algebra.Node
	Graph   Graph
	// MayBeEmpty tells that the path matches with no step between its ends.
	MayBeEmpty bool
}

// Values joins a row with inline data.
type Values struct {
	Node
	Vars []algebra.Var
	Rows [][]rdf.Term
}

// Filter lets the row pass where the condition is true.
type Filter struct {
	Node
	Condition algebra.Expression
}

// Extend binds a variable to the value of an expression. Where the variable is bound
// already, only an equal value lets the row pass.
type Extend struct {
	Node
	Var        algebra.Var
	Expression algebra.Expression
}

// LeftJoin gives the rows of Right in which the condition is true, or else the row
// itself. A nil Condition is true.
type LeftJoin struct {
	Node
	Right     Step
	Condition algebra.Expression
}

// Minus lets the row pass where Right has no solution that is compatible and shares
// a bound variable with it.
type Minus struct {
	Node
	Right Step
	// Overlaps tells that every solution of Right shares a bound variable with the
	// row. Otherwise Right is a *Table whose rows are compared.
	Overlaps bool
}

// Union gives the rows of each of the branches, one after the other.
type Union struct {
	Node
	Branches []Step
}

// Sequence gives each row of a step to the next one. Without steps it gives the row.
type Sequence struct {
	Node
	Steps []Step
}

// Table evaluates Inner once, with nothing bound but the variables of DependsOn, and
// joins each row with what came of it. It is evaluated again when the values of
// those variables are others.
type Table struct {
	Node
	Inner Step
	// Vars are the variables that are kept.
	Vars []algebra.Var
	// Keys are those of Vars that both sides always bind; where there are none, those that Inner
	// always binds and the row may bind.
	Keys      []algebra.Var
	DependsOn []algebra.Var
	// Free tells that Inner is evaluated outside of the pattern of EXISTS that it is in.
	Free bool
	// Otherwise gives the same rows for each row, and keeps none: it takes the place of a table
	// that is larger than expected. It may be nil.
	Otherwise Step
	// Graph is the active graph, whose name is among DependsOn if it is a variable.
	Graph Graph
}

// GraphVar tells whether a variable is the name of the active graph.
func (t *Table) GraphVar(v algebra.Var) bool {
	return t.Graph.Named && t.Graph.Name.IsVar() && t.Graph.Name.Var == v
}

// Isolate hides the bindings of some variables from Inner, and joins its rows with
// them: Inner means something else where it sees them.
type Isolate struct {
	Node
	Inner  Step
	Hidden []algebra.Var
}

// EachGraph evaluates Inner in the named graph that Name stands for, if the dataset
// has it, or in each named graph in turn where Name is an unbound variable.
type EachGraph struct {
	Node
	Name  algebra.Node
	Inner Step
}

// NameGraph has Var stand for the same graph as the variable Graph: whichever of the
// two is bound gives the other its value.
type NameGraph struct {
	Node
	Var, Graph algebra.Var
}

// Group groups the rows of Inner.
type Group struct {
	Node
	Inner      Step
	Keys       []algebra.Key
	Aggregates []algebra.Aggregate
	// Vars are the variables that rows of Inner may bind.
	Vars []algebra.Var
}

// Sort gives the rows of Inner in order, the first Limit of them alone.
type Sort struct {
	Node
	Inner      Step
	Conditions []algebra.OrderCondition
	// Keep are the variables that are needed after the sort.
	Keep  []algebra.Var
	Limit uint64
}

// Distinct leaves out rows of Inner that are equal, as to the variables, to one that
// came before.
type Distinct struct {
	Node
	Inner Step
	Vars  []algebra.Var
}

// Slice leaves out the first Offset rows of Inner, and those after the next Limit.
type Slice struct {
	Node
	Inner         Step
	Offset, Limit uint64
}
