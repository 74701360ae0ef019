package eval

import (
	"context"
	"time"

	"github.com/knakk/rdf"

	"vitrine/sparql/dataset"
	"vitrine/sparql/plan"
)

// measure measures one step.
type measure struct {
	plan.Measure
	// began is when the step last went on.
	began time.Time
}

// around measures the calls of a step.
func (m *measure) around(step continuation) continuation {
	return func() error {
		m.Calls++
		m.began = time.Now()
		err := step()
		m.Time += time.Since(m.began)
		return err
	}
}

// before measures the rows that a step gives, and leaves out the time of what comes
// after it.
func (m *measure) before(next continuation) continuation {
	return func() error {
		m.Rows++
		m.Time += time.Since(m.began)
		err := next()
		m.began = time.Now()
		return err
	}
}

// Measure evaluates the plan to its end, throws away what comes of it, and returns the
// measures of the steps by their numbers. Those of an evaluation that fails are what
// was measured until then.
func Measure(ctx context.Context, p *plan.Plan, d dataset.Dataset, l Limits) ([]plan.Measure, error) {
	x := newExecution(ctx, p, d, l)
	x.measures = make([]measure, p.Steps)
	err := x.rows(func([]rdf.Term) (bool, error) { return true, nil })
	out := make([]plan.Measure, p.Steps)
	for i := range out {
		out[i] = x.measures[i].Measure
	}
	return out, err
}
