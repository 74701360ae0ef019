package reference

import (
	"slices"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/sparql/algebra"
	"vitrine/sparql/value"
)

// group is Group and AggregateJoin (section 18.5.1).
func (e *evaluation) group(active []rdf.Triple, op *algebra.Group) []solution {
	type group struct {
		keys []rdf.Term
		rows []solution
	}
	var groups []*group
	if len(op.Keys) == 0 {
		groups = []*group{{}}
	}
	for _, row := range e.operator(active, op.Inner) {
		e.functions.NextSolution()
		keys := make([]rdf.Term, len(op.Keys))
		for i, k := range op.Keys {
			keys[i] = e.term(active, k.Expression, row)
		}
		i := slices.IndexFunc(groups, func(g *group) bool { return slices.Equal(g.keys, keys) })
		if i < 0 {
			i = len(groups)
			groups = append(groups, &group{keys: keys})
		}
		groups[i].rows = append(groups[i].rows, row)
	}
	var out []solution
	for _, g := range groups {
		row := e.none()
		for i, k := range op.Keys {
			row[k.Var] = g.keys[i]
		}
		for _, a := range op.Aggregates {
			v, err := e.aggregate(active, a, g.rows)
			if err == nil {
				row[a.Var] = v.Term()
			}
		}
		out = append(out, row)
	}
	return out
}

// aggregate is Aggregation(exprlist, func, scalarvals, Ω).
func (e *evaluation) aggregate(active []rdf.Triple, a algebra.Aggregate, rows []solution) (value.Value, error) {
	if a.Argument == nil {
		return value.NewInteger(int64(e.countSolutions(a, rows))), nil
	}
	var values []value.Value
	var terms []rdf.Term
	var failed error
	for _, row := range rows {
		e.functions.NextSolution()
		v, err := e.expression(active, a.Argument, row)
		if err != nil {
			failed = err
			continue
		}
		if a.Distinct && slices.Contains(terms, v.Term()) {
			continue
		}
		values, terms = append(values, v), append(terms, v.Term())
	}
	v, err := setFunction(a, values, failed)
	if value.IsLimit(err) && e.err == nil {
		e.err = err
	}
	return v, err
}

// countSolutions is COUNT(*). Blank nodes of a pattern and what the translation
// made are no variables of a solution.
func (e *evaluation) countSolutions(a algebra.Aggregate, rows []solution) int {
	if !a.Distinct {
		return len(rows)
	}
	var named []algebra.Var
	for v, name := range e.query.Vars {
		if !strings.HasPrefix(name, "_:") && !strings.HasPrefix(name, ".") {
			named = append(named, algebra.Var(v))
		}
	}
	var seen []solution
	for _, row := range rows {
		seen = append(seen, projected(row, named))
	}
	return len(distinct(seen))
}

// setFunction calls a set function with the values that are no errors, and one of
// the errors, if there are any.
func setFunction(a algebra.Aggregate, values []value.Value, failed error) (value.Value, error) {
	if a.Function == "COUNT" {
		return value.NewInteger(int64(len(values))), nil
	}
	if a.Function == "SAMPLE" && len(values) > 0 {
		return values[0], nil
	}
	if failed != nil {
		return value.Value{}, failed
	}
	switch a.Function {
	case "SUM":
		return sum(values)
	case "AVG":
		total, err := sum(values)
		if err != nil || len(values) == 0 {
			return total, err
		}
		return value.Divide(total, value.NewInteger(int64(len(values))))
	case "MIN", "MAX":
		return extreme(a.Function, values)
	case "GROUP_CONCAT":
		return concat(a.Separator, values)
	}
	return value.Value{}, value.ErrType
}

// sum is Sum, which is 0 of nothing.
func sum(values []value.Value) (value.Value, error) {
	total := value.NewInteger(0)
	for _, v := range values {
		var err error
		if total, err = value.Add(total, v); err != nil {
			return value.Value{}, err
		}
	}
	return total, nil
}

// extreme is Min or Max, by the order of ORDER BY.
func extreme(function string, values []value.Value) (value.Value, error) {
	if len(values) == 0 {
		return value.Value{}, value.ErrType
	}
	if function == "MIN" {
		return slices.MinFunc(values, Compare), nil
	}
	return slices.MaxFunc(values, Compare), nil
}

// concat is GroupConcat, of the lexical forms of literals and of IRIs.
func concat(separator string, values []value.Value) (value.Value, error) {
	text := ""
	for i, v := range values {
		if v.Kind() == value.Blank {
			return value.Value{}, value.ErrType
		}
		if i > 0 {
			text += separator
		}
		text += v.Text()
	}
	return value.NewString(text), nil
}
