package algebra

import (
	"slices"

	"vitrine/sparql/syntax"
)

// group translates a group graph pattern (section 18.2.2.6).
func (t *translator) group(g *syntax.GroupGraphPattern) Operator {
	op, condition := t.groupParts(g)
	if condition != nil {
		return &Filter{Condition: condition, Inner: op}
	}
	return op
}

// groupParts translates a group, with the condition of its own filters apart, nil
// where it has none: what OPTIONAL asks for, and no filter of a group inside.
func (t *translator) groupParts(g *syntax.GroupGraphPattern) (op Operator, condition Expression) {
	if g.SubSelect != nil {
		return t.subSelect(g.SubSelect), nil
	}
	var triples []syntax.Triple
	for _, e := range g.Elements {
		switch e := e.(type) {
		case *syntax.Filter:
			condition = and(condition, t.expression(e.Constraint))
			continue
		case *syntax.TriplesBlock:
			if len(triples) == 0 {
				triples = slices.Clip(e.Triples) // there is often one block
				continue
			}
			triples = append(triples, e.Triples...)
			continue
		}
		op = t.element(t.joinTriples(op, triples), e)
		triples = nil
	}
	return t.joinTriples(op, triples), condition
}

// element adds an element that is neither triples nor a filter to the operator of
// the elements before it.
func (t *translator) element(op Operator, e syntax.Element) Operator {
	switch e := e.(type) {
	case *syntax.OptionalGraphPattern:
		right, condition := t.groupParts(e.Pattern)
		return &LeftJoin{Left: op, Right: right, Condition: condition}
	case *syntax.MinusGraphPattern:
		return &Minus{Left: op, Right: t.group(e.Pattern)}
	case *syntax.Bind:
		return &Extend{Inner: op, Var: t.named(e.Var), Expression: t.expression(e.Expression)}
	case *syntax.GroupOrUnionGraphPattern:
		union := t.group(e.Groups[0])
		for _, g := range e.Groups[1:] {
			union = &Union{Left: union, Right: t.group(g)}
		}
		return join(op, union)
	case *syntax.GraphGraphPattern:
		return join(op, &Graph{Name: t.node(e.Name), Inner: t.group(e.Pattern)})
	case *syntax.InlineData:
		return join(op, t.values(e))
	case *syntax.ServiceGraphPattern:
		t.unsupported(e.Offset, "SERVICE is not supported: a query is answered from the records of this collection alone, and sends no request elsewhere")
	}
	return op
}

// join is a Join, or one of the operands where the other is the empty basic graph
// pattern (section 18.2.2.8). Left may be nil, for that pattern.
func join(left, right Operator) Operator {
	switch {
	case left == nil, isEmpty(left):
		return right
	case isEmpty(right):
		return left
	default:
		return &Join{Left: left, Right: right}
	}
}

// isEmpty tells whether an operator is the empty basic graph pattern.
func isEmpty(op Operator) bool {
	bgp, ok := op.(*BGP)
	return ok && len(bgp.Triples) == 0
}

// values translates inline data (section 18.2.2.6).
func (t *translator) values(d *syntax.InlineData) *Values {
	v := &Values{Rows: d.Rows}
	for _, name := range d.Vars {
		v.Vars = append(v.Vars, t.named(name))
	}
	return v
}

// joinTriples joins triples to an operator: adjacent ones as one basic graph
// pattern (section 18.2.2.5), with paths between them. The operator is nil before any.
func (t *translator) joinTriples(op Operator, triples []syntax.Triple) Operator {
	if op != nil && len(triples) == 0 {
		return op
	}
	if !slices.ContainsFunc(triples, hasPath) {
		return join(op, t.basic(triples))
	}
	var patterns []Operator
	for _, triple := range triples {
		subject := t.node(triple.Subject)
		if triple.Path != nil {
			patterns = t.pathPattern(patterns, subject, triple.Path, t.node(triple.Object))
			continue
		}
		predicate := t.node(triple.Predicate)
		patterns = addTriple(patterns, Triple{subject, predicate, t.node(triple.Object)})
	}
	for _, pattern := range patterns {
		op = join(op, pattern)
	}
	return op
}

func hasPath(t syntax.Triple) bool { return t.Path != nil }

// basic returns the basic graph pattern of triples without paths.
func (t *translator) basic(triples []syntax.Triple) *BGP {
	bgp := &BGP{Triples: make([]Triple, len(triples))}
	for i, triple := range triples {
		// One after the other, as this is the order of the variables.
		bgp.Triples[i].Subject = t.node(triple.Subject)
		bgp.Triples[i].Predicate = t.node(triple.Predicate)
		bgp.Triples[i].Object = t.node(triple.Object)
	}
	return bgp
}

// addTriple adds a triple to the basic graph pattern at the end of the patterns.
func addTriple(patterns []Operator, triple Triple) []Operator {
	if n := len(patterns); n > 0 {
		if last, ok := patterns[n-1].(*BGP); ok {
			last.Triples = append(last.Triples, triple)
			return patterns
		}
	}
	return append(patterns, &BGP{Triples: []Triple{triple}})
}
