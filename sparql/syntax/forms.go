package syntax

// selectQuery is rule SelectQuery, with the ValuesClause.
func (p *parser) selectQuery(q *Query) {
	q.Form = Select
	q.Select = p.selectClause()
	q.Dataset = p.datasetClauses()
	mark := p.scope.mark()
	q.Where = p.whereClause()
	q.Modifier = p.solutionModifier()
	q.Values = p.valuesClause()
	p.checkSelect(q.Select, &q.Modifier, mark)
}

// subSelect is rule SubSelect. Of its variables those that it returns stay in
// scope.
func (p *parser) subSelect() *SubSelect {
	s := &SubSelect{Select: p.selectClause()}
	mark := p.scope.mark()
	s.Where = p.whereClause()
	s.Modifier = p.solutionModifier()
	s.Values = p.valuesClause()
	p.checkSelect(s.Select, &s.Modifier, mark)
	p.scope.forget(mark)
	for _, item := range s.Select.Items {
		p.scope.add(item.Var)
	}
	return s
}

// selectClause is rule SelectClause.
func (p *parser) selectClause() *SelectClause {
	p.next()
	s := &SelectClause{Offset: p.tok.start, Distinct: p.accept("DISTINCT")}
	s.Reduced = !s.Distinct && p.accept("REDUCED")
	if p.accept("*") {
		s.All = true
		return s
	}
	for p.tok.kind == variable || p.tok.is("(") {
		s.Items = append(s.Items, p.selectItem())
	}
	p.noSelectItem()
	if len(s.Items) == 0 {
		p.expected(`a variable, "(" or "*" after SELECT`)
	}
	return s
}

// selectItem is a variable or an expression with its variable.
func (p *parser) selectItem() SelectItem {
	item := SelectItem{Offset: p.tok.start}
	if !p.accept("(") {
		item.Var = p.variable("a variable")
		return item
	}
	item.Expression = p.aggregated(p.expression)
	p.require("AS", "and a variable after an expression of SELECT")
	item.Offset = p.tok.start
	item.Var = p.variable("a variable after AS")
	p.require(")", "after the variable of an expression")
	return item
}

// aggregated reads an expression that may have aggregates.
func (p *parser) aggregated(read func() Expression) Expression {
	place := p.aggregates
	p.aggregates = anyAggregate
	defer func() { p.aggregates = place }()
	return read()
}

// constructQuery is rule ConstructQuery, with the ValuesClause.
func (p *parser) constructQuery(q *Query) {
	p.next()
	q.Form = Construct
	template := &block{}
	short := !p.tok.is("{")
	if !short {
		p.next()
		p.triplesBlock(template)
		p.require("}", `or "." in the template of CONSTRUCT`)
	}
	q.Dataset = p.datasetClauses()
	if short {
		p.constructWhere(q)
	} else {
		q.Template = template.triples
		q.Where = p.whereClause()
	}
	q.Modifier = p.solutionModifier()
	q.Values = p.valuesClause()
	p.checkGroupBy(&q.Modifier, 0)
}

// constructWhere is the short form of CONSTRUCT, whose pattern is its template.
func (p *parser) constructWhere(q *Query) {
	p.require("WHERE", `or a template in "{" after CONSTRUCT`)
	p.require("{", "after WHERE")
	p.labels.begin()
	b := &block{pattern: true}
	p.triplesBlock(b)
	p.require("}", "after the triples of CONSTRUCT WHERE, which has no other patterns")
	q.Template = b.triples
	q.Where = &GroupGraphPattern{}
	if len(b.triples) > 0 {
		q.Where.Elements = []Element{&TriplesBlock{b.triples}}
	}
}

// describeQuery is rule DescribeQuery, with the ValuesClause.
func (p *parser) describeQuery(q *Query) {
	p.next()
	q.Form = Describe
	q.Describe = &DescribeClause{All: p.accept("*")}
	for !q.Describe.All && p.atVarOrIRI() {
		q.Describe.Targets = append(q.Describe.Targets, p.varOrIRI("a variable or an IRI"))
	}
	if !q.Describe.All && len(q.Describe.Targets) == 0 {
		p.expected(`a variable, an IRI or "*" after DESCRIBE`)
	}
	q.Dataset = p.datasetClauses()
	if p.tok.isOneOf("WHERE", "{") {
		q.Where = p.whereClause()
	}
	q.Modifier = p.solutionModifier()
	q.Values = p.valuesClause()
	p.checkGroupBy(&q.Modifier, 0)
	if q.Describe.All {
		for _, name := range p.scope.since(0) {
			q.Describe.Targets = append(q.Describe.Targets, Node{Var: name})
		}
	}
}

// askQuery is rule AskQuery, with the ValuesClause.
func (p *parser) askQuery(q *Query) {
	p.next()
	q.Form = Ask
	q.Dataset = p.datasetClauses()
	q.Where = p.whereClause()
	q.Modifier = p.solutionModifier()
	q.Values = p.valuesClause()
	p.checkGroupBy(&q.Modifier, 0)
}

// datasetClauses are rule DatasetClause, any number of times.
func (p *parser) datasetClauses() []DatasetClause {
	var out []DatasetClause
	for p.accept("FROM") {
		named := p.accept("NAMED")
		out = append(out, DatasetClause{IRI: p.iri(), Named: named})
	}
	return out
}

// whereClause is rule WhereClause.
func (p *parser) whereClause() *GroupGraphPattern {
	if p.accept("WHERE") {
		return p.groupGraphPattern("after WHERE")
	}
	return p.groupGraphPattern("or WHERE and the pattern of the query")
}

// valuesClause is rule ValuesClause.
func (p *parser) valuesClause() *InlineData {
	if p.accept("VALUES") {
		return p.dataBlock()
	}
	return nil
}
