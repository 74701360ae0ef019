package eval

import (
	"github.com/knakk/rdf"

	"vitrine/sparql/plan"
)

// values joins the row with inline data.
func (x *execution) values(s *plan.Values, next continuation) continuation {
	open := make([]bool, len(s.Vars))
	return func() error {
		for i, v := range s.Vars {
			open[i] = x.row[v] == nil
		}
		for _, row := range s.Rows {
			err := x.checkCancelled()
			if err == nil && x.bind(s, row) {
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
