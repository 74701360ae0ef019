package syntax

import "github.com/knakk/rdf"

// Expression is an expression: one of *Operation, *UnaryExpression,
// *InExpression, *Primary, *BuiltInCall, *FunctionCall, *Aggregate and
// *ExistsFunc.
type Expression interface{ expression() }

// Operation is an operator between two expressions (ConditionalOrExpression,
// ConditionalAndExpression, RelationalExpression, AdditiveExpression and
// MultiplicativeExpression).
type Operation struct {
	// Operator is one of || && = != < > <= >= + - * /.
	Operator    string
	Left, Right Expression
}

// UnaryExpression is an operator before an expression.
type UnaryExpression struct {
	// Operator is one of ! + -.
	Operator string
	Operand  Expression
}

// InExpression is IN or NOT IN.
type InExpression struct {
	Operand Expression
	List    []Expression
	Negated bool
}

// Primary is a variable, an IRI or a literal.
type Primary struct {
	Node   Node
	Offset int
}

// BuiltInCall is a call of a function that the grammar knows.
type BuiltInCall struct {
	// Name is in capital letters, also that of isIRI and its like.
	Name string
	// Args of BOUND are one variable.
	Args []Expression
}

// FunctionCall is a call of any other function, by its IRI.
type FunctionCall struct {
	IRI rdf.IRI
	// Distinct tells that DISTINCT stands before the arguments, which only
	// aggregates can have.
	Distinct bool
	Args     []Expression
	Offset   int
}

// Aggregate is a set function.
type Aggregate struct {
	// Name is in capital letters.
	Name     string
	Distinct bool
	// Argument is nil for COUNT(*).
	Argument Expression
	// Separator is that of GROUP_CONCAT, nil where it is not given.
	Separator *string
}

// ExistsFunc is EXISTS (ExistsFunc) or NOT EXISTS (NotExistsFunc).
type ExistsFunc struct {
	Negated bool
	Pattern *GroupGraphPattern
}

func (*Operation) expression()       {}
func (*UnaryExpression) expression() {}
func (*InExpression) expression()    {}
func (*Primary) expression()         {}
func (*BuiltInCall) expression()     {}
func (*FunctionCall) expression()    {}
func (*Aggregate) expression()       {}
func (*ExistsFunc) expression()      {}

// Walk visits the expression and, where visit returns true, the expressions in it,
// in the order of the text. It does not go into the patterns of EXISTS.
func Walk(e Expression, visit func(Expression) bool) {
	if !visit(e) {
		return
	}
	for _, part := range parts(e) {
		Walk(part, visit)
	}
}

// parts are the expressions that an expression is made of.
func parts(e Expression) []Expression {
	switch e := e.(type) {
	case *Operation:
		return []Expression{e.Left, e.Right}
	case *UnaryExpression:
		return []Expression{e.Operand}
	case *InExpression:
		return append([]Expression{e.Operand}, e.List...)
	case *BuiltInCall:
		return e.Args
	case *FunctionCall:
		return e.Args
	case *Aggregate:
		if e.Argument != nil {
			return []Expression{e.Argument}
		}
	}
	return nil
}
