package eval

import (
	"vitrine/sparql/algebra"
	"vitrine/sparql/function"
	"vitrine/sparql/value"
)

// call evaluates the arguments and then the function or operator. A function that is
// not known is an error of the expression (section 17.6).
func (x *execution) call(e *algebra.Call) expression {
	of, known := function.Lookup(e.Function)
	if !known || !of.Accepts(len(e.Args)) {
		return func() (value.Value, error) { return value.Value{}, value.ErrType }
	}
	args := x.expressions(e.Args)
	values := make([]value.Value, len(args))
	return func() (value.Value, error) {
		for i, arg := range args {
			v, err := arg()
			if err != nil {
				return value.Value{}, err
			}
			values[i] = v
		}
		return of.Call(x.functions, values)
	}
}
