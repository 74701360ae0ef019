package plan

import (
	"math"

	"vitrine/sparql/algebra"
)

// sequence returns the steps of joins, and of what may be moved among them.
func (b *builder) sequence(op algebra.Operator, s site) Step {
	a := &arranger{builder: b, root: op, site: s, placed: map[int]bool{}}
	a.gather(op, s.outer)
	for !a.done() && a.goOn() {
		a.placeReady()
		if !a.placeNext() {
			a.placeLate()
		}
	}
	if len(a.steps) == 1 {
		return a.steps[0]
	}
	estimate := 1.0
	for _, step := range a.steps {
		estimate *= max(step.About().Estimate, 0)
	}
	return number(b, &Sequence{Steps: a.steps}, estimate)
}

// arranger puts the parts of nested joins in order. A part is placed when it is a
// step of the sequence.
type arranger struct {
	*builder
	root algebra.Operator
	// site is where the next step stands.
	site  site
	parts []part
	// lates are in the order of the operators, innermost first.
	lates  []late
	placed map[int]bool
	steps  []Step
}

// part is an operand of the joins: a triple pattern, or an operator that is evaluated
// as a whole.
type part struct {
	item   int
	triple *algebra.Triple
	op     algebra.Operator
	scope
	// expected is what cost returns, where isCosted tells that it was worked out with all that
	// is bound.
	expected float64
	isCosted bool
}

// late is what comes after parts: a filter, an Extend, a Minus or the right side of a
// LeftJoin.
type late struct {
	item int
	op   algebra.Operator
	// condition is one of the conditions of a Filter.
	condition algebra.Expression
	// operand is the scope of what it is applied to, and looks the variables of that
	// which it looks at.
	operand scope
	looks   Set
	// from and to tell which items the operand has.
	from, to int
	scope
}

func (a *arranger) items() int { return len(a.parts) + len(a.lates) }

func (a *arranger) done() bool { return len(a.placed) == a.items() }

// gather takes an operator apart. The rest are the variables that anything around it
// in the sequence may bind.
func (a *arranger) gather(op algebra.Operator, rest Set) {
	scope := a.scopes.of(op)
	switch op := op.(type) {
	case *algebra.BGP:
		for i := range op.Triples {
			vars := varsOfTriples(op.Triples[i : i+1])
			a.parts = append(a.parts, part{item: a.items(), triple: &op.Triples[i], scope: scopeOfVars(vars)})
		}
		return
	case *algebra.Join:
		a.gather(op.Left, rest.Union(a.scopes.of(op.Right).possible))
		a.gather(op.Right, rest.Union(a.scopes.of(op.Left).possible))
		return
	}
	if inner := operandOf(op); inner != nil && !scope.conflicts.Intersects(rest) && (op == a.root || !isVolatileExtend(op)) {
		from := a.items()
		a.gather(inner, rest.Union(scope.possible.Minus(a.scopes.of(inner).possible)))
		a.gatherLate(op, scope, a.scopes.of(inner), from)
		return
	}
	a.parts = append(a.parts, part{item: a.items(), op: op, scope: scope})
}

// operandOf returns what an operator is applied to, if it can be moved after other
// parts of a join than that.
func operandOf(op algebra.Operator) algebra.Operator {
	switch op := op.(type) {
	case *algebra.LeftJoin:
		return op.Left
	case *algebra.Filter:
		return op.Inner
	case *algebra.Extend:
		return op.Inner
	case *algebra.Minus:
		return op.Left
	default:
		return nil
	}
}

// isVolatileExtend tells whether an operator is an Extend whose value is another for
// each solution, so that it must be evaluated once for each of its operand's.
func isVolatileExtend(op algebra.Operator) bool {
	extend, ok := op.(*algebra.Extend)
	return ok && calls(extend.Expression, "RAND", "UUID", "STRUUID", "BNODE")
}

