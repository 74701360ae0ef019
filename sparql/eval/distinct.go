package eval

import (
	"github.com/knakk/rdf"

	"vitrine/sparql/function"
	"vitrine/sparql/plan"
)

// distinct leaves out rows that came before.
func (x *execution) distinct(s *plan.Distinct, next continuation) continuation {
	var seen *seenRows
	row := make([]rdf.Term, len(s.Vars))
	inner := x.compile(s.Inner, func() error {
		for i, v := range s.Vars {
			row[i] = x.row[v]
		}
		isNew, err := seen.add(row)
		if !isNew || err != nil {
			return err
		}
		return next()
	})
	return func() error {
		seen = &seenRows{x: x}
		defer seen.release()
		return inner()
	}
}

// seenRows are rows that were given.
type seenRows struct {
	x    *execution
	seen function.Seen
	size int64
}

// add adds a row, and tells whether it is new.
func (s *seenRows) add(row []rdf.Term) (isNew bool, err error) {
	if err := s.x.checkCancelled(); err != nil || !s.seen.Add(row...) {
		return false, err
	}
	s.size += function.SeenBytes
	return true, s.x.keep(function.SeenBytes)
}

func (s *seenRows) release() { s.x.release(s.size) }
