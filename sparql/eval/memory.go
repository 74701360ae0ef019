package eval

import (
	"errors"
	"sync/atomic"
)

// ErrPool means that the evaluations that share a Pool have all of it, so that another
// would have to wait for one of them to end.
var ErrPool = errors.New("the queries that are evaluated at once have all the memory or disk that there is for queries")

// Pool is the memory or disk of evaluations that go on at once, as far as Limits counts it.
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

// account counts the bytes that one evaluation has, up to a limit, 0 for none, and what it has
// drawn of a pool for them, nil for none.
type account struct {
	limit       int64
	pool        *Pool
	used, drawn int64
}

// errAccount means that an account is at its limit.
var errAccount = errors.New("an account is at its limit")

// add counts bytes, also where the error is errAccount or ErrPool.
func (a *account) add(bytes int64) error {
	a.used += bytes
	if a.limit > 0 && a.used > a.limit {
		return errAccount
	}
	if a.pool == nil || a.used <= a.drawn {
		return nil
	}
	more := max(a.used-a.drawn, piece)
	if !a.pool.take(more) {
		return ErrPool
	}
	a.drawn += more
	return nil
}

// release counts bytes that are there no more. The pool has them back at the end of the
// evaluation.
func (a *account) release(bytes int64) { a.used -= bytes }

// giveBack gives the pool what was drawn.
func (a *account) giveBack() {
	if a.drawn > 0 {
		a.pool.taken.Add(-a.drawn)
		a.drawn = 0
	}
}

// keep counts bytes that are kept. What the dataset keeps gives way to them. The error is a
// *LimitError, or ErrPool.
func (x *execution) keep(bytes int64) error {
	err := x.memory.add(bytes)
	if err != nil && x.cached > 0 {
		x.data.(keeper).Forget()
		x.memory.release(x.cached)
		x.cached = 0
		err = x.memory.add(0)
	}
	if err == errAccount {
		return &LimitError{"bytes of memory", uint64(x.memory.limit), x.advice()}
	}
	return err
}

// release counts bytes that are kept no more.
func (x *execution) release(bytes int64) { x.memory.release(bytes) }

// keeper is a dataset that keeps what it has read.
type keeper interface {
	// Kept is about how many bytes it keeps. Forget has it keep nothing, as far as that is not
	// in use.
	Kept() int64
	Forget()
}

// countKept counts what the dataset keeps.
func (x *execution) countKept() error {
	of, ok := x.data.(keeper)
	if !ok {
		return nil
	}
	more := of.Kept() - x.cached
	x.cached += more
	return x.keep(more)
}

// advice says what to do about a query that keeps too much.
func (x *execution) advice() string {
	if x.limits.Gathered {
		return "ask for the graph as N-Triples, of which nothing is kept, or for less of it with LIMIT in a subquery"
	}
	return "join fewer solutions, or collect less in a group, or ask for fewer with LIMIT in a subquery"
}

// giveBack gives the pools what was drawn.
func (x *execution) giveBack() {
	x.memory.giveBack()
	x.disk.giveBack()
}
