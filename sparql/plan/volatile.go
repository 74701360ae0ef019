package plan

import (
	"slices"

	"vitrine/sparql/algebra"
)

// IsVolatile tells whether a query has a function whose value is another each time.
func IsVolatile(q *algebra.Query) bool {
	v := false
	visitExpressions(q.Operator, func(e algebra.Expression) {
		v = v || isCall(e, "NOW", "RAND", "UUID", "STRUUID")
	})
	return v
}

// MakesBlanks tells whether a query has BNODE, which gives one blank node for one text in a
// solution, so that a solution has to be made to its end before the next.
func MakesBlanks(q *algebra.Query) bool {
	makes := false
	visitExpressions(q.Operator, func(e algebra.Expression) { makes = makes || isCall(e, "BNODE") })
	return makes
}

// isCall tells whether an expression is a call of one of some functions, and calls
// whether it has one in it.
func isCall(e algebra.Expression, names ...string) bool {
	call, ok := e.(*algebra.Call)
	return ok && slices.Contains(names, call.Function)
}

func calls(e algebra.Expression, names ...string) (found bool) {
	walk(e, func(e algebra.Expression) { found = found || isCall(e, names...) })
	return found
}

// visitExpressions calls fn for all expressions in an operator.
func visitExpressions(op algebra.Operator, fn func(algebra.Expression)) {
	visit := func(e algebra.Expression) {
		walk(e, func(e algebra.Expression) {
			fn(e)
			if exists, ok := e.(*algebra.Exists); ok {
				visitExpressions(exists.Operator, fn)
			}
		})
	}
	switch op := op.(type) {
	case *algebra.Filter:
		visit(op.Condition)
	case *algebra.LeftJoin:
		visit(op.Condition)
	case *algebra.Extend:
		visit(op.Expression)
	case *algebra.Group:
		for _, key := range op.Keys {
			visit(key.Expression)
		}
		for _, a := range op.Aggregates {
			visit(a.Argument)
		}
	case *algebra.OrderBy:
		for _, c := range op.Conditions {
			visit(c.Expression)
		}
	}
	for _, inner := range operands(op) {
		visitExpressions(inner, fn)
	}
}

// operands returns the operators that an operator is applied to.
func operands(op algebra.Operator) []algebra.Operator {
	switch op := op.(type) {
	case *algebra.Join:
		return []algebra.Operator{op.Left, op.Right}
	case *algebra.Union:
		return []algebra.Operator{op.Left, op.Right}
	case *algebra.LeftJoin:
		return []algebra.Operator{op.Left, op.Right}
	case *algebra.Minus:
		return []algebra.Operator{op.Left, op.Right}
	case *algebra.Filter:
		return []algebra.Operator{op.Inner}
	case *algebra.Graph:
		return []algebra.Operator{op.Inner}
	case *algebra.Extend:
		return []algebra.Operator{op.Inner}
	case *algebra.Group:
		return []algebra.Operator{op.Inner}
	case *algebra.OrderBy:
		return []algebra.Operator{op.Inner}
	case *algebra.Project:
		return []algebra.Operator{op.Inner}
	case *algebra.Distinct:
		return []algebra.Operator{op.Inner}
	case *algebra.Reduced:
		return []algebra.Operator{op.Inner}
	case *algebra.Slice:
		return []algebra.Operator{op.Inner}
	default:
		return nil
	}
}
