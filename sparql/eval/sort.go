package eval

import (
	"cmp"
	"container/heap"
	"slices"

	"github.com/knakk/rdf"

	"vitrine/sparql/algebra"
	"vitrine/sparql/plan"
	"vitrine/sparql/value"
)

// sort gives the rows of the inner step in order. Where only the first are needed, no
// more than those are kept.
func (x *execution) sort(s *plan.Sort, next continuation) continuation {
	conditions := make([]expression, len(s.Conditions))
	for i, c := range s.Conditions {
		conditions[i] = x.expression(c.Expression)
	}
	var kept *sortedRows
	inner := x.compile(s.Inner, func() error { return kept.add(conditions) })
	return func() error {
		kept = &sortedRows{x: x, step: s}
		defer kept.release()
		if err := inner(); err != nil {
			return err
		}
		slices.SortFunc(kept.rows, kept.compare)
		for i := range kept.rows {
			err := x.checkCancelled()
			if err == nil {
				err = x.with(s.Keep, kept.rows[i].terms, next)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
}

// with calls next with some variables bound. Those that are bound already have the
// same values, as the row came of them.
func (x *execution) with(vars []algebra.Var, terms []rdf.Term, next continuation) error {
	before := make([]rdf.Term, len(vars))
	for i, v := range vars {
		before[i] = x.row[v]
		x.row[v] = terms[i]
	}
	err := next()
	for i, v := range vars {
		x.row[v] = before[i]
	}
	return err
}

// sortedRow is a row with what it is sorted by.
type sortedRow struct {
	keys []value.Value
	// number is the place that the row came in.
	number uint64
	terms  []rdf.Term
	size   int64
}

// sortedRows are rows that are kept to be sorted. As a heap it has the last of them
// first.
type sortedRows struct {
	x      *execution
	step   *plan.Sort
	rows   []sortedRow
	number uint64
	size   int64
}

// valueBytes is what is counted for a key.
const valueBytes = 160

// add keeps the current row, if it is among the first as far as is known.
func (s *sortedRows) add(conditions []expression) error {
	if err := s.x.checkCancelled(); err != nil {
		return err
	}
	row := sortedRow{keys: make([]value.Value, len(conditions)), number: s.number}
	s.number++
	for i, condition := range conditions {
		v, _, err := evaluate(condition)
		if err != nil {
			return err
		}
		row.keys[i] = v
	}
	s.x.functions.NextSolution()
	bounded := s.step.Limit < algebra.NoLimit
	full := bounded && uint64(len(s.rows)) >= s.step.Limit
	if full && (len(s.rows) == 0 || s.compare(row, s.rows[0]) >= 0) {
		return nil
	}
	row.terms = make([]rdf.Term, len(s.step.Keep))
	for i, v := range s.step.Keep {
		row.terms[i] = s.x.row[v]
	}
	row.size = sizeOfRow(row.terms) + int64(valueBytes*len(row.keys))
	switch {
	case full:
		s.count(-s.rows[0].size)
		s.rows[0] = row
		heap.Fix(s, 0)
	case bounded:
		heap.Push(s, row)
	default:
		s.rows = append(s.rows, row)
	}
	return s.count(row.size)
}

func (s *sortedRows) count(bytes int64) error {
	s.size += bytes
	return s.x.keep(bytes)
}

func (s *sortedRows) release() { s.x.release(s.size) }

// compare puts rows in order, those that are equal in the order in which they came.
func (s *sortedRows) compare(a, b sortedRow) int {
	for i, c := range s.step.Conditions {
		order := value.Compare(a.keys[i], b.keys[i])
		if c.Descending {
			order = -order
		}
		if order != 0 {
			return order
		}
	}
	return cmp.Compare(a.number, b.number)
}

func (s *sortedRows) Len() int           { return len(s.rows) }
func (s *sortedRows) Less(i, j int) bool { return s.compare(s.rows[i], s.rows[j]) > 0 }
func (s *sortedRows) Swap(i, j int)      { s.rows[i], s.rows[j] = s.rows[j], s.rows[i] }
func (s *sortedRows) Push(row any)       { s.rows = append(s.rows, row.(sortedRow)) }
func (s *sortedRows) Pop() any {
	last := s.rows[len(s.rows)-1]
	s.rows = s.rows[:len(s.rows)-1]
	return last
}
