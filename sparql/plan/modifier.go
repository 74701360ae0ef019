package plan

import "vitrine/sparql/algebra"

// modifiers are what the solution modifiers around an operator ask of it.
type modifiers struct {
	// ordered tells that the order of the rows matters.
	ordered bool
	// limit is how many of the first rows are needed.
	limit uint64
	// keep are the variables that are needed, where projected tells that some are
	// not.
	keep      []algebra.Var
	projected bool
}

// modified returns the steps of solution modifiers and of what they are around.
func (b *builder) modified(op algebra.Operator, s site, m modifiers) Step {
	return b.hiding(op, s, func(s site) Step { return b.modifiedVisible(op, s, m) })
}

func (b *builder) modifiedVisible(op algebra.Operator, s site, m modifiers) Step {
	switch op := op.(type) {
	case *algebra.Slice:
		m.ordered, m.limit = true, most(op.Offset, op.Limit)
		s.isSet = false
		inner := b.modified(op.Inner, s, m)
		estimate := min(inner.About().Estimate, float64(op.Limit))
		return number(b, &Slice{Inner: inner, Offset: op.Offset, Limit: op.Limit}, estimate)
	case *algebra.Distinct:
		m.limit = algebra.NoLimit
		s.isSet = !b.counts
		inner := b.modified(op.Inner, s, m)
		vars := b.scopes.of(op.Inner).possible.Vars()
		return number(b, &Distinct{Inner: inner, Vars: vars}, inner.About().Estimate)
	case *algebra.Reduced:
		return b.modified(op.Inner, s, m)
	case *algebra.Project:
		m.keep, m.projected = op.Vars, true
		return b.modified(op.Inner, s, m)
	case *algebra.OrderBy:
		if !m.ordered {
			return b.build(op.Inner, s)
		}
		return b.sort(op, s, m)
	default:
		return b.visible(op, s)
	}
}

// most is how many rows are needed for a slice.
func most(offset, limit uint64) uint64 {
	if limit > algebra.NoLimit-offset {
		return algebra.NoLimit
	}
	return offset + limit
}

func (b *builder) sort(op *algebra.OrderBy, s site, m modifiers) Step {
	inner := b.build(op.Inner, s)
	seen := b.scopes.of(op.Inner)
	for _, c := range op.Conditions {
		b.expression(c.Expression, seen, s, inner.About().Estimate)
	}
	keep := seen.possible
	if m.projected {
		keep = keep.Intersect(SetOf(m.keep...))
	}
	estimate := min(inner.About().Estimate, float64(m.limit))
	return number(b, &Sort{Inner: inner, Conditions: op.Conditions, Keep: keep.Vars(), Limit: m.limit}, estimate)
}
