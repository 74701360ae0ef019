package plan

import "vitrine/sparql/algebra"

// OfPattern plans a query that is one triple pattern, in the default graph or in a graph
// with a name: there is nothing to put in order, so no dataset is asked, and the estimate
// is that nothing is known. It returns nil for other queries.
func OfPattern(q *algebra.Query) *Plan {
	op, g := q.Operator, Graph{}
	if project, ok := op.(*algebra.Project); ok {
		op = project.Inner
	}
	if named, ok := op.(*algebra.Graph); ok && !named.Name.IsVar() {
		op, g = named.Inner, Graph{Named: true, Name: named.Name}
	}
	bgp, ok := op.(*algebra.BGP)
	if !ok || len(bgp.Triples) != 1 {
		return nil
	}
	triple := bgp.Triples[0]
	scan := &Scan{Node: Node{Estimate: -1}, Triple: triple, Graph: g}
	p := &Plan{Query: q, Root: scan, Slots: len(q.Vars), Steps: 1}
	if q.Form == algebra.Construct && len(q.Template) == 1 && q.Template[0] == triple && hasNoVarTwice(triple) {
		p.Copied, p.TriplesOnce = scan, true
		return p
	}
	scan.Omit, p.TriplesOnce = mentionsIn(q).omitted(triple), triplesOnce(q)
	return p
}

// hasNoVarTwice tells whether the variables of a pattern differ, so that the triples that
// match its terms are those that match it.
func hasNoVarTwice(t algebra.Triple) bool {
	same := func(a, b algebra.Node) bool { return a.IsVar() && a == b }
	return !same(t.Subject, t.Predicate) && !same(t.Subject, t.Object) && !same(t.Predicate, t.Object)
}
