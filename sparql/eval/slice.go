package eval

import (
	"errors"

	"vitrine/sparql/plan"
)

// slice leaves out rows at the beginning, and ends the inner step after enough.
func (x *execution) slice(s *plan.Slice, next continuation) continuation {
	enough := errors.New("enough rows")
	var skipped, given uint64
	inner := x.compile(s.Inner, func() error {
		if skipped < s.Offset {
			skipped++
			return x.checkCancelled()
		}
		given++
		if err := next(); err != nil {
			return err
		}
		if given >= s.Limit {
			return enough
		}
		return nil
	})
	return func() error {
		skipped, given = 0, 0
		if s.Limit == 0 {
			return nil
		}
		if err := inner(); err != enough {
			return err
		}
		return nil
	}
}
