// Package plan decides how a query is evaluated: it makes of the operators of the
// algebra a tree of steps, each of which takes a row and gives rows.
//
// The solutions are those of SPARQL 1.1 Query section 18.5 and 18.6
// (https://www.w3.org/TR/sparql11-query/#sparqlAlgebraEval), which evaluate every
// operator on its own, bottom up, and then join. A plan goes from left to right
// instead: what one step binds, the next one looks up. That gives the same solutions
// where no part of an operator sees a binding that it has not made itself. Where one
// would, the plan hides the binding (Isolate) or evaluates the operator on its own
// once (Table).
//
// The parts of a join are ordered by how many solutions are expected of them, from the
// statistics of the dataset: up to ten by dynamic programming over all orders (Selinger et al.,
// "Access path selection", SIGMOD 1979), more one by one. A part that shares a variable with
// what is bound is looked up for each row, or, where that is expected to cost less, kept in a
// Table that is built of it and of parts around it (a hash join). So are the right sides of
// OPTIONAL and MINUS, and the patterns of EXISTS.
//
// The package evaluates nothing. It asks a dataset for numbers only.
package plan

import (
	"context"
	"slices"

	"vitrine/sparql/algebra"
	"vitrine/sparql/dataset"
)

// Plan is how a query is evaluated over one dataset. It is read-only.
type Plan struct {
	Query *algebra.Query
	Root  Step
	// Exists has the steps of each pattern of EXISTS. They are evaluated with the row
	// of the solution that the expression is looked at in.
	Exists map[*algebra.Exists]Step
	// TriplesOnce tells that no two solutions of a CONSTRUCT query give the same triple.
	TriplesOnce bool
	// Copied is the one pattern of a CONSTRUCT query whose triples are the graph as they
	// match, nil where there are solutions to fill the template with.
	Copied *Scan
	// Slots is the length of a row: the variables of the query, and those that the
	// plan made.
	Slots int
	// Steps is how many steps there are, those of Exists included.
	Steps int
}

// Of plans a query. The error is one of the dataset or the context.
func Of(ctx context.Context, q *algebra.Query, d dataset.Dataset) (*Plan, error) {
	p := &Plan{Query: q, Exists: map[*algebra.Exists]Step{}, Slots: len(q.Vars), TriplesOnce: triplesOnce(q)}
	b := &builder{ctx: ctx, data: d, plan: p, scopes: scopes{}, mentions: mentionsIn(q), counts: IsVolatile(q) || MakesBlanks(q), triples: map[*algebra.Triple]profile{}, profiles: map[algebra.Operator]profile{}}
	p.Root = b.modified(q.Operator, site{calls: 1}, modifiers{ordered: true, limit: algebra.NoLimit})
	return p, b.err
}

// builder makes one plan.
type builder struct {
	ctx    context.Context
	data   dataset.Dataset
	plan   *Plan
	scopes scopes
	// counts tells that it matters how often solutions come, wherever they do: a function has
	// another value for each.
	counts bool
	// mentions are those of the query.
	mentions mentions
	// triples and profiles are the profiles of the patterns and operators that were asked for.
	triples  map[*algebra.Triple]profile
	profiles map[algebra.Operator]profile
	// err is the first error of the dataset.
	err error
}

// site is where an operator stands: what is known of the row that its steps get.
type site struct {
	graph Graph
	// graphBound tells that the name of the active graph, if it is a variable, is
	// bound.
	graphBound bool
	// outer are the variables that the row may bind, and certain those that it binds.
	outer, certain Set
	// fixed are the variables whose bindings, where there are any, stand for
	// themselves in the whole pattern of EXISTS: they are as constants.
	fixed Set
	// again tells that the steps are evaluated for more than one row, and calls is for about
	// how many.
	again bool
	calls float64
	// isSet tells that it does not matter how often a solution comes.
	isSet bool
}

// unbound tells whether the active graph is yet to be found.
func (s site) unbound() bool { return s.graph.Named && s.graph.Name.IsVar() && !s.graphBound }

// after returns the site after steps that give the variables of a scope.
func (s site) after(made scope) site {
	s.outer = s.outer.Union(made.possible)
	s.certain = s.certain.Union(made.certain)
	s.again = true
	return s
}

// goOn tells whether planning goes on: neither the dataset failed nor the context ended.
func (b *builder) goOn() bool {
	if b.err == nil {
		b.err = b.ctx.Err()
	}
	return b.err == nil
}

// number gives a step its number and estimate.
func number[S Step](b *builder, step S, estimate float64) S {
	*step.About() = Node{Number: b.plan.Steps, Estimate: estimate}
	b.plan.Steps++
	return step
}

// build returns the steps of an operator.
func (b *builder) build(op algebra.Operator, s site) Step {
	return b.hiding(op, s, func(s site) Step { return b.visible(op, s) })
}

