package plan

import "vitrine/sparql/algebra"

// deferred is what comes after parts: a filter, an Extend, a Minus or the right side of a
// LeftJoin.
type deferred struct {
	item int
	op   algebra.Operator
	// condition is one of the conditions of a Filter.
	condition algebra.Expression
	// operand is the scope of what it is applied to, and inputs the variables
	// that it reads.
	operand scope
	inputs  Set
	// from and to tell which items the operand has.
	from, to int
	scope
}

// isVolatileExtend tells whether an operator is an Extend whose value is another for
// each solution, so that it must be evaluated once for each of its operand's.
func isVolatileExtend(op algebra.Operator) bool {
	extend, ok := op.(*algebra.Extend)
	return ok && calls(extend.Expression, "RAND", "UUID", "STRUUID", "BNODE")
}

func (a *joinOrderer) gatherDeferred(op algebra.Operator, own, operand scope, from int) {
	l := deferred{op: op, operand: operand, from: from, to: a.items(), scope: own}
	add := func(inputs Set) {
		l.item, l.inputs = a.items(), inputs.Intersect(operand.possible)
		a.deferred = append(a.deferred, l)
	}
	switch op := op.(type) {
	case *algebra.Filter:
		for _, l.condition = range conjuncts(op.Condition) {
			add(a.scopes.vars(l.condition))
		}
	case *algebra.Extend:
		add(a.scopes.vars(op.Expression))
	case *algebra.Minus:
		right := a.scopes.of(op.Right)
		if right.possible.Intersects(operand.possible) {
			add(right.mentioned)
		}
	case *algebra.LeftJoin:
		add(a.scopes.of(op.Right).mentioned.Union(a.scopes.vars(op.Condition)))
	}
}

// isReady tells whether all inputs of a deferred part are bound, or its operand is
// placed as a whole.
func (a *joinOrderer) isReady(l *deferred) bool {
	if a.isTable && (l.condition == nil || hasExists(l.condition)) {
		return false
	}
	if a.site.unbound() && a.asksGraph(l) {
		return false
	}
	if l.inputs.Within(l.operand.certain) && l.inputs.Within(a.site.certain) && !isVolatileExtend(l.op) {
		return true
	}
	if a.isTable {
		return false
	}
	for item := l.from; item < l.to; item++ {
		if !a.placed[item] {
			return false
		}
	}
	return true
}

// asksGraph tells whether a deferred part has a pattern.
func (a *joinOrderer) asksGraph(l *deferred) bool {
	switch op := l.op.(type) {
	case *algebra.Filter:
		return hasExists(l.condition)
	case *algebra.Extend:
		return hasExists(op.Expression)
	default:
		return true
	}
}

// placeReady places the filters, Extends and Minus that are ready.
func (a *joinOrderer) placeReady() {
	for again := true; again; {
		again = false
		for i := range a.deferred {
			l := &a.deferred[i]
			_, isLeftJoin := l.op.(*algebra.LeftJoin)
			if !a.placed[l.item] && !isLeftJoin && a.isReady(l) {
				a.place(l)
				again = true
			}
		}
	}
}

// placeDeferred places the first deferred part that is left; all parts are placed.
func (a *joinOrderer) placeDeferred() {
	for i := range a.deferred {
		if l := &a.deferred[i]; !a.placed[l.item] {
			a.place(l)
			return
		}
	}
}

// place adds the step of a deferred part.
func (a *joinOrderer) place(l *deferred) {
	var step Step
	var made scope
	switch op := l.op.(type) {
	case *algebra.Filter:
		a.expression(l.condition, l.operand, a.site, a.rows)
		step = number(a.builder, &Filter{Condition: l.condition}, filtered)
	case *algebra.Extend:
		a.expression(op.Expression, l.operand, a.site, a.rows)
		step = number(a.builder, &Extend{Var: op.Var, Expression: op.Expression}, 1)
		made.possible = SetOf(op.Var)
		made.certain = l.scope.certain.Intersect(made.possible)
	case *algebra.Minus:
		step = a.minus(op)
	case *algebra.LeftJoin:
		step = a.leftJoin(op, l)
		made.possible = a.scopes.of(op.Right).possible
	}
	a.add(l.item, step, made)
}

// minus returns the step of a Minus.
func (a *joinOrderer) minus(op *algebra.Minus) Step {
	right := a.scopes.of(op.Right)
	shared := right.pushable.Intersect(right.certain).Intersect(a.site.certain).Minus(a.site.fixed)
	step := &Minus{Overlaps: !shared.Empty()}
	step.Right = a.right(op.Right, step.Overlaps)
	return number(a.builder, step, filtered)
}

// right returns the steps of the right side of a LeftJoin or Minus, which are looked up with
// the row or kept in a table: always there where they must not see it.
func (a *joinOrderer) right(op algebra.Operator, sees bool) Step {
	build := func(s site) Step { return a.build(op, s) }
	table := func() *Table { return a.table(a.scopes.of(op), a.site, build) }
	if !sees {
		return table()
	}
	s := a.site
	s.calls = min(s.calls*a.rows, maxRows)
	if of := a.scopes.of(op); !of.certain.Intersects(s.certain) || of.mentioned.Intersects(s.fixed) {
		return build(s)
	}
	return a.beside(op, s, build, table)
}

// leftJoin returns the step of the right side of a LeftJoin.
func (a *joinOrderer) leftJoin(op *algebra.LeftJoin, l *deferred) Step {
	right := a.scopes.of(op.Right)
	step := &LeftJoin{Condition: op.Condition}
	step.Right = a.right(op.Right, right.mentioned.Empty() || a.scopes.sharesBoundVar(op.Right, a.site.certain) || !a.site.again)
	if op.Condition != nil {
		a.expression(op.Condition, both(l.operand, right), a.site.after(scope{possible: right.possible}), a.rows)
	}
	return number(a.builder, step, max(1, step.Right.About().Estimate))
}
