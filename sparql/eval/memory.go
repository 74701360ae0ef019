package eval

import (
	"errors"
	"sync/atomic"
)

// ErrPool means that the evaluations that share a Pool have all of it, so that another
// would have to wait for one of them to end.
var ErrPool = errors.New("the queries that are evaluated at once have all the memory that there is for queries")

// Pool is the memory of evaluations that go on at once, as far as Limits.Memory counts it.
// It may be used by many goroutines.
type Pool struct {
	size  int64
	taken atomic.Int64
}

// NewPool returns a pool of so many bytes.
func NewPool(size int64) *Pool { return &Pool{size: size} }

// Size is how many bytes there are.
func (p *Pool) Size() int64 { return p.size }

// Taken is how many bytes evaluations have taken.
func (p *Pool) Taken() int64 { return p.taken.Load() }

// take takes bytes, or none.
func (p *Pool) take(bytes int64) bool {
	if p.taken.Add(bytes) > p.size {
		p.taken.Add(-bytes)
		return false
	}
	return true
}

// piece is how many bytes an evaluation takes of a pool at a time, so that few rows ask it.
const piece = 256 << 10

// keep counts bytes that are kept. The error is a *LimitError, or ErrPool.
func (x *execution) keep(bytes int64) error {
	x.kept += bytes
	if x.limits.Memory > 0 && x.kept > x.limits.Memory {
		return &LimitError{"bytes of memory", uint64(x.limits.Memory), x.advice()}
	}
	if x.limits.Pool == nil || x.kept <= x.drawn {
		return nil
	}
	more := max(x.kept-x.drawn, piece)
	if !x.limits.Pool.take(more) {
		return ErrPool
	}
	x.drawn += more
	return nil
}

// advice says what to do about a query that keeps too much.
func (x *execution) advice() string {
	if x.limits.Gathered {
		return "ask for the graph as N-Triples, of which nothing is kept, or for less of it with LIMIT in a subquery"
	}
	return "sort, group or join fewer solutions, or ask for fewer with LIMIT in a subquery"
}

// release counts bytes that are kept no more. The pool has them back at the end of the
// evaluation.
func (x *execution) release(bytes int64) { x.kept -= bytes }

// giveBack gives the pool what was taken.
func (x *execution) giveBack() {
	if x.drawn > 0 {
		x.limits.Pool.taken.Add(-x.drawn)
		x.drawn = 0
	}
}