// hiding returns steps that do not see the bindings which the operator must not see.
// In EXISTS a fixed one is as a constant, which it may see: that is told apart for
// each row.
func (b *builder) hiding(op algebra.Operator, s site, build func(site) Step) Step {
	hidden := b.scopes.of(op).conflicts.Intersect(s.outer)
	if hidden.Empty() {
		return build(s)
	}
	s.outer, s.certain = s.outer.Minus(hidden), s.certain.Minus(hidden)
	inner := build(s)
	return number(b, &Isolate{Inner: inner, Hidden: hidden.Vars()}, inner.About().Estimate)
}

// visible returns the steps of an operator that may see all of the row.
func (b *builder) visible(op algebra.Operator, s site) Step {
	switch op := op.(type) {
	case *algebra.Values:
		return number(b, &Values{Vars: op.Vars, Rows: op.Rows}, float64(len(op.Rows)))
	case *algebra.PathPattern:
		return b.path(op, s)
	case *algebra.Union:
		return b.union(op, s)
	case *algebra.Graph:
		return b.graph(op, s)
	case *algebra.Group:
		return b.group(op, s)
	case *algebra.OrderBy, *algebra.Project, *algebra.Distinct, *algebra.Reduced, *algebra.Slice:
		return b.modified(op, s, modifiers{limit: algebra.NoLimit})
	default:
		return b.sequence(op, s)
	}
}

// union returns the steps of all branches of nested unions.
func (b *builder) union(op *algebra.Union, s site) Step {
	var branches []Step
	total := 0.0
	add := func(side algebra.Operator) {
		step := b.build(side, s)
		total += max(step.About().Estimate, 0)
		if nested, ok := step.(*Union); ok {
			branches = append(branches, nested.Branches...)
			return
		}
		branches = append(branches, step)
	}
	add(op.Left)
	add(op.Right)
	return number(b, &Union{Branches: branches}, total)
}

// group returns the step of a Group.
func (b *builder) group(op *algebra.Group, s site) Step {
	aggregates := b.plain(op, s.graph)
	s.isSet = isOfSet(aggregates) && !b.counts
	inner := b.build(op.Inner, s)
	if vars, ok := distinctFirst(op, aggregates); ok {
		inner = number(b, &Distinct{Inner: inner, Vars: vars}, inner.About().Estimate)
		for i := range aggregates {
			aggregates[i].Distinct = false
		}
	}
	estimate := 1.0
	if len(op.Keys) > 0 {
		estimate = b.profile(op, s.graph).rows
	}
	for _, key := range op.Keys {
		b.expression(key.Expression, b.scopes.of(op.Inner), s, inner.About().Estimate)
	}
	for _, a := range op.Aggregates {
		b.expression(a.Argument, b.scopes.of(op.Inner), s, inner.About().Estimate)
	}
	return number(b, &Group{Inner: inner, Keys: op.Keys, Aggregates: aggregates, Vars: b.scopes.of(op.Inner).possible.Vars()}, estimate)
}

// isOfSet tells whether aggregates are the same however often a solution comes.
func isOfSet(aggregates []algebra.Aggregate) bool {
	return !slices.ContainsFunc(aggregates, func(a algebra.Aggregate) bool { return !a.Distinct && a.Function != "MIN" && a.Function != "MAX" })
}

// expression plans the patterns of EXISTS in an expression over so many solutions of a scope.
func (b *builder) expression(e algebra.Expression, seen scope, s site, rows float64) {
	walk(e, func(e algebra.Expression) {
		exists, ok := e.(*algebra.Exists)
		if !ok {
			return
		}
		inner := site{graph: s.graph, graphBound: s.graphBound, again: true, isSet: !b.counts, calls: min(s.calls*rows, maxRows)}
		inner.certain = s.certain.Union(seen.certain)
		inner.fixed = s.fixed.Union(s.outer).Union(seen.possible)
		b.plan.Exists[exists] = b.exists(exists.Operator, inner)
	})
}

// exists returns the steps of a pattern of EXISTS: those that look it up with each row, or a
// table of the values that have a solution, where the row binds all that they share.
func (b *builder) exists(op algebra.Operator, s site) Step {
	of := b.scopes.of(op)
	shared := of.mentioned.Intersect(s.fixed)
	if shared.Empty() || !shared.Within(s.certain) || !shared.Within(of.certain) {
		return b.build(op, s)
	}
	build := func(s site) Step { return b.build(op, s) }
	return b.beside(op, s, build, func() *Table {
		inner := b.build(op, site{graph: s.graph, graphBound: s.graphBound, calls: 1, isSet: s.isSet})
		inner = number(b, &Distinct{Inner: inner, Vars: shared.Vars()}, inner.About().Estimate)
		return number(b, &Table{Inner: inner, Vars: shared.Vars(), Keys: shared.Vars(), Graph: s.graph, Free: true}, filtered)
	})
}
