package eval

import (
	"slices"

	"github.com/knakk/rdf"

	"vitrine/sparql/plan"
)

// sequence gives the rows of each step to the next.
func (x *execution) sequence(s *plan.Sequence, next continuation) continuation {
	var waits []*waiting
	for i := len(s.Steps) - 1; i >= 0; i-- {
		next = x.compile(s.Steps[i], next)
		if i == 0 || x.ahead == nil {
			continue
		}
		if scans := scansIn(nil, s.Steps[i]); len(scans) > 0 {
			w := &waiting{x: x, scans: scans, next: next}
			waits, next = append(waits, w), w.add
		}
	}
	if len(waits) == 0 {
		return next
	}
	slices.Reverse(waits)
	return func() error { return run(next, waits) }
}

// union gives the rows of one branch after the other.
func (x *execution) union(s *plan.Union, next continuation) continuation {
	branches := make([]continuation, len(s.Branches))
	for i, branch := range s.Branches {
		branches[i] = x.compile(branch, next)
	}
	return func() error {
		for _, branch := range branches {
			if err := branch(); err != nil {
				return err
			}
		}
		return nil
	}
}

// leftJoin gives the row itself where the right side gives none.
func (x *execution) leftJoin(s *plan.LeftJoin, next continuation) continuation {
	condition := x.condition(s.Condition)
	found := false
	right := x.compile(s.Right, func() error {
		ok, err := condition()
		if !ok || err != nil {
			return err
		}
		found = true
		return next()
	})
	return func() error {
		found = false
		if err := right(); err != nil || found {
			return err
		}
		return next()
	}
}

// minus lets the row pass where the right side has no solution that takes it away.
func (x *execution) minus(s *plan.Minus, next continuation) continuation {
	if !s.Overlaps {
		return x.minusTable(s.Right.(*plan.Table), next)
	}
	right := x.compile(s.Right, func() error { return errFound })
	return func() error {
		if err := right(); err == errFound {
			return nil
		} else if err != nil {
			return err
		}
		return next()
	}
}

// minusTable compares the row with those of a table.
func (x *execution) minusTable(s *plan.Table, next continuation) continuation {
	t := x.newTable(s)
	return func() error {
		if err := t.ready(); err != nil {
			return err
		}
		err := t.each(func(row []rdf.Term) error {
			if compatible, shared := x.compare(s, row); compatible && shared {
				return errFound
			}
			return x.checkCancelled()
		})
		switch err {
		case nil:
			return next()
		case errFound:
			return nil
		}
		return err
	}
}

// compare tells whether a row of a table is compatible with the current row, and
// whether both bind some variable, but for those that are as constants.
func (x *execution) compare(s *plan.Table, row []rdf.Term) (compatible, shared bool) {
	for i, v := range s.Vars {
		here := x.row[v]
		if row[i] == nil || here == nil {
			continue
		}
		if row[i] != here {
			return false, false
		}
		shared = shared || !x.isFixed(int(v))
	}
	return true, shared
}

// isolate hides variables from the inner step, and joins what it gives with them.
func (x *execution) isolate(s *plan.Isolate, next continuation) continuation {
	saved := make([]rdf.Term, len(s.Hidden))
	found := make([]rdf.Term, len(s.Hidden))
	inner := x.compile(s.Inner, func() error {
		compatible := true
		for i, v := range s.Hidden {
			found[i] = x.row[v]
			compatible = compatible && (found[i] == nil || saved[i] == nil || found[i] == saved[i])
		}
		if !compatible {
			return nil
		}
		for i, v := range s.Hidden {
			if saved[i] != nil {
				x.row[v] = saved[i]
			}
		}
		err := next()
		for i, v := range s.Hidden {
			x.row[v] = found[i]
		}
		return err
	})
	return func() error {
		for i, v := range s.Hidden {
			saved[i] = x.row[v]
			if !x.isFixed(int(v)) {
				x.row[v] = nil
			}
		}
		err := inner()
		for i, v := range s.Hidden {
			x.row[v] = saved[i]
		}
		return err
	}
}
