package algebra

import (
	"slices"

	"vitrine/sparql/syntax"
)

// selection translates a query or a sub-select: its pattern, grouping and
// solution modifiers (sections 18.2.4 and 18.2.5). The clause is nil for other
// forms than SELECT.
func (t *translator) selection(clause *syntax.SelectClause, where *syntax.GroupGraphPattern, m *syntax.SolutionModifier, values *syntax.InlineData) Operator {
	op := t.group(where)
	t.level.group = t.grouping(clause, m)
	var assignments []Extend
	if clause != nil {
		assignments = t.assignments(clause)
	}
	having := t.conjunction(m.Having)
	order := t.order(m)
	if t.level.group != nil {
		op = &Group{Inner: op, Keys: t.level.group.keys, Aggregates: t.level.group.aggregates}
	}
	if having != nil {
		op = &Filter{Condition: having, Inner: op}
	}
	if values != nil {
		op = join(op, t.values(values))
	}
	for _, a := range assignments {
		op = &Extend{Inner: op, Var: a.Var, Expression: a.Expression}
	}
	if len(order) > 0 {
		op = &OrderBy{Inner: op, Conditions: order}
	}
	return t.modified(op, clause, m)
}

// modified puts the modifiers that follow the order around an operator.
func (t *translator) modified(op Operator, clause *syntax.SelectClause, m *syntax.SolutionModifier) Operator {
	if clause != nil {
		op = &Project{Inner: op, Vars: t.projection(clause)}
		switch {
		case clause.Distinct:
			op = &Distinct{Inner: op}
		case clause.Reduced:
			op = &Reduced{Inner: op}
		}
	}
	if m.Limit == nil && m.Offset == nil {
		return op
	}
	slice := &Slice{Inner: op, Limit: NoLimit}
	if m.Limit != nil {
		slice.Limit = *m.Limit
	}
	if m.Offset != nil {
		slice.Offset = *m.Offset
	}
	return slice
}

// subSelect translates a sub-select. Of its variables those that it returns are
// variables of the level around it as well.
func (t *translator) subSelect(s *syntax.SubSelect) Operator {
	inner := level{vars: map[string]Var{}}
	for _, item := range s.Select.Items {
		inner.vars[item.Var] = t.named(item.Var)
	}
	outer := t.level // knows these variables now
	t.level = inner
	defer func() { t.level = outer }()
	return t.selection(s.Select, s.Where, &s.Modifier, s.Values)
}

// projection are the variables that a clause returns, each once.
func (t *translator) projection(clause *syntax.SelectClause) []Var {
	out := []Var{}
	seen := map[Var]bool{}
	for _, item := range clause.Items {
		if v := t.named(item.Var); !seen[v] {
			seen[v] = true
			out = append(out, v)
		}
	}
	return out
}

// assignments are the expressions of a SELECT clause.
func (t *translator) assignments(clause *syntax.SelectClause) []Extend {
	var out []Extend
	for _, item := range clause.Items {
		if item.Expression == nil {
			continue
		}
		out = append(out, Extend{Var: t.named(item.Var), Expression: t.expression(item.Expression)})
		if t.level.group != nil {
			t.level.group.known[t.named(item.Var)] = true
		}
	}
	return out
}

// order translates ORDER BY.
func (t *translator) order(m *syntax.SolutionModifier) []OrderCondition {
	var out []OrderCondition
	for _, c := range m.OrderBy {
		out = append(out, OrderCondition{Expression: t.expression(c.Expression), Descending: c.Descending})
	}
	return out
}

// conjunction joins conditions by &&; it is nil where there are none.
func (t *translator) conjunction(conditions []syntax.Expression) Expression {
	var out Expression
	for _, c := range conditions {
		out = and(out, t.expression(c))
	}
	return out
}

// and joins two conditions, of which the first may be nil.
func and(a, b Expression) Expression {
	if a == nil {
		return b
	}
	return &And{Left: a, Right: b}
}

// grouping is what gathers the aggregates of a level.
type grouping struct {
	keys       []Key
	aggregates []Aggregate
	// known are the variables that a group has one value of: keys, and what is
	// assigned after grouping.
	known map[Var]bool
	// samples are those that stand for a value of any other variable.
	samples map[Var]Var
}

// grouping translates GROUP BY. It is nil where the level is not grouped: it has
// neither GROUP BY nor aggregates (section 18.2.4.1).
func (t *translator) grouping(clause *syntax.SelectClause, m *syntax.SolutionModifier) *grouping {
	if !isGrouped(clause, m) {
		return nil
	}
	g := &grouping{known: map[Var]bool{}, samples: map[Var]Var{}}
	for _, c := range m.GroupBy {
		key := Key{Expression: t.expression(c.Expression)}
		single, isVariable := key.Expression.(*Variable)
		switch {
		case c.Var != "":
			key.Var = t.named(c.Var)
		case isVariable:
			key.Var = single.Var
		default:
			key.Var = t.hidden()
		}
		if !g.known[key.Var] {
			g.known[key.Var] = true
			g.keys = append(g.keys, key)
		}
	}
	return g
}

// isGrouped tells whether a level is grouped.
func isGrouped(clause *syntax.SelectClause, m *syntax.SolutionModifier) bool {
	expressions := slices.Clone(m.Having)
	for _, c := range m.OrderBy {
		expressions = append(expressions, c.Expression)
	}
	if clause != nil {
		for _, item := range clause.Items {
			if item.Expression != nil {
				expressions = append(expressions, item.Expression)
			}
		}
	}
	return len(m.GroupBy) > 0 || slices.ContainsFunc(expressions, hasAggregate)
}

// hasAggregate tells whether there is an aggregate in the expression.
func hasAggregate(e syntax.Expression) bool {
	found := false
	syntax.Walk(e, func(e syntax.Expression) bool {
		_, aggregate := e.(*syntax.Aggregate)
		found = found || aggregate
		return !found
	})
	return found
}

// aggregate translates an aggregate to the variable that has its value.
func (t *translator) aggregate(a *syntax.Aggregate) Expression {
	group := t.level.group
	out := Aggregate{Function: a.Name, Distinct: a.Distinct}
	if a.Name == "GROUP_CONCAT" {
		out.Separator = " "
		if a.Separator != nil {
			out.Separator = *a.Separator
		}
	}
	if a.Argument != nil {
		// The argument is evaluated before the solutions are grouped.
		t.level.group = nil
		out.Argument = t.expression(a.Argument)
		t.level.group = group
	}
	out.Var = t.hidden()
	group.aggregates = append(group.aggregates, out)
	return &Variable{Var: out.Var}
}

// single returns the variable that has the value of a variable in an expression.
// Where a group may have several values, it is that of Sample (section 18.2.4.1).
func (t *translator) single(v Var) Var {
	group := t.level.group
	if group == nil || group.known[v] {
		return v
	}
	sample, ok := group.samples[v]
	if !ok {
		sample = t.hidden()
		group.samples[v] = sample
		group.aggregates = append(group.aggregates, Aggregate{Var: sample, Function: "SAMPLE", Argument: &Variable{Var: v}})
	}
	return sample
}
