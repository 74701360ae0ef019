package function

import (
	"bytes"
	"fmt"
	"strings"

	"vitrine/sparql/value"
)

// Aggregate collects the values of an expression in the solutions of one group, and
// has the result of the set function over them (sections 11 and 18.5.1).
//
// The errors of expressions are values too: an error leaves SUM, AVG, MIN, MAX and
// GROUP_CONCAT without a result; COUNT and SAMPLE pass over it.
type Aggregate interface {
	// Add takes the value of the expression in one solution, or its error. It
	// returns an error where a limit is reached, which ends the query.
	Add(v value.Value, err error) error
	// Result returns the result for what was added, or the error that leaves the
	// variable unbound: for no solution MIN, MAX and SAMPLE have no result.
	Result() (value.Value, error)
}

// Aggregation says what the aggregates of all groups are made like.
type Aggregation struct {
	// Function is COUNT, SUM, MIN, MAX, AVG, GROUP_CONCAT or SAMPLE.
	Function string
	// Distinct tells that equal terms count once. COUNT(DISTINCT *) is for the
	// evaluator, who adds each solution once.
	Distinct bool
	// Separator is that of GROUP_CONCAT.
	Separator string
	// Grow is called before an aggregate keeps so many more bytes; its error ends
	// the query. Nil allows all.
	Grow func(bytes int) error
}

// New returns the aggregate of a group. The error tells that there is no such
// function.
func (a Aggregation) New() (Aggregate, error) {
	made := a.plain()
	if made == nil {
		return nil, fmt.Errorf("there is no aggregate %s", a.Function)
	}
	if a.Distinct {
		return &distinct{inner: made, seen: Seen{}, grow: a.grow}, nil
	}
	return made, nil
}

func (a Aggregation) plain() Aggregate {
	switch a.Function {
	case "COUNT":
		return &count{}
	case "SUM":
		return &sum{total: value.NewInteger(0)}
	case "AVG":
		return &average{sum: sum{total: value.NewInteger(0)}}
	case "MIN":
		return &extreme{sign: -1, grow: a.grow}
	case "MAX":
		return &extreme{sign: 1, grow: a.grow}
	case "SAMPLE":
		return &sample{grow: a.grow}
	case "GROUP_CONCAT":
		return &groupConcat{separator: a.Separator, grow: a.grow}
	}
	return nil
}

func (a Aggregation) grow(bytes int) error {
	if a.Grow == nil {
		return nil
	}
	return a.Grow(bytes)
}

// distinct passes each term on once, and each error.
type distinct struct {
	inner Aggregate
	seen  Seen
	grow  func(bytes int) error
}

func (d *distinct) Add(v value.Value, err error) error {
	if err != nil {
		return d.inner.Add(v, err)
	}
	if !d.seen.Add(DigestOf(v.Term())) {
		return nil
	}
	if err := d.grow(SeenBytes); err != nil {
		return err
	}
	return d.inner.Add(v, nil)
}

func (d *distinct) Result() (value.Value, error) { return d.inner.Result() }

type count struct{ n int64 }

func (c *count) Add(_ value.Value, err error) error {
	if err == nil {
		c.n++
	}
	return limit(err)
}

func (c *count) Result() (value.Value, error) { return value.NewInteger(c.n), nil }

type sum struct {
	total value.Value
	err   error
}

func (s *sum) Add(v value.Value, err error) error {
	if s.err != nil {
		return limit(err)
	}
	if err == nil {
		v, err = value.Add(s.total, v)
	}
	s.total, s.err = v, err
	return limit(err)
}

func (s *sum) Result() (value.Value, error) { return s.total, s.err }

type average struct {
	sum
	n int64
}

func (a *average) Add(v value.Value, err error) error {
	a.n++
	return a.sum.Add(v, err)
}

func (a *average) Result() (value.Value, error) {
	if a.err != nil || a.n == 0 {
		return a.total, a.err
	}
	return value.Divide(a.total, value.NewInteger(a.n))
}

// extreme is MIN and MAX, by the order of ORDER BY.
type extreme struct {
	// sign is that of the comparison of a better value with the one so far.
	sign int
	best value.Value
	// key is that of the best, and other room for another.
	key, other []byte
	found      bool
	err        error
	// counted is the length of key that was counted.
	counted int
	grow    func(bytes int) error
}

func (e *extreme) Add(v value.Value, err error) error {
	if err != nil {
		e.err = err
		return limit(err)
	}
	e.other = value.AppendOrderKey(e.other[:0], v)
	if !e.found || bytes.Compare(e.other, e.key) == e.sign {
		e.best, e.found = v, true
		e.key, e.other = e.other, e.key
		if more := len(e.key) - e.counted; more > 0 {
			e.counted += more
			return e.grow(3 * more) // the value, and both keys
		}
	}
	return nil
}

func (e *extreme) Result() (value.Value, error) {
	switch {
	case e.err != nil:
		return value.Value{}, e.err
	case !e.found:
		return value.Value{}, value.ErrRange
	}
	return e.best, nil
}

// sample has the first value, so that a query answers the same again.
type sample struct {
	first value.Value
	found bool
	grow  func(bytes int) error
}

func (s *sample) Add(v value.Value, err error) error {
	if err == nil && !s.found {
		s.first, s.found = v, true
		return s.grow(len(v.Text()))
	}
	return limit(err)
}

func (s *sample) Result() (value.Value, error) {
	if !s.found {
		return value.Value{}, value.ErrRange
	}
	return s.first, nil
}

// groupConcat joins what STR returns of each value.
type groupConcat struct {
	separator string
	text      strings.Builder
	started   bool
	err       error
	grow      func(bytes int) error
}

func (g *groupConcat) Add(v value.Value, err error) error {
	if err == nil {
		v, err = str(v)
	}
	if g.err != nil {
		return limit(err)
	}
	if err != nil {
		g.err = err
		return limit(err)
	}
	part := v.Text()
	if g.started {
		part = g.separator + part
	}
	g.started = true
	if g.text.Len()+len(part) > MaxText {
		return tooLong("GROUP_CONCAT")
	}
	if err := g.grow(len(part)); err != nil {
		return err
	}
	g.text.WriteString(part)
	return nil
}

func (g *groupConcat) Result() (value.Value, error) {
	return value.NewString(g.text.String()), g.err
}

// limit returns an error that ends the query, and nil for others.
func limit(err error) error {
	if value.IsLimit(err) {
		return err
	}
	return nil
}
