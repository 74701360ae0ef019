package plan

import "vitrine/sparql/algebra"

// These functions find out where no solution comes twice, so that none has to be compared.
// That is so for the solutions of one triple pattern, as a graph has a triple once, as far as
// all of its variables are looked at.

// plain returns the aggregates of a Group, with COUNT(*) for those that count the same
// with less: where their variable is bound in every solution, and for DISTINCT where no
// two solutions of a group have one value of it. What they mention is mentioned no more.
func (b *builder) plain(op *algebra.Group, g Graph) []algebra.Aggregate {
	inner := b.scopes.of(op.Inner)
	out := make([]algebra.Aggregate, len(op.Aggregates))
	copy(out, op.Aggregates)
	for i, a := range out {
		v, isVar := a.Argument.(*algebra.Variable)
		if a.Function != "COUNT" || !isVar || !inner.certain.Has(v.Var) || a.Distinct && !tellsApart(op, v.Var, g) {
			continue
		}
		out[i].Argument, out[i].Distinct = nil, false
		b.mentions[v.Var]--
	}
	return out
}

// tellsApart tells whether the solutions of a group differ in a variable: those of one
// triple pattern, of which the keys and the variable are all the variables. A graph has
// a triple once.
func tellsApart(op *algebra.Group, v algebra.Var, g Graph) bool {
	bgp, ok := op.Inner.(*algebra.BGP)
	if !ok || len(bgp.Triples) != 1 || g.Named && g.Name.IsVar() {
		return false
	}
	known := SetOf(v)
	for _, key := range op.Keys {
		if e, ok := key.Expression.(*algebra.Variable); ok {
			known.add(e.Var)
		}
	}
	return varsOfTriples(bgp.Triples).Within(known)
}

// distinctFirst returns the variables of a group whose aggregates are all of the different values
// of one variable: they are the same of the different solutions for these.
func distinctFirst(op *algebra.Group, aggregates []algebra.Aggregate) (vars []algebra.Var, ok bool) {
	var of Set
	for _, key := range op.Keys {
		v, isVar := key.Expression.(*algebra.Variable)
		if !isVar {
			return nil, false
		}
		of.add(v.Var)
	}
	for i, a := range aggregates {
		v, isVar := a.Argument.(*algebra.Variable)
		if !isVar || !a.Distinct || i > 0 && a.Argument.(*algebra.Variable).Var != aggregates[0].Argument.(*algebra.Variable).Var {
			return nil, false
		}
		of.add(v.Var)
	}
	return of.Vars(), len(aggregates) > 0
}

// triplesOnce tells whether a CONSTRUCT query gives no triple twice: its template is one
// triple with all the variables of its one pattern.
func triplesOnce(q *algebra.Query) bool {
	if q.Form != algebra.Construct || len(q.Template) != 1 {
		return false
	}
	op := q.Operator
	for {
		switch outer := op.(type) {
		case *algebra.Slice:
			op = outer.Inner
		case *algebra.OrderBy:
			op = outer.Inner
		case *algebra.Filter:
			op = outer.Inner
		case *algebra.Graph:
			if outer.Name.IsVar() {
				return false
			}
			op = outer.Inner
		case *algebra.BGP:
			return len(outer.Triples) == 1 && varsOfTriples(outer.Triples).Within(varsOfTriples(q.Template))
		default:
			return false
		}
	}
}
