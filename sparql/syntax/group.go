package syntax

import (
	"fmt"

	"github.com/knakk/rdf"
)

// groupGraphPattern is rule GroupGraphPattern.
func (p *parser) groupGraphPattern(where string) *GroupGraphPattern {
	g := &GroupGraphPattern{}
	if !p.tok.is("{") {
		p.expected(`"{" ` + where)
		return g
	}
	p.enter()
	// A group has labels of its own, and no aggregates of the text around it.
	pattern, aggregates := p.labels.current, p.aggregates
	p.labels.begin()
	p.aggregates = noAggregate
	p.next()
	if p.tok.is("SELECT") {
		g.SubSelect = p.subSelect()
	} else {
		p.groupGraphPatternSub(g)
	}
	if p.err == nil && !p.tok.is("}") {
		p.expected(p.inGroup(g))
	}
	p.next()
	p.labels.current, p.aggregates = pattern, aggregates
	p.leave()
	return g
}

// inGroup says what could stand in a group.
func (p *parser) inGroup(g *GroupGraphPattern) string {
	if g.SubSelect != nil {
		return `"}" after a sub-select`
	}
	if n := len(g.Elements); n > 0 && p.atTriples() {
		if _, ok := g.Elements[n-1].(*TriplesBlock); ok {
			return `"." between two triples`
		}
	}
	return `a triple, FILTER, OPTIONAL, MINUS, GRAPH, BIND, VALUES, SERVICE, "{" or "}"`
}

// groupGraphPatternSub is rule GroupGraphPatternSub.
func (p *parser) groupGraphPatternSub(g *GroupGraphPattern) {
	mark := p.scope.mark()
	for p.err == nil {
		if p.atTriples() {
			b := &block{pattern: true, paths: true}
			p.triplesBlock(b)
			g.Elements = append(g.Elements, &TriplesBlock{b.triples})
		}
		element := p.graphPatternNotTriples(mark)
		if element == nil {
			return
		}
		g.Elements = append(g.Elements, element)
		// A filter is about the whole group, and ends no basic graph pattern
		// (section 5.2.2).
		if _, ok := element.(*Filter); !ok {
			p.labels.begin()
		}
		p.accept(".")
	}
}

// graphPatternNotTriples is rule GraphPatternNotTriples. It is nil where none
// begins here. The variables of the group are in scope from the mark on.
func (p *parser) graphPatternNotTriples(mark int) Element {
	switch {
	case p.tok.is("{"):
		return p.groupOrUnion()
	case p.accept("OPTIONAL"):
		return &OptionalGraphPattern{p.groupGraphPattern("after OPTIONAL")}
	case p.accept("MINUS"):
		within := p.scope.mark()
		pattern := p.groupGraphPattern("after MINUS")
		p.scope.forget(within)
		return &MinusGraphPattern{pattern}
	case p.accept("GRAPH"):
		name := p.graphName("a variable or an IRI after GRAPH")
		return &GraphGraphPattern{name, p.groupGraphPattern("after the name of a graph")}
	case p.tok.is("SERVICE"):
		return p.service()
	case p.accept("FILTER"):
		return &Filter{p.constraint(`a condition after FILTER: "(", a function or EXISTS`)}
	case p.accept("BIND"):
		return p.bind(mark)
	case p.accept("VALUES"):
		return p.dataBlock()
	}
	return nil
}

// groupOrUnion is rule GroupOrUnionGraphPattern.
func (p *parser) groupOrUnion() Element {
	u := &GroupOrUnionGraphPattern{}
	for {
		u.Groups = append(u.Groups, p.groupGraphPattern("after UNION"))
		if !p.accept("UNION") {
			return u
		}
	}
}

// graphName is the name of a graph or a service. A variable comes into scope.
func (p *parser) graphName(expected string) Node {
	name := p.varOrIRI(expected)
	if name.Var != "" {
		p.scope.add(name.Var)
	}
	return name
}

// service is rule ServiceGraphPattern.
func (p *parser) service() Element {
	s := &ServiceGraphPattern{Offset: p.tok.start}
	p.next()
	s.Silent = p.accept("SILENT")
	s.Name = p.graphName("a variable or an IRI after SERVICE")
	s.Pattern = p.groupGraphPattern("after the name of a service")
	return s
}

// bind is what follows BIND.
func (p *parser) bind(mark int) Element {
	p.require("(", "after BIND")
	b := &Bind{Expression: p.expression()}
	p.require("AS", "and a variable in BIND")
	at := p.tok.start
	b.Var = p.variable("a variable after AS")
	if p.scope.has(b.Var, mark) {
		p.breaks(at, "BIND cannot bind ?%s, which the group uses before: choose another variable", b.Var)
	}
	p.scope.add(b.Var)
	p.require(")", "after the variable in BIND")
	return b
}

// dataBlock is rule DataBlock, after VALUES. Its variables come into scope.
func (p *parser) dataBlock() *InlineData {
	d := &InlineData{}
	if p.tok.kind == variable {
		p.dataVariable(d, p.scope.mark())
		p.require("{", "after the variable of VALUES")
		for p.err == nil && !p.accept("}") {
			d.Rows = append(d.Rows, []rdf.Term{p.dataBlockValue(`"}"`)})
		}
		return d
	}
	p.require("(", "or a variable after VALUES")
	mark := p.scope.mark()
	for p.err == nil && !p.accept(")") {
		p.dataVariable(d, mark)
	}
	p.require("{", "after the variables of VALUES")
	for p.err == nil && !p.accept("}") {
		p.dataRow(d)
	}
	return d
}

// dataVariable is a variable of a data block, whose variables are in scope from
// the mark on.
func (p *parser) dataVariable(d *InlineData, mark int) {
	at := p.tok.start
	name := p.variable(`a variable or ")"`)
	if p.scope.has(name, mark) {
		p.breaks(at, "?%s stands twice in VALUES", name)
	}
	d.Vars = append(d.Vars, name)
	p.scope.add(name)
}

// dataRow is one solution of a data block.
func (p *parser) dataRow(d *InlineData) {
	at := p.tok.start
	p.require("(", `or "}" in VALUES`)
	row := make([]rdf.Term, 0, len(d.Vars))
	for p.err == nil && !p.accept(")") {
		row = append(row, p.dataBlockValue(`")"`))
	}
	if len(row) != len(d.Vars) && p.err == nil {
		p.breaks(at, "this row of VALUES has %s, and there are %s", counted(len(row), "value"), counted(len(d.Vars), "variable"))
	}
	d.Rows = append(d.Rows, row)
}

// counted is a number of things.
func counted(n int, thing string) string {
	if n == 1 {
		return "one " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// dataBlockValue is rule DataBlockValue. It is nil for UNDEF.
func (p *parser) dataBlockValue(end string) rdf.Term {
	switch {
	case p.accept("UNDEF"):
		return nil
	case p.atIRI():
		return p.iri()
	case p.atLiteral():
		return p.literal()
	}
	p.expected("an IRI, a literal, UNDEF or " + end)
	return nil
}
