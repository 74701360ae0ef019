package eval

import "vitrine/sparql/plan"

// filter lets the row pass where the condition is true.
func (x *execution) filter(s *plan.Filter, next continuation) continuation {
	condition := x.condition(s.Condition)
	return func() error {
		if ok, err := condition(); !ok || err != nil {
			return err
		}
		return next()
	}
}

// extend binds a variable to the value of an expression.
func (x *execution) extend(s *plan.Extend, next continuation) continuation {
	of := x.expression(s.Expression)
	return func() error {
		v, ok, err := evaluate(of)
		if err != nil {
			return err
		}
		if !ok {
			return next()
		}
		term := v.Term()
		if x.row[s.Var] != nil {
			if x.row[s.Var] != term {
				return nil
			}
			return next()
		}
		// A text that a query makes may be long, and another one is made of it.
		size := sizeOf(term)
		if err := x.keep(size); err != nil {
			return err
		}
		x.row[s.Var] = term
		err = next()
		x.row[s.Var] = nil
		x.release(size)
		return err
	}
}
