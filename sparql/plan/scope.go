package plan

import "vitrine/sparql/algebra"

// scope is what is known of the variables of an operator.
type scope struct {
	// possible are the variables that some solution may bind, certain those that
	// every solution binds.
	possible, certain Set
	// mentioned are all variables anywhere in the operator, its expressions included.
	mentioned Set
	// pushable are the variables of which a binding may be put in before evaluation,
	// and saves work there: the solutions are those that a join afterwards leaves.
	pushable Set
	// conflicts are the variables that must not have a binding put in before
	// evaluation, as some part of the operator would see it that must not. Those of
	// the operands are not among them: each operator looks after itself.
	conflicts Set
}

// scopes knows the scope of each operator of a query.
type scopes map[algebra.Operator]*scope

// of returns the scope of an operator.
func (m scopes) of(op algebra.Operator) scope {
	if s, ok := m[op]; ok {
		return *s
	}
	s := m.find(op)
	m[op] = &s
	return s
}

func (m scopes) find(op algebra.Operator) scope {
	switch op := op.(type) {
	case *algebra.BGP:
		return scopeOfVars(varsOfTriples(op.Triples))
	case *algebra.PathPattern:
		return scopeOfVars(varsOfNodes(op.Subject, op.Object))
	case *algebra.Values:
		return scopeOfValues(op)
	case *algebra.Join:
		return both(m.of(op.Left), m.of(op.Right))
	case *algebra.LeftJoin:
		return m.leftJoin(op)
	case *algebra.Filter:
		return m.filter(op)
	case *algebra.Union:
		return either(m.of(op.Left), m.of(op.Right))
	case *algebra.Graph:
		return both(m.of(op.Inner), scopeOfVars(varsOfNodes(op.Name)))
	case *algebra.Extend:
		return m.extend(op)
	case *algebra.Minus:
		return m.minus(op)
	case *algebra.Group:
		return m.group(op)
	default:
		return m.modifier(op)
	}
}

// modifier returns the scope of a solution modifier.
func (m scopes) modifier(op algebra.Operator) scope {
	switch op := op.(type) {
	case *algebra.OrderBy:
		s := m.of(op.Inner)
		s.conflicts = Set{}
		for _, c := range op.Conditions {
			s = m.sees(s, m.vars(c.Expression))
		}
		return s
	case *algebra.Project:
		s, vars := m.of(op.Inner), SetOf(op.Vars...)
		return scope{s.possible.Intersect(vars), s.certain.Intersect(vars), s.mentioned.Union(vars), s.pushable.Intersect(vars), Set{}}
	case *algebra.Distinct:
		s := m.of(op.Inner)
		s.conflicts = s.possible.Minus(s.certain)
		s.pushable = s.pushable.Intersect(s.certain)
		return s
	case *algebra.Reduced:
		s := m.of(op.Inner)
		s.conflicts = Set{}
		return s
	case *algebra.Slice:
		s := m.of(op.Inner)
		s.conflicts, s.pushable = s.mentioned, Set{}
		return s
	default:
		return scope{}
	}
}

func scopeOfVars(vars Set) scope {
	return scope{possible: vars, certain: vars, mentioned: vars, pushable: vars}
}

func scopeOfValues(op *algebra.Values) scope {
	s := scopeOfVars(SetOf(op.Vars...))
	for _, row := range op.Rows {
		for i, term := range row {
			if term == nil {
				s.certain = s.certain.Minus(SetOf(op.Vars[i]))
			}
		}
	}
	return s
}

func both(l, r scope) scope {
	return scope{
		possible:  l.possible.Union(r.possible),
		certain:   l.certain.Union(r.certain),
		mentioned: l.mentioned.Union(r.mentioned),
		pushable:  l.pushable.Union(r.pushable),
	}
}

func either(l, r scope) scope {
	s := both(l, r)
	s.certain = l.certain.Intersect(r.certain)
	s.pushable = l.pushable.Intersect(r.pushable)
	return s
}

// sees returns the scope of an operator around one of scope s, in which an expression
// of the variables is evaluated: where the solutions of s may lack some of them, those
// must not come from elsewhere.
func (m scopes) sees(s scope, vars Set) scope {
	s.conflicts = s.conflicts.Union(vars.Minus(s.certain))
	s.pushable = s.pushable.Minus(s.conflicts)
	s.mentioned = s.mentioned.Union(vars)
	return s
}

