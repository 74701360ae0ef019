package reference

import (
	"vitrine/sparql/algebra"
	"vitrine/sparql/value"
)

// substitute is substitute(pattern, μ) of section 18.6: the pattern with the terms
// that a solution binds in the place of their variables.
//
// The recommendation does not say what that is where a pattern gives a variable a
// value, as VALUES and BIND do. Here the value must then be that of the solution.
func (e *evaluation) substitute(op algebra.Operator, row solution) algebra.Operator {
	s := substitution{row: row}
	return s.operator(op)
}

// substitution puts the terms of a solution in the place of variables.
type substitution struct{ row solution }

func (s substitution) operator(op algebra.Operator) algebra.Operator {
	switch op := op.(type) {
	case *algebra.BGP:
		out := &algebra.BGP{}
		for _, t := range op.Triples {
			out.Triples = append(out.Triples, algebra.Triple{Subject: s.node(t.Subject), Predicate: s.node(t.Predicate), Object: s.node(t.Object)})
		}
		return out
	case *algebra.PathPattern:
		return &algebra.PathPattern{Subject: s.node(op.Subject), Path: op.Path, Object: s.node(op.Object)}
	case *algebra.Join:
		return &algebra.Join{Left: s.operator(op.Left), Right: s.operator(op.Right)}
	case *algebra.LeftJoin:
		return &algebra.LeftJoin{Left: s.operator(op.Left), Right: s.operator(op.Right), Condition: s.expression(op.Condition)}
	case *algebra.Filter:
		return &algebra.Filter{Condition: s.expression(op.Condition), Inner: s.operator(op.Inner)}
	case *algebra.Union:
		return &algebra.Union{Left: s.operator(op.Left), Right: s.operator(op.Right)}
	case *algebra.Graph:
		return &algebra.Graph{Name: s.node(op.Name), Inner: s.operator(op.Inner)}
	case *algebra.Extend:
		return s.given(&algebra.Extend{Inner: s.operator(op.Inner), Var: op.Var, Expression: s.expression(op.Expression)}, op.Var)
	case *algebra.Minus:
		return &algebra.Minus{Left: s.operator(op.Left), Right: s.operator(op.Right)}
	case *algebra.Values:
		return s.given(op, op.Vars...)
	default:
		return s.modifier(op)
	}
}

// modifier substitutes in the operators of grouping and of solution modifiers.
func (s substitution) modifier(op algebra.Operator) algebra.Operator {
	switch op := op.(type) {
	case *algebra.Group:
		return s.group(op)
	case *algebra.OrderBy:
		out := &algebra.OrderBy{Inner: s.operator(op.Inner)}
		for _, c := range op.Conditions {
			out.Conditions = append(out.Conditions, algebra.OrderCondition{Expression: s.expression(c.Expression), Descending: c.Descending})
		}
		return out
	case *algebra.Project:
		return &algebra.Project{Inner: s.operator(op.Inner), Vars: op.Vars}
	case *algebra.Distinct:
		return &algebra.Distinct{Inner: s.operator(op.Inner)}
	case *algebra.Reduced:
		return &algebra.Reduced{Inner: s.operator(op.Inner)}
	case *algebra.Slice:
		return &algebra.Slice{Inner: s.operator(op.Inner), Offset: op.Offset, Limit: op.Limit}
	}
	return op
}

func (s substitution) group(op *algebra.Group) algebra.Operator {
	out := &algebra.Group{Inner: s.operator(op.Inner)}
	for _, k := range op.Keys {
		out.Keys = append(out.Keys, algebra.Key{Var: k.Var, Expression: s.expression(k.Expression)})
	}
	for _, a := range op.Aggregates {
		if a.Argument != nil {
			a.Argument = s.expression(a.Argument)
		}
		out.Aggregates = append(out.Aggregates, a)
	}
	return out
}

// given is the operator with the variables that it binds bound as in the solution,
// or not at all.
func (s substitution) given(op algebra.Operator, vars ...algebra.Var) algebra.Operator {
	for _, v := range vars {
		if s.row[v] != nil {
			op = &algebra.Filter{Inner: op, Condition: &algebra.Or{
				Left:  &algebra.Not{Operand: &algebra.Bound{Var: v}},
				Right: &algebra.Call{Function: "SAMETERM", Args: []algebra.Expression{&algebra.Variable{Var: v}, &algebra.Constant{Term: s.row[v]}}},
			}}
		}
	}
	return op
}

func (s substitution) node(n algebra.Node) algebra.Node {
	if n.IsVar() && s.row[n.Var] != nil {
		return algebra.Node{Term: s.row[n.Var]}
	}
	return n
}

func (s substitution) expression(x algebra.Expression) algebra.Expression {
	switch x := x.(type) {
	case *algebra.Variable:
		if s.row[x.Var] != nil {
			return &algebra.Constant{Term: s.row[x.Var]}
		}
	case *algebra.Bound:
		if s.row[x.Var] != nil {
			return &algebra.Constant{Term: value.NewBoolean(true).Term()}
		}
	case *algebra.Exists:
		return &algebra.Exists{Operator: s.operator(x.Operator), Negated: x.Negated}
	case *algebra.Call:
		return &algebra.Call{Function: x.Function, Args: s.expressions(x.Args)}
	case *algebra.And:
		return &algebra.And{Left: s.expression(x.Left), Right: s.expression(x.Right)}
	case *algebra.Or:
		return &algebra.Or{Left: s.expression(x.Left), Right: s.expression(x.Right)}
	case *algebra.Not:
		return &algebra.Not{Operand: s.expression(x.Operand)}
	case *algebra.In:
		return &algebra.In{Operand: s.expression(x.Operand), List: s.expressions(x.List), Negated: x.Negated}
	case *algebra.If:
		return &algebra.If{Condition: s.expression(x.Condition), Then: s.expression(x.Then), Else: s.expression(x.Else)}
	case *algebra.Coalesce:
		return &algebra.Coalesce{Args: s.expressions(x.Args)}
	}
	return x
}

func (s substitution) expressions(list []algebra.Expression) []algebra.Expression {
	out := make([]algebra.Expression, len(list))
	for i, x := range list {
		out[i] = s.expression(x)
	}
	return out
}
