package plan

import "vitrine/sparql/algebra"

// arguments returns the expressions that an expression is made of.
func arguments(e algebra.Expression) []algebra.Expression {
	switch e := e.(type) {
	case *algebra.Call:
		return e.Args
	case *algebra.And:
		return []algebra.Expression{e.Left, e.Right}
	case *algebra.Or:
		return []algebra.Expression{e.Left, e.Right}
	case *algebra.Not:
		return []algebra.Expression{e.Operand}
	case *algebra.In:
		return append([]algebra.Expression{e.Operand}, e.List...)
	case *algebra.If:
		return []algebra.Expression{e.Condition, e.Then, e.Else}
	case *algebra.Coalesce:
		return e.Args
	default:
		return nil
	}
}

// walk calls fn for an expression and all that it is made of.
func walk(e algebra.Expression, fn func(algebra.Expression)) {
	if e == nil {
		return
	}
	fn(e)
	for _, argument := range arguments(e) {
		walk(argument, fn)
	}
}

// vars returns the variables that an expression reads, those of the patterns of
// EXISTS included.
func (m scopes) vars(e algebra.Expression) (s Set) {
	walk(e, func(e algebra.Expression) {
		switch e := e.(type) {
		case *algebra.Variable:
			s.add(e.Var)
		case *algebra.Bound:
			s.add(e.Var)
		case *algebra.Exists:
			s = s.Union(m.of(e.Operator).mentioned)
		}
	})
	return s
}

// hasExists tells whether an expression asks the dataset.
func hasExists(e algebra.Expression) (has bool) {
	walk(e, func(e algebra.Expression) {
		if _, ok := e.(*algebra.Exists); ok {
			has = true
		}
	})
	return has
}

// conjuncts returns conditions that are all true where, and only where, the condition
// is.
func conjuncts(e algebra.Expression) []algebra.Expression {
	if and, ok := e.(*algebra.And); ok {
		return append(conjuncts(and.Left), conjuncts(and.Right)...)
	}
	return []algebra.Expression{e}
}
