package plan

import (
	"maps"
	"slices"

	"vitrine/sparql/algebra"
)

// placeTable places a table that is built of some parts, in which the solutions for each row
// are found: a hash join.
func (a *joinOrderer) placeTable(o *order, parts subset) {
	var of scope
	var profiles []profile
	beside := &joinOrderer{builder: a.builder, root: a.root, site: a.site, rows: a.rows, known: maps.Clone(a.known), open: new(int)}
	for rest := parts; rest != 0; rest = rest.rest() {
		p := a.parts[rest.first()]
		of = both(of, p.scope)
		profiles = append(profiles, p.profile)
		p.item = len(beside.parts)
		beside.parts = append(beside.parts, p)
	}
	a.leaveOut()
	open := make([]bool, len(a.placed))
	copy(open, a.placed)
	inside := &joinOrderer{
		builder: a.builder, root: a.root, parts: a.parts, deferred: a.deferred, placed: a.placed, open: a.open,
		isTable: true, rows: 1, known: columns{},
	}
	var filters []algebra.Expression
	step := a.table(of, a.site, func(s site) Step {
		inside.site = s
		inside.follow(o, o.free, parts)
		for i := range a.deferred {
			if l := &a.deferred[i]; a.placed[l.item] && !open[l.item] {
				filters = append(filters, l.condition)
			}
		}
		return a.projected(inside.steps, a.needed(beside.parts, filters, of.possible), s)
	})
	if inner, ok := step.Inner.(*Distinct); ok {
		step.Vars = inner.Vars
	} else {
		step.Vars = a.needed(beside.parts, filters, of.possible).Vars()
	}
	a.left = slices.DeleteFunc(a.left, func(n int) bool { return parts&(1<<n) != 0 })
	step.Otherwise = beside.oneByOne(filters)
	all := product(profiles...)
	step.Estimate = min(a.known.join(all, a.site.certain), maxRows)
	a.known.add(all)
	a.push(step, of)
}

// oneByOne returns the steps that look all parts up for one row after the other.
func (a *joinOrderer) oneByOne(filters []algebra.Expression) Step {
	a.begin()
	for a.goOn() && a.placeNext() {
	}
	for _, condition := range filters {
		a.push(number(a.builder, &Filter{Condition: condition}, filtered), scope{})
	}
	return a.sequenceOf(a.steps)
}

// needed returns those of some variables that stand elsewhere than in some parts and
// conditions: all of them where the parts have operators inside.
func (b *builder) needed(parts []part, filters []algebra.Expression, vars Set) Set {
	inside := make(mentions, len(b.mentions))
	for i := range parts {
		p := &parts[i]
		switch {
		case !p.isSimple():
			return vars
		case p.triple != nil:
			inside.ofNodes(p.triple.Subject, p.triple.Predicate, p.triple.Object)
		default:
			inside.ofOperator(p.op)
		}
	}
	for _, condition := range filters {
		walk(condition, inside.ofExpression)
	}
	var out Set
	for _, v := range vars.Vars() {
		if int(v) >= len(inside) || b.mentions[v] > inside[v] {
			out.add(v)
		}
	}
	return out
}

// projected returns steps one after the other, and each row for some variables once where that
// is enough and the steps bind others too.
func (b *builder) projected(steps []Step, needed Set, s site) Step {
	inner := b.sequenceOf(steps)
	if !s.isSet {
		return inner
	}
	return number(b, &Distinct{Inner: inner, Vars: needed.Vars()}, inner.About().Estimate)
}

// leaveOut has rows go on once that differ only in what is not needed any more, where that is
// enough: each finds the same in a table.
func (a *joinOrderer) leaveOut() {
	if !a.site.isSet || a.isTable || len(a.steps) < 2 || a.rows < leastLeftOut || a.rows > maxBuilt {
		return
	}
	var parts []part
	var filters []algebra.Expression
	var of scope
	for _, p := range a.parts {
		if a.placed[p.item] {
			parts, of = append(parts, p), both(of, p.scope)
		}
	}
	for i := range a.deferred {
		l := &a.deferred[i]
		if !a.placed[l.item] {
			continue
		}
		if l.condition == nil || hasExists(l.condition) {
			return
		}
		filters = append(filters, l.condition)
	}
	if needed := a.needed(parts, filters, of.possible); !of.possible.Within(needed) {
		a.steps = []Step{a.projected(a.steps, needed, a.site)}
	}
}

// leastLeftOut is how many rows there are of which it is worth to leave out those that come
// again.
const leastLeftOut = 100

// beside returns the steps of a pattern that is looked at for each row of a sequence, as by
// LeftJoin, Minus and EXISTS: they look it up with the row, or build a table where that is
// expected to cost less.
func (b *builder) beside(op algebra.Operator, s site, build func(site) Step, table func() *Table) Step {
	a := &joinOrderer{builder: b, root: op, site: s, rows: 1, known: columns{}, open: new(int)}
	nested := build(s)
	if s.graph.Named && s.graph.Name.IsVar() || s.calls < leastLeftOut {
		return nested
	}
	a.gather(op, s.outer)
	if len(a.deferred) > 0 || len(a.parts) > maxOrdered {
		return nested
	}
	for i := range a.parts {
		if a.parts[i].triple == nil {
			return nested
		}
	}
	a.begin()
	o := a.newOrder()
	all := len(o.ways) - 1
	built := o.free[all]
	if built.rows > maxBuilt || built.cost+built.rows*ofKept+s.calls*ofFound > s.calls*o.ways[all].cost {
		return nested
	}
	step := table()
	step.Otherwise = nested
	return step
}
