package mapping

import (
	"errors"
	"fmt"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
)

// maxSteps bounds how often the expressions of one row go through the elements of a list. Expr
// bounds their memory alone, and lists within lists multiply.
const maxSteps = 1_000_000

// The names of the function that counts a step and of what it counts in. No expression can
// write them, and texts leaves out what begins with @.
const (
	stepFunction = "@ step"
	stepsOfRow   = "@ steps"
)

// boundedSteps has each predicate of an expression, which is what is done with each element of
// a list, count its steps.
func boundedSteps() []expr.Option {
	step := func(params ...any) (any, error) {
		if len(params) != 2 {
			return nil, errors.New("a step has a value and a count")
		}
		if steps, ok := params[1].(*int); ok {
			if *steps++; *steps > maxSteps {
				return nil, fmt.Errorf("the expressions of the row take more than %d steps through lists", maxSteps)
			}
		}
		return params[0], nil
	}
	return []expr.Option{expr.Function(stepFunction, step), expr.Patch(countSteps{})}
}

// countSteps is the visitor that adds the counting.
type countSteps struct{}

func (countSteps) Visit(node *ast.Node) {
	if predicate, ok := (*node).(*ast.PredicateNode); ok {
		predicate.Node = &ast.CallNode{
			Callee:    &ast.IdentifierNode{Value: stepFunction},
			Arguments: []ast.Node{predicate.Node, &ast.IdentifierNode{Value: stepsOfRow}},
		}
	}
}
