package eval

import (
	"context"
	"errors"
	"iter"
	"time"

	"github.com/knakk/rdf"

	"vitrine/sparql/dataset"
	"vitrine/sparql/function"
	"vitrine/sparql/plan"
)

// newExecution returns an evaluation that has not begun.
func newExecution(ctx context.Context, p *plan.Plan, d dataset.Dataset, l Limits) *execution {
	x := plainExecution(ctx, p, d, l)
	x.row, x.functions = make([]rdf.Term, p.Slots), function.NewContext(time.Now(), p.Query.Base)
	if ahead, ok := d.(dataset.Ahead); ok && ahead.LooksAhead() && !plan.MakesBlanks(p.Query) {
		x.ahead = ahead
	}
	return x
}

// plainExecution returns one without rows.
func plainExecution(ctx context.Context, p *plan.Plan, d dataset.Dataset, l Limits) *execution {
	x := &execution{ctx: ctx, data: d, plan: p, limits: l, memory: account{limit: l.Memory, pool: l.Pool}}
	if l.Scratch != nil {
		x.disk = account{limit: l.Scratch.Most, pool: l.Scratch.Pool}
	}
	return x
}

// errEnough ends an evaluation whose reader wants no more.
var errEnough = errors.New("the reader wants no more")

// rows calls fn for each solution, until it returns false.
func (x *execution) rows(fn func(row []rdf.Term) (bool, error)) error {
	defer x.giveBack()
	given := uint64(0)
	run := x.compile(x.plan.Root, func() error {
		if given++; x.limits.Rows > 0 && given > x.limits.Rows {
			return &LimitError{"results", x.limits.Rows, "ask for some of them with LIMIT and OFFSET"}
		}
		more, err := fn(x.row)
		x.functions.NextSolution()
		if err == nil && !more {
			err = errEnough
		}
		return err
	})
	err := x.ctx.Err()
	if err == nil {
		err = run()
	}
	if err == errEnough {
		return nil
	}
	return err
}

// Solutions yields the solutions of a SELECT query. A row has the terms of the
// projection, in its order, and nil for what is unbound. It is valid until the next.
func Solutions(ctx context.Context, p *plan.Plan, d dataset.Dataset, l Limits) iter.Seq2[[]rdf.Term, error] {
	return func(yield func([]rdf.Term, error) bool) {
		x := newExecution(ctx, p, d, l)
		out := make([]rdf.Term, len(p.Query.Projection))
		err := x.rows(func(row []rdf.Term) (bool, error) {
			for i, v := range p.Query.Projection {
				out[i] = row[v]
			}
			return yield(out, nil), nil
		})
		if err != nil {
			yield(nil, err)
		}
	}
}

// Ask tells whether the query has a solution.
func Ask(ctx context.Context, p *plan.Plan, d dataset.Dataset, l Limits) (bool, error) {
	found := false
	err := newExecution(ctx, p, d, l).rows(func([]rdf.Term) (bool, error) {
		found = true
		return false, nil
	})
	return found, err
}
