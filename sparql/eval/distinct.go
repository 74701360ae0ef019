package eval

import (
	"github.com/knakk/rdf"

	"vitrine/sparql/plan"
)

// distinct leaves out rows that came before.
func (x *execution) distinct(s *plan.Distinct, next continuation) continuation {
	var seen *seenRows
	all := places(len(s.Vars))
	inner := x.compile(s.Inner, func() error {
		row := make([]rdf.Term, len(s.Vars))
		for i, v := range s.Vars {
			row[i] = x.row[v]
		}
		isNew, err := seen.add(row, all)
		if !isNew || err != nil {
			return err
		}
		return next()
	})
	return func() error {
		seen = &seenRows{x: x, rowIndex: newRowIndex(all)}
		defer seen.release()
		return inner()
	}
}

// seenRows are rows that were given.
type seenRows struct {
	x *execution
	*rowIndex
	size int64
}

// add adds a row, and tells whether it is new.
func (s *seenRows) add(row []rdf.Term, places []int) (isNew bool, err error) {
	if err := s.x.checkCancelled(); err != nil {
		return false, err
	}
	if s.has(row, places) {
		return false, nil
	}
	s.rowIndex.add(row)
	size := sizeOfRow(row)
	s.size += size
	return true, s.x.keep(size)
}

func (s *seenRows) release() { s.x.release(s.size) }
