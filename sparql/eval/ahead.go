package eval

import (
	"slices"

	"github.com/knakk/rdf"

	"vitrine/sparql/dataset"
	"vitrine/sparql/plan"
)

// The number of rows that wait for a look-up at once, at first and at most.
const (
	firstWaiting = 32
	maxWaiting   = 1024
)

// waiting are rows that wait before a step, so that what the step will look up for them is
// read at once. They go on in the order in which they came.
type waiting struct {
	x *execution
	// scans are those of the step.
	scans []*plan.Scan
	next  continuation
	rows  [][]rdf.Term
	most  int
	size  int64
}

// run evaluates the steps of a sequence, and lets the rows go on that still wait at its end.
func run(first continuation, waits []*waiting) error {
	for _, w := range waits {
		w.most = firstWaiting
	}
	err := first()
	for _, w := range waits {
		if err == nil {
			err = w.flush()
		}
		w.drop()
	}
	return err
}

// drop forgets the rows.
func (w *waiting) drop() {
	w.x.release(w.size)
	w.rows, w.size = nil, 0
}

// add has the row wait.
func (w *waiting) add() error {
	row := slices.Clone(w.x.row)
	size := sizeOfRow(row)
	w.rows, w.size = append(w.rows, row), w.size+size
	if err := w.x.keep(size); err != nil {
		return err
	}
	if len(w.rows) < w.most {
		return nil
	}
	w.most = min(8*w.most, maxWaiting)
	return w.flush()
}

// flush lets the rows go on.
func (w *waiting) flush() error {
	x, rows := w.x, w.rows
	if len(rows) == 0 {
		return nil
	}
	w.rows = nil
	defer w.drop()
	before := slices.Clone(x.row)
	defer copy(x.row, before)
	var lookups []dataset.Lookup
	for _, row := range rows {
		copy(x.row, row)
		lookups = x.lookups(lookups, w.scans)
	}
	if err := x.ahead.Ahead(x.ctx, lookups); err != nil {
		return err
	}
	for _, row := range rows {
		copy(x.row, row)
		if err := x.checkCancelled(); err != nil {
			return err
		}
		if err := w.next(); err != nil {
			return err
		}
	}
	return nil
}

// lookups appends what scans will look up for the row, as far as that is known.
func (x *execution) lookups(all []dataset.Lookup, scans []*plan.Scan) []dataset.Lookup {
	for _, s := range scans {
		subject, object := x.value(s.Subject), x.value(s.Object)
		if (!s.Subject.IsVar() || subject == nil) && (!s.Object.IsVar() || object == nil) {
			continue // the same for all rows
		}
		if scope, ok := x.scope(s.Graph); ok {
			all = append(all, dataset.Lookup{Scope: scope, Pattern: dataset.Pattern{Subject: subject, Predicate: x.value(s.Predicate), Object: object}})
		}
	}
	return all
}

// scansIn appends the scans of a step that see the row which it gets.
func scansIn(all []*plan.Scan, step plan.Step) []*plan.Scan {
	switch step := step.(type) {
	case *plan.Scan:
		all = append(all, step)
	case *plan.LeftJoin:
		all = scansIn(all, step.Right)
	case *plan.Minus:
		if step.Overlaps {
			all = scansIn(all, step.Right)
		}
	case *plan.Sequence:
		for _, one := range step.Steps {
			all = scansIn(all, one)
		}
	case *plan.Union:
		for _, branch := range step.Branches {
			all = scansIn(all, branch)
		}
	}
	return all
}
