package plan

import (
	"math/bits"

	"vitrine/sparql/algebra"
)

// maxOrdered is how many parts are put in the best order of all; more are put in order one by
// one.
const maxOrdered = 10

// maxBuilt is how many solutions a table may be expected to have that is built for a join.
const maxBuilt = 200_000

// subset is a set of parts, by their numbers.
type subset uint32

// first returns the number of the first part.
func (s subset) first() int { return bits.TrailingZeros32(uint32(s)) }

// rest returns the rest of a subset after its first part.
func (s subset) rest() subset { return s & (s - 1) }

// order has the best order of the parts of a join, by dynamic programming over the subsets of
// the parts: the best way to a subset begins with the best way to another.
type order struct {
	*joinOrderer
	// ways are the best ways to each subset, by its number, and free those where nothing is
	// bound before.
	ways, free []way
	// outside is what is bound before, and calls how often all is evaluated.
	outside Set
	calls   float64
	vars    []joinVar
	// builds tells that tables may be built, and alone has the parts that are in none.
	builds bool
	alone  subset
}

// way is how a subset is evaluated: what is before last first, and for each of its rows last,
// which is one part that is looked up, or what a table is built of.
type way struct {
	rows, cost float64
	last       subset
	isBuilt    bool
	// bound are the variables that are bound afterwards.
	bound Set
}

// joinVar is a variable with its columns, by the numbers of the parts.
type joinVar struct {
	v       algebra.Var
	parts   subset
	columns [maxOrdered]column
}

// newOrder finds the best order of the parts for rows that bind some variables already.
func (a *joinOrderer) newOrder() *order {
	o := &order{joinOrderer: a, calls: max(a.site.calls, 1), builds: !a.site.graph.Named || !a.site.graph.Name.IsVar()}
	at := map[algebra.Var]int{}
	var mentioned Set
	for i := range a.parts {
		p := &a.parts[i]
		mentioned = mentioned.Union(p.mentioned)
		if !p.isSimple() || p.mentioned.Intersects(a.site.fixed) {
			o.alone |= 1 << i
		}
		for _, c := range p.profile.columns {
			n, known := at[c.v]
			if !known {
				n = len(o.vars)
				at[c.v] = n
				o.vars = append(o.vars, joinVar{v: c.v})
			}
			o.vars[n].parts |= 1 << i
			o.vars[n].columns[i] = c
		}
	}
	o.free = make([]way, 1<<len(a.parts))
	o.find(o.free)
	if o.ways = o.free; a.site.certain.Intersects(mentioned) {
		o.outside = a.site.certain
		o.ways = make([]way, len(o.free))
		o.find(o.ways)
	}
	return o
}

// isSimple tells whether a part may be evaluated twice in a plan: it has no operators inside.
func (p *part) isSimple() bool {
	_, isPath := p.op.(*algebra.PathPattern)
	return p.op == nil || isPath || isValues(p.op)
}

// find finds the best ways to all subsets.
func (o *order) find(ways []way) {
	ways[0] = way{rows: 1, bound: o.outside}
	for s := subset(1); int(s) < len(ways) && o.goOn(); s++ {
		ways[s] = o.best(ways, s)
	}
}

// rows returns how many solutions a subset has, in whatever order it is evaluated.
func (o *order) rows(s subset) float64 {
	rows := 1.0
	for rest := s; rest != 0; rest = rest.rest() {
		rows *= o.parts[rest.first()].profile.rows
	}
	for i := range o.vars {
		v := &o.vars[i]
		known, isKnown := column{}, o.outside.Has(v.v)
		for rest := s & v.parts; rest != 0; rest = rest.rest() {
			c := v.columns[rest.first()]
			if isKnown {
				rows /= joined(known, c)
			}
			if known.distinct == 0 || c.distinct < known.distinct {
				known = c
			}
			isKnown = true
		}
	}
	return min(rows, maxRows)
}

// best returns the best way to a subset, where those to all of its subsets are found.
func (o *order) best(ways []way, s subset) way {
	out := way{rows: o.rows(s), cost: -1}
	try := func(last subset, isBuilt bool, cost float64) {
		if out.cost < 0 || cost < out.cost {
			out.last, out.isBuilt, out.cost = last, isBuilt, cost
		}
	}
	for rest := s; rest != 0; rest = rest.rest() {
		one := rest & -rest
		before, p := &ways[s&^one], &o.parts[one.first()]
		if s == one || o.restricted(p, before.bound) {
			try(one, false, before.cost+before.rows*p.lookup(before.bound, out.rows/max(before.rows, leastRows)))
		} else { // it is the same for all rows, and kept
			try(one, false, before.cost+ways[one].cost/o.calls+ofFound*(before.rows+out.rows))
		}
	}
	for build := (s - 1) & s; o.builds && build != 0; build = (build - 1) & s {
		if before := &ways[s&^build]; o.canBuild(build, before.bound) {
			table := &o.free[build]
			try(build, true, before.cost+(table.cost+table.rows*ofKept)/o.calls+ofFound*(before.rows+out.rows))
		}
	}
	out.bound = ways[s&^out.last].bound
	for rest := out.last; rest != 0; rest = rest.rest() {
		out.bound = out.bound.Union(o.parts[rest.first()].certain)
	}
	return out
}

// canBuild tells whether a table may be built of a subset, to be found in by what is bound.
func (o *order) canBuild(build subset, bound Set) bool {
	if build&o.alone != 0 || o.free[build].rows > maxBuilt {
		return false
	}
	for ; build != 0; build = build.rest() {
		if o.parts[build.first()].certain.Intersects(bound) {
			return true
		}
	}
	return false
}
