package plan

import (
	"math"
	"slices"

	"vitrine/sparql/algebra"
)

// sequence returns the steps of joins, and of what may be moved among them.
func (b *builder) sequence(op algebra.Operator, s site) Step {
	a := &joinOrderer{builder: b, root: op, site: s, rows: 1, known: columns{}, open: new(int)}
	a.gather(op, s.outer)
	a.begin()
	if len(a.parts) > 1 && len(a.parts) <= maxOrdered && !s.unbound() {
		o := a.newOrder()
		a.follow(o, o.ways, subset(len(o.ways)-1))
	}
	for !a.done() && a.goOn() {
		a.placeReady()
		if !a.placeNext() {
			a.placeDeferred()
		}
	}
	return a.sequenceOf(a.steps)
}

// sequenceOf returns the step that is some steps one after the other.
func (b *builder) sequenceOf(steps []Step) Step {
	if len(steps) == 1 {
		return steps[0]
	}
	estimate := 1.0
	for _, step := range steps {
		estimate *= max(step.About().Estimate, 0)
	}
	return number(b, &Sequence{Steps: steps}, min(estimate, maxRows))
}

// follow places parts in the order that was found.
func (a *joinOrderer) follow(o *order, ways []way, s subset) {
	if s == 0 || !a.goOn() {
		return
	}
	w := ways[s]
	a.follow(o, ways, s&^w.last)
	a.placeReady()
	if w.isBuilt {
		a.placeTable(o, w.last)
	} else {
		a.placePart(w.last.first())
	}
	a.placeReady()
}

// joinOrderer puts the parts of nested joins in order. A part is placed when it is a
// step of the sequence.
type joinOrderer struct {
	*builder
	root algebra.Operator
	// site is where the next step stands.
	site  site
	parts []part
	// deferred are in the order of the operators, innermost first.
	deferred []deferred
	// placed tells by number which items are placed, and left are the numbers of the
	// parts that are not, in order.
	placed []bool
	left   []int
	// open is how many items are not placed.
	open *int
	// isTable tells that the steps are those of a table that is built for a join.
	isTable bool
	// rows is how many rows the steps are expected to give for one, and known what is expected
	// of the values that they bind.
	rows  float64
	known columns
	// mentioning are the numbers of the parts that mention a variable.
	mentioning map[algebra.Var][]int
	steps      []Step
}

// part is an operand of the joins: a triple pattern, or an operator that is evaluated
// as a whole.
type part struct {
	item   int
	triple *algebra.Triple
	op     algebra.Operator
	scope
	profile profile
	// expected is what cost returns, where isCosted tells that it was worked out with all that
	// is bound.
	expected float64
	isCosted bool
}

func (a *joinOrderer) items() int { return len(a.parts) + len(a.deferred) }

func (a *joinOrderer) done() bool { return *a.open <= 0 }

// begin begins to place the items that were gathered.
func (a *joinOrderer) begin() {
	a.placed, *a.open = make([]bool, a.items()), a.items()
	for i := range a.parts {
		a.left = append(a.left, i)
		p := &a.parts[i]
		if p.triple != nil {
			p.profile = a.triple(p.triple, a.site.graph)
		} else {
			p.profile = a.profile(p.op, a.site.graph)
		}
	}
	if len(a.parts) < 2 {
		return // nothing has another cost when it is placed
	}
	a.mentioning = map[algebra.Var][]int{}
	for i := range a.parts {
		for _, v := range a.parts[i].mentioned.Vars() {
			a.mentioning[v] = append(a.mentioning[v], i)
		}
	}
}

// gather takes an operator apart. The rest are the variables that anything around it
// in the sequence may bind.
func (a *joinOrderer) gather(op algebra.Operator, rest Set) {
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
		a.gatherDeferred(op, scope, a.scopes.of(inner), from)
		return
	}
	a.parts = append(a.parts, part{item: a.items(), op: op, scope: scope})
}

// operandOf returns what an operator is applied to, if it can be moved after other
// parts of a join than that.
func operandOf(op algebra.Operator) algebra.Operator {
	switch op.(type) {
	case *algebra.LeftJoin, *algebra.Filter, *algebra.Extend, *algebra.Minus:
		return operands(op)[0]
	default:
		return nil
	}
}

func (a *joinOrderer) add(item int, step Step, made scope) {
	a.placed[item] = true
	*a.open--
	a.push(step, made)
}

// push adds a step that gives the variables of a scope.
func (a *joinOrderer) push(step Step, made scope) {
	a.steps = append(a.steps, step)
	a.rows = min(a.rows*max(step.About().Estimate, 0), maxRows)
	if a.site.certain.Empty() {
		a.forgetCosts(nil)
	} else if bound := made.certain.Minus(a.site.certain); !bound.Empty() {
		a.forgetCosts(&bound)
	}
	again := a.site.again || givesMore(step)
	a.site = a.site.after(made)
	a.site.again = again
}