func (a *arranger) gatherLate(op algebra.Operator, own, operand scope, from int) {
	l := late{op: op, operand: operand, from: from, to: a.items(), scope: own}
	add := func(looks Set) {
		l.item, l.looks = a.items(), looks.Intersect(operand.possible)
		a.lates = append(a.lates, l)
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

// isReady tells whether all that a late part looks at is bound, or its operand is
// placed as a whole.
func (a *arranger) isReady(l *late) bool {
	if a.site.unbound() && a.asksGraph(l) {
		return false
	}
	if l.looks.Within(l.operand.certain) && l.looks.Within(a.site.certain) && !isVolatileExtend(l.op) {
		return true
	}
	for item := l.from; item < l.to; item++ {
		if !a.placed[item] {
			return false
		}
	}
	return true
}

// asksGraph tells whether a late part has a pattern.
func (a *arranger) asksGraph(l *late) bool {
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
func (a *arranger) placeReady() {
	for again := true; again; {
		again = false
		for i := range a.lates {
			l := &a.lates[i]
			_, isLeftJoin := l.op.(*algebra.LeftJoin)
			if !a.placed[l.item] && !isLeftJoin && a.isReady(l) {
				a.place(l)
				again = true
			}
		}
	}
}

// placeLate places the first late part that is left; all parts are placed.
func (a *arranger) placeLate() {
	for i := range a.lates {
		if l := &a.lates[i]; !a.placed[l.item] {
			a.place(l)
			return
		}
	}
}

// place adds the step of a late part.
func (a *arranger) place(l *late) {
	var step Step
	var made scope
	switch op := l.op.(type) {
	case *algebra.Filter:
		a.expression(l.condition, l.operand, a.site)
		step = number(a.builder, &Filter{Condition: l.condition}, filtered)
	case *algebra.Extend:
		a.expression(op.Expression, l.operand, a.site)
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

func (a *arranger) add(item int, step Step, made scope) {
	a.steps = append(a.steps, step)
	a.placed[item] = true
	if a.site.certain.Empty() {
		a.forgetCosts(nil)
	} else if bound := made.certain.Minus(a.site.certain); !bound.Empty() {
		a.forgetCosts(&bound)
	}
	a.site = a.site.after(made)
}

// placeNext places the part that is expected to give the fewest rows, of those that
// share a variable with what is bound, if there are any. It returns false where no
// part is left.
func (a *arranger) placeNext() bool {
	var best *part
	least := math.Inf(1)
	for i := range a.parts {
		if p := &a.parts[i]; !a.placed[p.item] {
			if !p.isCosted {
				p.expected, p.isCosted = a.cost(p), true
			}
			if best == nil || p.expected < least {
				best, least = p, p.expected
			}
		}
	}
	if best == nil {
		return false
	}
	a.add(best.item, a.step(best), best.scope)
	if a.site.unbound() && (best.triple != nil || findsGraph(best.op)) {
		a.site.graphBound = true
		a.forgetCosts(nil)
	}
	return true
}

// forgetCosts has the costs worked out again of the parts that mention variables which
// were bound, or of all.
func (a *arranger) forgetCosts(bound *Set) {
	for i := range a.parts {
		if p := &a.parts[i]; bound == nil || p.mentioned.Intersects(*bound) {
			p.isCosted = false
		}
	}
}

// Costs that are added to the number of rows.
const (
	// apart is for a part that shares no variable with what is bound.
	apart = 1e12
	// graphless is for a part that needs to know the active graph before it is known.
	graphless = 1e24
)

func (a *arranger) cost(p *part) float64 {
	cost := a.rows(p)
	if !a.site.certain.Empty() && !p.mentioned.Empty() && !p.pushable.Intersects(a.site.certain) {
		cost += apart
	}
	if a.site.unbound() && p.triple == nil && !findsGraph(p.op) && !isValues(p.op) {
		cost += graphless
	}
	return cost
}

func (a *arranger) rows(p *part) float64 {
	if p.triple != nil {
		return a.estimateTriple(*p.triple, a.site.graph, a.site.certain)
	}
	return a.estimate(p.op, a.site.graph, a.site.certain)
}

func isValues(op algebra.Operator) bool {
	_, ok := op.(*algebra.Values)
	return ok
}

// step returns the step of a part.
func (a *arranger) step(p *part) Step {
	shared := p.pushable.Intersect(a.site.certain)
	large := p.triple != nil && a.rows(p) > maxTable
	if isValues(p.op) || !a.site.again || !shared.Empty() || a.site.unbound() || p.mentioned.Empty() || large {
		return a.inPlace(p)
	}
	return a.table(p.scope, a.site, func(s site) Step { return a.inPlaceAt(p, s) })
}

// maxTable is how many triples a pattern may have that are kept only to save looking
// for them again.
const maxTable = 1e6

func (a *arranger) inPlace(p *part) Step { return a.inPlaceAt(p, a.site) }

func (a *arranger) inPlaceAt(p *part, s site) Step {
	if p.triple == nil {
		return a.build(p.op, s)
	}
	return number(a.builder, &Scan{Triple: *p.triple, Graph: s.graph}, a.estimateTriple(*p.triple, s.graph, s.certain))
}

// table returns the step that evaluates something once.
func (b *builder) table(of scope, s site, build func(site) Step) Step {
	inner := site{graph: s.graph, graphBound: s.graphBound, certain: s.certain.Intersect(s.fixed), fixed: s.fixed}
	step := &Table{Inner: build(inner), Vars: of.possible.Vars(), Keys: of.certain.Intersect(s.certain).Vars(), Graph: s.graph}
	depends := of.mentioned.Intersect(s.fixed)
	if s.graph.Named && s.graph.Name.IsVar() {
		depends = depends.Union(SetOf(s.graph.Name.Var))
	}
	step.DependsOn = depends.Vars()
	estimate := step.Inner.About().Estimate
	if len(step.Keys) > 0 {
		estimate = groupsOf(estimate)
	}
	return number(b, step, estimate)
}

// minus returns the step of a Minus.
func (a *arranger) minus(op *algebra.Minus) Step {
	right := a.scopes.of(op.Right)
	shared := right.pushable.Intersect(right.certain).Intersect(a.site.certain).Minus(a.site.fixed)
	step := &Minus{Overlaps: !shared.Empty()}
	if step.Overlaps {
		step.Right = a.build(op.Right, a.site)
	} else {
		step.Right = a.table(right, a.site, func(s site) Step { return a.build(op.Right, s) })
	}
	return number(a.builder, step, filtered)
}

// leftJoin returns the step of the right side of a LeftJoin.
func (a *arranger) leftJoin(op *algebra.LeftJoin, l *late) Step {
	right := a.scopes.of(op.Right)
	step := &LeftJoin{Condition: op.Condition}
	build := func(s site) Step { return a.build(op.Right, s) }
	if right.mentioned.Empty() || right.pushable.Intersects(a.site.certain) || !a.site.again {
		step.Right = build(a.site)
	} else {
		step.Right = a.table(right, a.site, build)
	}
	if op.Condition != nil {
		a.expression(op.Condition, both(l.operand, right), a.site.after(scope{possible: right.possible}))
	}
	return number(a.builder, step, max(1, step.Right.About().Estimate))
}
