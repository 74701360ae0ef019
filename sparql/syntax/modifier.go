package syntax

import (
	"math"
	"strconv"
	"strings"
)

// solutionModifier is rule SolutionModifier.
func (p *parser) solutionModifier() SolutionModifier {
	var m SolutionModifier
	if p.accept("GROUP") {
		p.groupClause(&m)
	}
	if p.accept("HAVING") {
		p.havingClause(&m)
	}
	if p.accept("ORDER") {
		p.orderClause(&m)
	}
	for p.tok.isOneOf("LIMIT", "OFFSET") {
		p.limitOrOffset(&m)
	}
	return m
}

// groupClause is what follows GROUP.
func (p *parser) groupClause(m *SolutionModifier) {
	p.require("BY", "after GROUP")
	for p.atCondition() {
		m.GroupBy = append(m.GroupBy, p.groupCondition())
	}
	if len(m.GroupBy) == 0 {
		p.expected(`a variable, a function or "(" after GROUP BY`)
	}
}

// atCondition tells whether a variable or a Constraint can begin here.
func (p *parser) atCondition() bool {
	return p.tok.kind == variable || p.tok.is("(") || p.atFunction() || p.atIRI()
}

// groupCondition is rule GroupCondition.
func (p *parser) groupCondition() GroupCondition {
	if p.tok.kind == variable {
		return GroupCondition{Expression: p.primary()}
	}
	if !p.tok.is("(") {
		return GroupCondition{Expression: p.constraint("")}
	}
	p.enter()
	defer p.leave()
	p.next()
	c := GroupCondition{Expression: p.expression()}
	if p.accept("AS") {
		c.Offset = p.tok.start
		c.Var = p.variable("a variable after AS")
	}
	p.require(")", "after a condition of GROUP BY")
	return c
}

// havingClause is what follows HAVING.
func (p *parser) havingClause(m *SolutionModifier) {
	const expected = `a condition after HAVING: "(" or a function`
	for len(m.Having) == 0 || p.tok.is("(") || p.atFunction() || p.atIRI() {
		m.Having = append(m.Having, p.aggregated(func() Expression { return p.constraint(expected) }))
	}
}

// orderClause is what follows ORDER.
func (p *parser) orderClause(m *SolutionModifier) {
	p.require("BY", "after ORDER")
	for p.atCondition() || p.tok.isOneOf("ASC", "DESC") {
		m.OrderBy = append(m.OrderBy, p.orderCondition())
	}
	if len(m.OrderBy) == 0 {
		p.expected(`a variable, ASC, DESC, a function or "(" after ORDER BY`)
	}
}

// orderCondition is rule OrderCondition.
func (p *parser) orderCondition() OrderCondition {
	c := OrderCondition{Descending: p.tok.is("DESC")}
	switch {
	case p.accept("ASC"), p.accept("DESC"):
		c.Expression = p.aggregated(func() Expression { return p.bracketted(`"(" after ASC or DESC`) })
	case p.tok.kind == variable:
		c.Expression = p.primary()
	default:
		c.Expression = p.aggregated(func() Expression { return p.constraint("a condition of ORDER BY") })
	}
	return c
}

// limitOrOffset is rule LimitClause or OffsetClause.
func (p *parser) limitOrOffset(m *SolutionModifier) {
	keyword := p.tok
	p.next()
	field := &m.Limit
	if keyword.value == "OFFSET" {
		field = &m.Offset
	}
	if *field != nil {
		p.breaks(keyword.start, "%s stands twice", keyword.value)
	}
	if p.tok.kind != number || strings.Trim(p.tok.value, "0123456789") != "" {
		p.expected("a number, of digits alone, after " + keyword.value)
		return
	}
	n, err := strconv.ParseUint(p.tok.value, 10, 64)
	if err != nil {
		n = math.MaxUint64
	}
	*field = &n
	p.next()
}
