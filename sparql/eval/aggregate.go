package eval

import (
	"strings"

	"github.com/knakk/rdf"

	"vitrine/sparql/algebra"
	"vitrine/sparql/function"
	"vitrine/sparql/value"
)

// aggregation makes one of the aggregates of a Group for each group.
type aggregation struct {
	function.Aggregation
	// argument is nil for COUNT(*).
	argument expression
	// solutions are the variables of the solutions that COUNT(DISTINCT *) counts, nil
	// for other aggregates.
	solutions []algebra.Var
	groups    *groups
}

func (g *groups) aggregation(a algebra.Aggregate) *aggregation {
	out := &aggregation{groups: g}
	out.Aggregation = function.Aggregation{Function: a.Function, Distinct: a.Distinct, Separator: a.Separator, Grow: g.grow}
	if a.Argument != nil {
		out.argument = g.x.expression(a.Argument)
		return out
	}
	if a.Distinct {
		out.Distinct = false
		out.solutions = g.x.named(g.step.Vars)
	}
	return out
}

// named returns the variables that stand in the text: blank nodes of patterns are no
// part of a solution (section 18.3.1).
func (x *execution) named(vars []algebra.Var) []algebra.Var {
	out := []algebra.Var{}
	for _, v := range vars {
		name := "."
		if int(v) < len(x.plan.Query.Vars) {
			name = x.plan.Query.Vars[v]
		}
		if !strings.HasPrefix(name, ".") && !strings.HasPrefix(name, "_:") {
			out = append(out, v)
		}
	}
	return out
}

// accumulator has what an aggregate of one group has collected.
type accumulator struct {
	function.Aggregate
	// seen are the solutions of COUNT(DISTINCT *).
	seen function.Seen
}

// begin returns the accumulator of a group.
func (a *aggregation) begin() (accumulator, error) {
	made, err := a.New()
	out := accumulator{Aggregate: made}
	if a.solutions != nil {
		out.seen = function.Seen{}
	}
	return out, err
}

// add adds the current row.
func (a *aggregation) add(to accumulator) error {
	if a.argument != nil {
		v, err := a.argument()
		if isFatal(err) {
			return err
		}
		return to.Add(v, err)
	}
	if to.seen != nil {
		isNew, err := a.isNew(to)
		if !isNew || err != nil {
			return err
		}
	}
	return to.Add(value.NewBoolean(true), nil)
}

// isNew tells whether the current row is a solution that was not counted.
func (a *aggregation) isNew(to accumulator) (bool, error) {
	row := make([]rdf.Term, len(a.solutions))
	for i, v := range a.solutions {
		row[i] = a.groups.x.row[v]
	}
	if !to.seen.Add(function.DigestOf(row...)) {
		return false, nil
	}
	return true, a.groups.grow(function.SeenBytes)
}

// result returns the value of the aggregate, nil where it is an error.
func (a *aggregation) result(of accumulator) (rdf.Term, error) {
	v, ok, err := evaluate(of.Result)
	if !ok || err != nil {
		return nil, err
	}
	return v.Term(), nil
}