func (m scopes) leftJoin(op *algebra.LeftJoin) scope {
	l, r := m.of(op.Left), m.of(op.Right)
	s := l
	s.possible = l.possible.Union(r.possible)
	s.conflicts = Set{}
	return m.sees(s, r.mentioned.Union(m.vars(op.Condition)))
}

func (m scopes) filter(op *algebra.Filter) scope {
	s := m.of(op.Inner)
	s.conflicts = Set{}
	return m.sees(s, m.vars(op.Condition))
}

func (m scopes) extend(op *algebra.Extend) scope {
	s := m.of(op.Inner)
	s.conflicts = Set{}
	s = m.sees(s, m.vars(op.Expression))
	own := SetOf(op.Var)
	s.possible = s.possible.Union(own)
	s.mentioned = s.mentioned.Union(own)
	if never(op.Expression, s.certain) {
		s.certain = s.certain.Union(own)
	}
	if isVolatileExtend(op) {
		// It is to be evaluated once, and not for each row that it is joined with.
		s.pushable = Set{}
	}
	return s
}

// never tells whether an expression is never an error, as far as its form says.
func never(e algebra.Expression, certain Set) bool {
	switch e := e.(type) {
	case *algebra.Constant:
		return true
	case *algebra.Variable:
		return certain.Has(e.Var)
	default:
		return false
	}
}

func (m scopes) minus(op *algebra.Minus) scope {
	s := m.of(op.Left)
	s.conflicts = Set{}
	return m.sees(s, m.of(op.Right).mentioned)
}

func (m scopes) group(op *algebra.Group) scope {
	inner := m.of(op.Inner)
	s := scope{mentioned: inner.mentioned}
	for _, key := range op.Keys {
		own := SetOf(key.Var)
		s.possible = s.possible.Union(own)
		s.mentioned = s.mentioned.Union(own).Union(m.vars(key.Expression))
		if never(key.Expression, inner.certain) {
			s.certain = s.certain.Union(own)
		}
		if v, ok := key.Expression.(*algebra.Variable); ok && v.Var == key.Var && inner.certain.Has(v.Var) && inner.pushable.Has(v.Var) {
			s.pushable = s.pushable.Union(own)
		}
	}
	for _, a := range op.Aggregates {
		own := SetOf(a.Var)
		s.possible = s.possible.Union(own)
		s.mentioned = s.mentioned.Union(own).Union(m.vars(a.Argument))
		if a.Function == "COUNT" {
			s.certain = s.certain.Union(own)
		}
	}
	s.conflicts = s.mentioned.Minus(s.pushable)
	return s
}

func varsOfNodes(nodes ...algebra.Node) (s Set) {
	for _, n := range nodes {
		if n.IsVar() {
			s.add(n.Var)
		}
	}
	return s
}

func varsOfTriples(triples []algebra.Triple) (s Set) {
	for _, t := range triples {
		for _, n := range [...]algebra.Node{t.Subject, t.Predicate, t.Object} {
			if n.IsVar() {
				s.add(n.Var)
			}
		}
	}
	return s
}

// sharesBoundVar tells whether bindings of some variables, put in before evaluation, restrict
// what an operator looks up. Each side of a Union may be restricted by another variable.
func (m scopes) sharesBoundVar(op algebra.Operator, bound Set) bool {
	own := m.of(op)
	bound = bound.Minus(own.conflicts)
	switch op := op.(type) {
	case *algebra.Union:
		return m.sharesBoundVar(op.Left, bound) && m.sharesBoundVar(op.Right, bound)
	case *algebra.Join:
		return m.sharesBoundVar(op.Left, bound) || m.sharesBoundVar(op.Right, bound)
	case *algebra.Filter:
		return m.sharesBoundVar(op.Inner, bound)
	case *algebra.LeftJoin:
		return m.sharesBoundVar(op.Left, bound)
	case *algebra.Graph:
		return m.sharesBoundVar(op.Inner, bound) || varsOfNodes(op.Name).Intersects(bound)
	default:
		return own.pushable.Intersects(bound)
	}
}
