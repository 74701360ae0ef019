package reference

import (
	"errors"

	"github.com/knakk/rdf"

	"vitrine/sparql/algebra"
	"vitrine/sparql/function"
	"vitrine/sparql/value"
)

// holds tells whether the effective boolean value of an expression is true.
func (e *evaluation) holds(active []rdf.Triple, x algebra.Expression, row solution) bool {
	truth, err := e.truth(active, x, row)
	return err == nil && truth
}

// truth is the effective boolean value of an expression (section 17.2.2).
func (e *evaluation) truth(active []rdf.Triple, x algebra.Expression, row solution) (bool, error) {
	v, err := e.expression(active, x, row)
	if err != nil {
		return false, err
	}
	return value.EffectiveBoolean(v)
}

// expression evaluates an expression for a solution (section 17). A limit that is
// reached ends the evaluation.
func (e *evaluation) expression(active []rdf.Triple, x algebra.Expression, row solution) (value.Value, error) {
	v, err := e.evaluate(active, x, row)
	if value.IsLimit(err) && e.err == nil {
		e.err = err
	}
	return v, err
}

func (e *evaluation) evaluate(active []rdf.Triple, x algebra.Expression, row solution) (value.Value, error) {
	switch x := x.(type) {
	case *algebra.Constant:
		return value.Of(x.Term), nil
	case *algebra.Variable:
		if row[x.Var] == nil {
			return value.Value{}, value.ErrUnbound
		}
		return value.Of(row[x.Var]), nil
	case *algebra.Bound:
		return value.NewBoolean(row[x.Var] != nil), nil
	case *algebra.Exists:
		rows := e.operator(active, e.substitute(x.Operator, row))
		return value.NewBoolean(len(rows) > 0 != x.Negated), e.err
	case *algebra.Call:
		return e.call(active, x, row)
	case *algebra.In:
		return e.in(active, x, row)
	default:
		return e.logic(active, x, row)
	}
}

// logic evaluates the forms that look at truth or errors of their operands.
func (e *evaluation) logic(active []rdf.Triple, x algebra.Expression, row solution) (value.Value, error) {
	switch x := x.(type) {
	case *algebra.And:
		left, leftErr := e.truth(active, x.Left, row)
		right, rightErr := e.truth(active, x.Right, row)
		return boolean(value.And(left, leftErr, right, rightErr))
	case *algebra.Or:
		left, leftErr := e.truth(active, x.Left, row)
		right, rightErr := e.truth(active, x.Right, row)
		return boolean(value.Or(left, leftErr, right, rightErr))
	case *algebra.Not:
		truth, err := e.truth(active, x.Operand, row)
		return boolean(!truth, err)
	case *algebra.If:
		truth, err := e.truth(active, x.Condition, row)
		if err != nil {
			return value.Value{}, err
		}
		if truth {
			return e.expression(active, x.Then, row)
		}
		return e.expression(active, x.Else, row)
	case *algebra.Coalesce:
		for _, arg := range x.Args {
			if v, err := e.expression(active, arg, row); err == nil {
				return v, nil
			}
		}
	}
	return value.Value{}, value.ErrType
}

func boolean(truth bool, err error) (value.Value, error) {
	if err != nil {
		return value.Value{}, err
	}
	return value.NewBoolean(truth), nil
}

// in is IN and NOT IN (sections 17.4.1.9 and 17.4.1.10): the members joined by ||.
func (e *evaluation) in(active []rdf.Triple, x *algebra.In, row solution) (value.Value, error) {
	found, foundErr := false, error(nil)
	for _, member := range x.List {
		equal, err := e.expression(active, &algebra.Call{Function: "=", Args: []algebra.Expression{x.Operand, member}}, row)
		found, foundErr = value.Or(found, foundErr, equal.Bool(), err)
	}
	return boolean(found != x.Negated, foundErr)
}

// call evaluates the arguments, and calls the operator or function.
func (e *evaluation) call(active []rdf.Triple, x *algebra.Call, row solution) (value.Value, error) {
	args := make([]value.Value, len(x.Args))
	for i, arg := range x.Args {
		v, err := e.expression(active, arg, row)
		if err != nil {
			return value.Value{}, err
		}
		args[i] = v
	}
	if v, err := operator(x.Function, args); !errors.Is(err, errNoOperator) {
		return v, err
	}
	f, known := function.Lookup(x.Function)
	if !known || !f.Accepts(len(args)) {
		return value.Value{}, value.ErrType
	}
	return f.Call(e.functions, args)
}

var errNoOperator = errors.New("not an operator")

// operator calls an operator of section 17.3.
func operator(name string, args []value.Value) (value.Value, error) {
	switch name {
	case "=":
		return boolean(value.Equal(args[0], args[1]))
	case "!=":
		return boolean(value.NotEqual(args[0], args[1]))
	case "<":
		return boolean(value.Less(args[0], args[1]))
	case "<=":
		return boolean(value.LessOrEqual(args[0], args[1]))
	case ">":
		return boolean(value.Greater(args[0], args[1]))
	case ">=":
		return boolean(value.GreaterOrEqual(args[0], args[1]))
	case "+":
		return value.Add(args[0], args[1])
	case "-":
		return value.Subtract(args[0], args[1])
	case "*":
		return value.Multiply(args[0], args[1])
	case "/":
		return value.Divide(args[0], args[1])
	case "unary-minus":
		return value.Negate(args[0])
	case "unary-plus":
		return value.Plus(args[0])
	}
	return value.Value{}, errNoOperator
}
