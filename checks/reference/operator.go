package reference

import (
	"slices"

	"github.com/knakk/rdf"

	"vitrine/sparql/algebra"
	"vitrine/sparql/value"
)

// operator is eval(D(G), op) of section 18.6, with G the triples of the active
// graph.
func (e *evaluation) operator(active []rdf.Triple, op algebra.Operator) []solution {
	if e.err != nil {
		return nil
	}
	switch op := op.(type) {
	case *algebra.BGP:
		return e.bgp(active, op)
	case *algebra.PathPattern:
		return e.pathPattern(active, op)
	case *algebra.Join:
		return joined(e.operator(active, op.Left), e.operator(active, op.Right))
	case *algebra.LeftJoin:
		return e.leftJoin(active, op)
	case *algebra.Filter:
		return e.filter(active, op.Condition, e.operator(active, op.Inner))
	case *algebra.Union:
		return append(e.operator(active, op.Left), e.operator(active, op.Right)...)
	case *algebra.Graph:
		return e.graph(op)
	case *algebra.Extend:
		return e.extend(active, op)
	case *algebra.Minus:
		return minus(e.operator(active, op.Left), e.operator(active, op.Right))
	case *algebra.Values:
		return e.values(op)
	default:
		return e.modifier(active, op)
	}
}

// modifier evaluates the operators of grouping and of solution modifiers.
func (e *evaluation) modifier(active []rdf.Triple, op algebra.Operator) []solution {
	switch op := op.(type) {
	case *algebra.Group:
		return e.group(active, op)
	case *algebra.OrderBy:
		return e.orderBy(active, op)
	case *algebra.Project:
		return e.project(e.operator(active, op.Inner), op.Vars)
	case *algebra.Distinct:
		return distinct(e.operator(active, op.Inner))
	case *algebra.Reduced:
		return e.operator(active, op.Inner)
	case *algebra.Slice:
		rows := e.operator(active, op.Inner)
		rows = rows[min(op.Offset, uint64(len(rows))):]
		return rows[:min(op.Limit, uint64(len(rows)))]
	}
	return nil
}

// joined is Join(Ω1, Ω2).
func joined(left, right []solution) []solution {
	var out []solution
	for _, a := range left {
		for _, b := range right {
			if both, ok := merge(a, b); ok {
				out = append(out, both)
			}
		}
	}
	return out
}

// leftJoin is LeftJoin(Ω1, Ω2, expr): Filter(expr, Join(Ω1, Ω2)) and Diff(Ω1, Ω2,
// expr).
func (e *evaluation) leftJoin(active []rdf.Triple, op *algebra.LeftJoin) []solution {
	left, right := e.operator(active, op.Left), e.operator(active, op.Right)
	var out []solution
	for _, a := range left {
		extended := joined([]solution{a}, right)
		if op.Condition != nil {
			extended = e.filter(active, op.Condition, extended)
		}
		if len(extended) == 0 {
			extended = []solution{a}
		}
		out = append(out, extended...)
	}
	return out
}

// filter is Filter(expr, Ω).
func (e *evaluation) filter(active []rdf.Triple, condition algebra.Expression, rows []solution) []solution {
	var out []solution
	for _, row := range rows {
		e.functions.NextSolution()
		if e.holds(active, condition, row) {
			out = append(out, row)
		}
	}
	return out
}

// graph is eval(D(G), Graph(IRI, P)) and eval(D(G), Graph(var, P)).
func (e *evaluation) graph(op *algebra.Graph) []solution {
	if !op.Name.IsVar() {
		name, ok := op.Name.Term.(rdf.IRI)
		triples, known := e.data.Named[name]
		if !ok || !known {
			return nil
		}
		return e.operator(triples, op.Inner)
	}
	var out []solution
	for _, name := range e.data.names() {
		row := e.none()
		row[op.Name.Var] = name
		out = append(out, joined(e.operator(e.data.Named[name], op.Inner), []solution{row})...)
	}
	return out
}

// extend is Extend(Ω, var, expr).
func (e *evaluation) extend(active []rdf.Triple, op *algebra.Extend) []solution {
	// What is assigned one after another is of one solution for BNODE.
	chain := []*algebra.Extend{op}
	for inner, ok := op.Inner.(*algebra.Extend); ok; inner, ok = inner.Inner.(*algebra.Extend) {
		chain = append(chain, inner)
	}
	slices.Reverse(chain)
	var out []solution
	for _, row := range e.operator(active, chain[0].Inner) {
		e.functions.NextSolution()
		row = slices.Clone(row)
		for _, x := range chain {
			row[x.Var] = e.term(active, x.Expression, row)
		}
		out = append(out, row)
	}
	return out
}

// term is the value of an expression as a term, nil for an error.
func (e *evaluation) term(active []rdf.Triple, x algebra.Expression, row solution) rdf.Term {
	v, err := e.expression(active, x, row)
	if err != nil {
		return nil
	}
	return v.Term()
}

// minus is Minus(Ω1, Ω2).
func minus(left, right []solution) []solution {
	var out []solution
	for _, a := range left {
		if !slices.ContainsFunc(right, func(b solution) bool {
			_, compatible := merge(a, b)
			return compatible && overlap(a, b)
		}) {
			out = append(out, a)
		}
	}
	return out
}

// values is inline data.
func (e *evaluation) values(op *algebra.Values) []solution {
	var out []solution
	for _, terms := range op.Rows {
		row := e.none()
		for i, v := range op.Vars {
			row[v] = terms[i]
		}
		out = append(out, row)
	}
	return out
}

// orderBy is OrderBy(Ψ, conditions).
func (e *evaluation) orderBy(active []rdf.Triple, op *algebra.OrderBy) []solution {
	type sorted struct {
		row  solution
		keys []value.Value
	}
	var all []sorted
	for _, row := range e.operator(active, op.Inner) {
		e.functions.NextSolution()
		keys := make([]value.Value, len(op.Conditions))
		for i, c := range op.Conditions {
			keys[i] = value.Of(e.term(active, c.Expression, row))
		}
		all = append(all, sorted{row, keys})
	}
	slices.SortStableFunc(all, func(a, b sorted) int {
		for i, c := range op.Conditions {
			order := Compare(a.keys[i], b.keys[i])
			if c.Descending {
				order = -order
			}
			if order != 0 {
				return order
			}
		}
		return 0
	})
	var out []solution
	for _, s := range all {
		out = append(out, s.row)
	}
	return out
}

// project is Project(Ψ, vars).
func (e *evaluation) project(rows []solution, vars []algebra.Var) []solution {
	var out []solution
	for _, row := range rows {
		kept := e.none()
		for _, v := range vars {
			kept[v] = row[v]
		}
		out = append(out, kept)
	}
	return out
}

// distinct is Distinct(Ψ), which keeps the first of equal solutions.
func distinct(rows []solution) []solution {
	var out []solution
	for _, row := range rows {
		if !slices.ContainsFunc(out, func(other solution) bool { return slices.Equal(row, other) }) {
			out = append(out, row)
		}
	}
	return out
}
