package eval

import (
	"github.com/knakk/rdf"

	"vitrine/sparql/plan"
)

// values joins the row with inline data.
func (x *execution) values(s *plan.Values, next continuation) continuation {
	lookup := newValuesIndex(s)
	open := make([]bool, len(s.Vars))
	return func() error {
		for i, v := range s.Vars {
			open[i] = x.row[v] == nil
		}
		for _, i := range lookup.candidates(x.row) {
			err := x.proceed()
			if err == nil && x.bind(s, s.Rows[i]) {
				err = next()
			}
			for j, v := range s.Vars {
				if open[j] {
					x.row[v] = nil
				}
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
}

// bind binds the open variables, and tells whether the others have the values of a
// row. A variable that stands twice in the clause must have one value.
func (x *execution) bind(s *plan.Values, row []rdf.Term) bool {
	for i, v := range s.Vars {
		switch {
		case row[i] == nil:
		case x.row[v] == nil:
			x.row[v] = row[i]
		case x.row[v] != row[i]:
			return false
		}
	}
	return true
}

// valuesIndex finds the rows of inline data that may be compatible with a row.
type valuesIndex struct {
	step *plan.Values
	all  []int
	// byFirst has the rows by the value of the first variable, nil where a row lacks
	// it or there are few.
	byFirst map[rdf.Term][]int
}

// fewValues is how many rows are looked through without an index.
const fewValues = 8

func newValuesIndex(s *plan.Values) *valuesIndex {
	index := &valuesIndex{step: s, all: make([]int, len(s.Rows))}
	for i := range s.Rows {
		index.all[i] = i
	}
	if len(s.Rows) <= fewValues || len(s.Vars) == 0 {
		return index
	}
	byFirst := make(map[rdf.Term][]int, len(s.Rows))
	for i, row := range s.Rows {
		if row[0] == nil {
			return index
		}
		byFirst[row[0]] = append(byFirst[row[0]], i)
	}
	index.byFirst = byFirst
	return index
}

func (index *valuesIndex) candidates(row []rdf.Term) []int {
	if index.byFirst != nil {
		if term := row[index.step.Vars[0]]; term != nil {
			return index.byFirst[term]
		}
	}
	return index.all
}
