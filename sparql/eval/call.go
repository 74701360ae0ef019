package eval

import (
	"vitrine/sparql/algebra"
	"vitrine/sparql/value"
)

// operators are those of section 17.3 with two operands.
func operator(sign string) func(a, b value.Value) (value.Value, error) {
	switch sign {
	case "+":
		return value.Add
	case "-":
		return value.Subtract
	case "*":
		return value.Multiply
	case "/":
		return value.Divide
	case "=":
		return compared(value.Equal)
	case "!=":
		return compared(value.NotEqual)
	case "<":
		return compared(value.Less)
	case "<=":
		return compared(value.LessOrEqual)
	case ">":
		return compared(value.Greater)
	case ">=":
		return compared(value.GreaterOrEqual)
	default:
		return nil
	}
}

func compared(is func(a, b value.Value) (bool, error)) func(a, b value.Value) (value.Value, error) {
	return func(a, b value.Value) (value.Value, error) {
		yes, err := is(a, b)
		if err != nil {
			return value.Value{}, err
		}
		return value.NewBoolean(yes), nil
	}
}

// call evaluates the arguments and then the function or operator.
func (x *execution) call(e *algebra.Call) expression {
	args := x.expressions(e.Args)
	if of := operator(e.Function); of != nil && len(args) == 2 {
		return func() (value.Value, error) {
			a, err := args[0]()
			if err != nil {
				return value.Value{}, err
			}
			b, err := args[1]()
			if err != nil {
				return value.Value{}, err
			}
			return of(a, b)
		}
	}
	of := x.function(e.Function)
	values := make([]value.Value, len(args))
	return func() (value.Value, error) {
		for i, arg := range args {
			v, err := arg()
			if err != nil {
				return value.Value{}, err
			}
			values[i] = v
		}
		return of(values)
	}
}
