package eval

import (
	"errors"

	"github.com/knakk/rdf"

	"vitrine/sparql/algebra"
	"vitrine/sparql/value"
)

// expression evaluates an expression over the current row. Its error is one of the
// expression (section 17.2), but for those that isFatal tells, which end the query.
type expression func() (value.Value, error)

// fatalError is an error that ends the query, from inside of an expression.
type fatalError struct{ error }

func (e fatalError) Unwrap() error { return e.error }

// isFatal tells whether an error ends the query.
func isFatal(err error) bool {
	switch err {
	case nil, value.ErrType, value.ErrUnbound, value.ErrRange, value.ErrIndeterminate:
		return false
	}
	var fatal fatalError
	return errors.As(err, &fatal) || value.IsLimit(err)
}

// evaluate returns the value of an expression; it is not ok where that is an error.
// The error is one that ends the query.
func evaluate(e expression) (v value.Value, ok bool, err error) {
	v, err = e()
	switch {
	case err == nil:
		return v, v.Kind() != value.Unbound, nil
	case isFatal(err):
		return value.Value{}, false, err
	default:
		return value.Value{}, false, nil
	}
}

// condition evaluates an expression as the condition of a filter: an error is false.
func (x *execution) condition(e algebra.Expression) func() (bool, error) {
	if e == nil {
		return func() (bool, error) { return true, nil }
	}
	test := x.test(e)
	return func() (bool, error) {
		is, err := test()
		if isFatal(err) {
			return false, err
		}
		return is && err == nil, nil
	}
}

// test evaluates the effective boolean value of an expression.
func (x *execution) test(e algebra.Expression) func() (bool, error) {
	switch e := e.(type) {
	case *algebra.And:
		return x.and(e)
	case *algebra.Or:
		return x.or(e)
	case *algebra.Not:
		operand := x.test(e.Operand)
		return func() (bool, error) {
			is, err := operand()
			return !is, err
		}
	case *algebra.In:
		return x.in(e)
	case *algebra.Bound:
		return func() (bool, error) { return x.row[e.Var] != nil, nil }
	case *algebra.Exists:
		return x.exists(e)
	}
	of := x.expression(e)
	return func() (bool, error) {
		v, err := of()
		if err != nil {
			return false, err
		}
		return value.EffectiveBoolean(v)
	}
}

// and looks at the right side only where it matters.
func (x *execution) and(e *algebra.And) func() (bool, error) {
	left, right := x.test(e.Left), x.test(e.Right)
	return func() (bool, error) {
		is, err := left()
		if isFatal(err) || err == nil && !is {
			return false, err
		}
		is2, err2 := right()
		if isFatal(err2) {
			return false, err2
		}
		return value.And(is, err, is2, err2)
	}
}

// or looks at the right side only where it matters.
func (x *execution) or(e *algebra.Or) func() (bool, error) {
	left, right := x.test(e.Left), x.test(e.Right)
	return func() (bool, error) {
		is, err := left()
		if isFatal(err) || err == nil && is {
			return is, err
		}
		is2, err2 := right()
		if isFatal(err2) {
			return false, err2
		}
		return value.Or(is, err, is2, err2)
	}
}

// in compares with each member until one is equal. An error of a member is one of the
// whole only where none is equal.
func (x *execution) in(e *algebra.In) func() (bool, error) {
	operand, list := x.expression(e.Operand), x.expressions(e.List)
	return func() (bool, error) {
		var failed error
		v, err := operand()
		if err != nil && (isFatal(err) || len(list) > 0) {
			return false, err
		}
		for _, member := range list {
			m, err := member()
			if err == nil {
				var same bool
				if same, err = value.Equal(v, m); err == nil && same {
					return !e.Negated, nil
				}
			}
			if isFatal(err) {
				return false, err
			}
			if err != nil {
				failed = err
			}
		}
		return e.Negated, failed
	}
}

// exists tells whether a pattern has a solution with the bindings of the row.
func (x *execution) exists(e *algebra.Exists) func() (bool, error) {
	pattern := x.compile(x.plan.Exists[e], func() error { return errFound })
	begin := make([]rdf.Term, len(x.row))
	return func() (bool, error) {
		around := x.fixed
		copy(begin, x.row)
		x.fixed = begin
		err := pattern()
		x.fixed = around
		if err != nil && err != errFound {
			return false, fatalError{err}
		}
		return (err == errFound) != e.Negated, nil
	}
}

func (x *execution) expressions(list []algebra.Expression) []expression {
	out := make([]expression, len(list))
	for i, e := range list {
		out[i] = x.expression(e)
	}
	return out
}

// expression compiles an expression.
func (x *execution) expression(e algebra.Expression) expression {
	switch e := e.(type) {
	case *algebra.Constant:
		v := value.Of(e.Term)
		return func() (value.Value, error) { return v, nil }
	case *algebra.Variable:
		return func() (value.Value, error) {
			if term := x.row[e.Var]; term != nil {
				return value.Of(term), nil
			}
			return value.Value{}, value.ErrUnbound
		}
	case *algebra.Call:
		return x.call(e)
	case *algebra.If:
		return x.branch(e)
	case *algebra.Coalesce:
		return x.coalesce(e)
	}
	test := x.test(e)
	return func() (value.Value, error) {
		is, err := test()
		if err != nil {
			return value.Value{}, err
		}
		return value.NewBoolean(is), nil
	}
}

// branch evaluates one of two expressions.
func (x *execution) branch(e *algebra.If) expression {
	condition, then, otherwise := x.test(e.Condition), x.expression(e.Then), x.expression(e.Else)
	return func() (value.Value, error) {
		is, err := condition()
		switch {
		case err != nil:
			return value.Value{}, err
		case is:
			return then()
		default:
			return otherwise()
		}
	}
}

// coalesce evaluates expressions until one is no error.
func (x *execution) coalesce(e *algebra.Coalesce) expression {
	args := x.expressions(e.Args)
	return func() (value.Value, error) {
		for _, arg := range args {
			v, err := arg()
			if err == nil || isFatal(err) {
				return v, err
			}
		}
		return value.Value{}, value.ErrType
	}
}
