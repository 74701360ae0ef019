// Package eval evaluates a plan over a dataset: SPARQL 1.1 Query section 18.5 and
// 18.6 (https://www.w3.org/TR/sparql11-query/#sparqlAlgebraEval), and the query
// forms of section 16.
//
// There is one row of terms, a place for each variable. A step binds variables in it,
// calls what comes after it for each solution, and unbinds them: so solutions stream,
// and nothing is copied but by the steps that must keep rows, which are Table, Group,
// Sort and Distinct, and before patterns that a dataset reads ahead for many rows at once.
// What these keep is counted against Limits.Memory; Sort, Distinct and Group go on with
// Limits.Scratch where that is too little.
//
// An error ends the evaluation; an error of an expression (section 17.2) is none, but
// has the meaning that the recommendation gives it.
//
// The package neither parses nor plans, and opens nothing: it reads the dataset that
// it is given, for as long as the context lasts.
package eval

import (
	"context"
	"errors"
	"fmt"

	"github.com/knakk/rdf"

	"vitrine/sparql/dataset"
	"vitrine/sparql/function"
	"vitrine/sparql/plan"
)

// Limits bound one evaluation. A zero field is no bound. Time is bounded by the
// context.
type Limits struct {
	// Memory is how many bytes may be kept at once, as far as they are counted: rows, terms, and
	// what the dataset keeps, which it lets go of where rows need the room.
	Memory int64
	// Scratch is for rows beyond that, nil for none.
	Scratch *Scratch
	// Tables is how many of these bytes a table may take that is built for a join, of which the
	// rows are looked up one by one where it would take more: a half of Memory where it is 0.
	Tables int64
	// Pool bounds what several evaluations keep together; nil for no such bound.
	Pool *Pool
	// Rows is how many solutions, or triples of a graph, a query may give.
	Rows uint64
	// Pause is called every few dozens of rows that are looked at, and may take its time; nil
	// for nothing.
	Pause func(context.Context)
	// Gathered tells that the caller keeps all triples of a graph, so that they
	// are counted.
	Gathered bool
}

// LimitError says that a query went beyond a limit.
type LimitError struct {
	// What is counted, such as "bytes of memory".
	What string
	// Limit is how many there may be.
	Limit uint64
	// Advice says what to do about it.
	Advice string
}

func (e *LimitError) Error() string {
	return fmt.Sprintf("the query needs more than the %d %s that it may have: %s", e.Limit, e.What, e.Advice)
}

// execution is one evaluation of a plan.
type execution struct {
	ctx  context.Context
	data dataset.Dataset
	// ahead is nil where nothing is read ahead.
	ahead  dataset.Ahead
	plan   *plan.Plan
	limits Limits
	// row is the solution that is being made.
	row []rdf.Term
	// fixed are the bindings that the pattern of EXISTS began with, nil elsewhere.
	fixed []rdf.Term
	// memory and disk count what is kept, and cached is what the dataset has of the memory.
	memory, disk account
	cached       int64
	// looked counts to the next look at the context.
	looked    uint8
	functions *function.Context
	// measures are those of the steps by their numbers, nil where none are taken.
	measures []measure
}

// checkCancelled returns the error of the context when it has ended. Every loop calls it.
func (x *execution) checkCancelled() error {
	if x.looked++; x.looked%64 != 0 {
		return nil
	}
	if x.limits.Pause != nil {
		x.limits.Pause(x.ctx)
	}
	if err := x.ctx.Err(); err != nil {
		return err
	}
	return x.countKept()
}

// isFixed tells whether a variable has a value that stands for itself in the pattern
// of EXISTS that is being evaluated.
func (x *execution) isFixed(v int) bool { return x.fixed != nil && x.fixed[v] != nil }

// continuation is what comes after a step, once for each row that it gives. Each
// returns the error that ends the evaluation.
type continuation func() error

// errFound ends the evaluation of a pattern of which one solution is enough.
var errFound = errors.New("a solution is found")

// compile returns the evaluation of a step for the current row, which calls next for
// each row that comes of it.
func (x *execution) compile(step plan.Step, next continuation) continuation {
	number := step.About().Number
	if x.measures == nil {
		return x.compileStep(step, next)
	}
	m := &x.measures[number]
	return m.around(x.compileStep(step, m.before(next)))
}

func (x *execution) compileStep(step plan.Step, next continuation) continuation {
	switch step := step.(type) {
	case *plan.Scan:
		return x.scan(step, next)
	case *plan.Path:
		return x.path(step, next)
	case *plan.Values:
		return x.values(step, next)
	case *plan.Filter:
		return x.filter(step, next)
	case *plan.Extend:
		return x.extend(step, next)
	case *plan.LeftJoin:
		return x.leftJoin(step, next)
	case *plan.Minus:
		return x.minus(step, next)
	case *plan.Union:
		return x.union(step, next)
	case *plan.Sequence:
		return x.sequence(step, next)
	case *plan.Table:
		return x.table(step, next)
	case *plan.Isolate:
		return x.isolate(step, next)
	case *plan.EachGraph:
		return x.eachGraph(step, next)
	case *plan.NameGraph:
		return x.nameGraph(step, next)
	default:
		return x.compileModifier(step, next)
	}
}

func (x *execution) compileModifier(step plan.Step, next continuation) continuation {
	switch step := step.(type) {
	case *plan.Group:
		return x.group(step, next)
	case *plan.Sort:
		return x.sort(step, next)
	case *plan.Distinct:
		return x.distinct(step, next)
	case *plan.Slice:
		return x.slice(step, next)
	default:
		return func() error { return fmt.Errorf("a plan has a step of type %T, which is not known", step) }
	}
}
