package plan

import "vitrine/sparql/algebra"

// graph returns the steps of a GRAPH pattern. The variable of its name stands for the
// active graph in the patterns inside, so that they find the graph together with the
// triple. Where something inside mentions the variable, which must not see the name
// of the graph there, a variable of our own stands for the graph instead.
func (b *builder) graph(op *algebra.Graph, s site) Step {
	if !op.Name.IsVar() {
		return b.inGraph(op, op.Name, s)
	}
	name := op.Name.Var
	if !b.scopes.of(op.Inner).mentioned.Has(name) {
		return b.inGraph(op, op.Name, s)
	}
	own := algebra.Var(b.plan.Slots)
	b.plan.Slots++
	before := number(b, &NameGraph{Var: name, Graph: own}, 1)
	inner := b.inGraph(op, algebra.Node{Var: own}, s)
	after := number(b, &NameGraph{Var: name, Graph: own}, 1)
	return number(b, &Sequence{Steps: []Step{before, inner, after}}, inner.About().Estimate)
}

// inGraph returns the steps of what is inside of a GRAPH pattern.
func (b *builder) inGraph(op *algebra.Graph, name algebra.Node, s site) Step {
	s.graph = Graph{Named: true, Name: name}
	s.graphBound = !name.IsVar() || s.certain.Has(name.Var)
	if findsGraph(op.Inner) {
		return b.build(op.Inner, s)
	}
	s.graphBound = true
	s.again = true
	inner := b.build(op.Inner, s)
	return number(b, &EachGraph{Name: name, Inner: inner}, inner.About().Estimate)
}

// findsGraph tells whether the evaluation of an operator begins with a pattern that
// finds the active graph, where that is a variable.
func findsGraph(op algebra.Operator) bool {
	switch op := op.(type) {
	case *algebra.BGP:
		return len(op.Triples) > 0
	case *algebra.Join:
		return findsGraph(op.Left) || findsGraph(op.Right)
	case *algebra.LeftJoin:
		return findsGraph(op.Left)
	case *algebra.Filter:
		return findsGraph(op.Inner)
	case *algebra.Extend:
		return findsGraph(op.Inner)
	case *algebra.Minus:
		return findsGraph(op.Left)
	case *algebra.Union:
		return findsGraph(op.Left) && findsGraph(op.Right)
	default:
		return false
	}
}