// givesMore tells whether a step may give several rows for one.
func givesMore(step Step) bool {
	switch step.(type) {
	case *Filter, *Extend, *Minus:
		return false
	default:
		return true
	}
}

// placeNext places the part that is expected to give the fewest rows, of those that
// share a variable with what is bound, if there are any. It returns false where no
// part is left.
func (a *joinOrderer) placeNext() bool {
	best, least := -1, math.Inf(1)
	for _, number := range a.left {
		p := &a.parts[number]
		if !p.isCosted {
			p.expected, p.isCosted = a.cost(p), true
		}
		if best < 0 || p.expected < least {
			best, least = number, p.expected
		}
	}
	if best < 0 {
		return false
	}
	a.placePart(best)
	return true
}

// placePart places one part.
func (a *joinOrderer) placePart(number int) {
	p := &a.parts[number]
	step := a.step(p)
	a.left = slices.DeleteFunc(a.left, func(n int) bool { return n == number })
	a.known.add(p.profile)
	a.add(p.item, step, p.scope)
	if a.site.unbound() && (p.triple != nil || findsGraph(p.op)) {
		a.site.graphBound = true
		a.forgetCosts(nil)
	}
}

// forgetCosts has the costs worked out again of the parts that mention variables which
// were bound, or of all.
func (a *joinOrderer) forgetCosts(bound *Set) {
	if bound == nil {
		for i := range a.parts {
			a.parts[i].isCosted = false
		}
		return
	}
	for _, v := range bound.Vars() {
		for _, i := range a.mentioning[v] {
			a.parts[i].isCosted = false
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

func (a *joinOrderer) cost(p *part) float64 {
	cost := a.each(p)
	if !a.site.certain.Empty() && !p.mentioned.Empty() && !a.restricted(p, a.site.certain) {
		cost += apart
	}
	if a.site.unbound() && p.triple == nil && !findsGraph(p.op) && !isValues(p.op) {
		cost += graphless
	}
	return cost
}

// restricted tells whether what is bound restricts a part.
func (a *joinOrderer) restricted(p *part, bound Set) bool {
	if p.op == nil {
		return p.pushable.Intersects(bound)
	}
	return a.scopes.sharesBoundVar(p.op, bound)
}

// each returns how many rows a part is expected to give for one.
func (a *joinOrderer) each(p *part) float64 {
	return min(a.known.join(p.profile, a.site.certain), maxRows)
}

func isValues(op algebra.Operator) bool {
	_, ok := op.(*algebra.Values)
	return ok
}

// step returns the step of a part.
func (a *joinOrderer) step(p *part) Step {
	large := p.triple != nil && p.profile.rows > maxTable
	if isValues(p.op) || !a.site.again || a.restricted(p, a.site.certain) || a.site.unbound() || p.mentioned.Empty() || large {
		return a.inPlace(p, a.each(p), a.site)
	}
	return a.table(p.scope, a.site, func(s site) Step { return a.inPlace(p, a.each(p), s) })
}

// maxTable is how many triples a pattern may have that are kept only to save looking
// for them again.
const maxTable = 1e6

// inPlace returns the step that looks a part up.
func (a *joinOrderer) inPlace(p *part, estimate float64, s site) Step {
	if p.triple == nil {
		s.calls *= a.rows
		step := a.build(p.op, s)
		step.About().Estimate = estimate
		return step
	}
	scan := &Scan{Triple: *p.triple, Graph: s.graph, Omit: a.mentions.omitted(*p.triple), Set: s.isSet}
	return number(a.builder, scan, estimate)
}

// table returns the step that evaluates something once.
func (b *builder) table(of scope, s site, build func(site) Step) *Table {
	inner := site{graph: s.graph, graphBound: s.graphBound, certain: s.certain.Intersect(s.fixed), fixed: s.fixed, calls: 1, isSet: s.isSet}
	keys := of.certain.Intersect(s.certain)
	if keys.Empty() {
		keys = of.certain.Intersect(s.outer)
	}
	step := &Table{Inner: build(inner), Vars: of.possible.Vars(), Keys: keys.Vars(), Graph: s.graph}
	depends := of.mentioned.Intersect(s.fixed)
	if s.graph.Named && s.graph.Name.IsVar() {
		depends = depends.Union(SetOf(s.graph.Name.Var))
	}
	step.DependsOn = depends.Vars()
	return number(b, step, step.Inner.About().Estimate)
}
