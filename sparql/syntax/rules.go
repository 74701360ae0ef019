package syntax

// checkSelect checks what a SELECT clause returns, and fills in SELECT *. The
// variables of its pattern are in scope from the mark on (section 18.2.4.4).
func (p *parser) checkSelect(s *SelectClause, m *SolutionModifier, mark int) {
	p.checkGroupBy(m, mark)
	grouped := isGrouped(s, m)
	if s.All {
		if grouped {
			p.breaks(s.Offset, "SELECT * cannot stand with GROUP BY or aggregates: name the variables")
		}
		for _, name := range p.scope.since(mark) {
			s.Items = append(s.Items, SelectItem{Var: name})
		}
		return
	}
	returned := map[string]bool{}
	for _, item := range s.Items {
		if item.Expression != nil && (returned[item.Var] || p.scope.has(item.Var, mark)) {
			p.breaks(item.Offset, "?%s cannot be the name of an expression, since the query has it already: choose another variable", item.Var)
		}
		returned[item.Var] = true
	}
	if grouped {
		p.checkGrouped(s, m)
	}
}

// isGrouped tells whether solutions are grouped (section 18.2.4.1).
func isGrouped(s *SelectClause, m *SolutionModifier) bool {
	grouped := len(m.GroupBy) > 0
	look := func(e Expression) {
		if e != nil && !grouped {
			Walk(e, func(e Expression) bool {
				_, aggregate := e.(*Aggregate)
				grouped = grouped || aggregate
				return !grouped
			})
		}
	}
	for _, item := range s.Items {
		look(item.Expression)
	}
	for _, e := range m.Having {
		look(e)
	}
	for _, c := range m.OrderBy {
		look(c.Expression)
	}
	return grouped
}

// checkGroupBy checks the variables that GROUP BY binds.
func (p *parser) checkGroupBy(m *SolutionModifier, mark int) {
	bound := map[string]bool{}
	for _, c := range m.GroupBy {
		if c.Var != "" && (bound[c.Var] || p.scope.has(c.Var, mark)) {
			p.breaks(c.Offset, "GROUP BY cannot bind ?%s, which the query has already: choose another variable", c.Var)
		}
		bound[c.Var] = true
	}
}

// checkGrouped checks that a grouped query returns only what each group has one
// of (section 11.4): keys, and expressions of keys and aggregates.
func (p *parser) checkGrouped(s *SelectClause, m *SolutionModifier) {
	known := map[string]bool{}
	for _, c := range m.GroupBy {
		if single, ok := c.Expression.(*Primary); ok && single.Node.Var != "" {
			known[single.Node.Var] = true
		}
		known[c.Var] = true
	}
	for _, item := range s.Items {
		if item.Expression == nil {
			p.checkKnown(known, item.Var, item.Offset)
		} else {
			Walk(item.Expression, func(e Expression) bool {
				if single, ok := e.(*Primary); ok && single.Node.Var != "" {
					p.checkKnown(known, single.Node.Var, single.Offset)
				}
				_, aggregate := e.(*Aggregate)
				return !aggregate
			})
		}
		known[item.Var] = true
	}
}

// checkKnown checks that a group has one value of a variable.
func (p *parser) checkKnown(known map[string]bool, name string, offset int) {
	if !known[name] {
		p.breaks(offset, "?%s has several values in a group: put it in GROUP BY, or in an aggregate such as SAMPLE(?%s)", name, name)
	}
}
