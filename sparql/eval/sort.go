package eval

import (
	"bytes"
	"container/heap"
	"encoding/binary"
	"slices"

	"github.com/knakk/rdf"

	"vitrine/sparql/algebra"
	"vitrine/sparql/plan"
	"vitrine/sparql/value"
)

// sort gives the rows of the inner step in order. Where only the first are needed, no
// more than those are kept. Where they take too much, they are sorted on disk.
func (x *execution) sort(s *plan.Sort, next continuation) continuation {
	conditions := make([]expression, len(s.Conditions))
	for i, c := range s.Conditions {
		conditions[i] = x.expression(c.Expression)
	}
	var kept *sortedRows
	inner := x.compile(s.Inner, func() error { return kept.add(conditions) })
	return func() error {
		kept = &sortedRows{x: x, step: s, row: make([]rdf.Term, len(s.Keep))}
		defer kept.release()
		if err := inner(); err != nil {
			return err
		}
		give := func(_ []byte, row []rdf.Term) error { return x.with(s.Keep, row, next) }
		if kept.disk != nil {
			return kept.disk.each(len(s.Keep), give)
		}
		slices.SortFunc(kept.rows, func(a, b sortedRow) int { return bytes.Compare(a.key, b.key) })
		for _, row := range kept.rows {
			err := x.checkCancelled()
			if err == nil {
				err = give(row.key, row.terms)
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

// sortedRow is a row with the key that it is sorted by: those of its conditions, and the place
// that it came in.
type sortedRow struct {
	key   []byte
	terms []rdf.Term
	size  int64
}

// sortedRows are rows that are kept to be sorted. As a heap it has the last of them
// first.
type sortedRows struct {
	x    *execution
	step *plan.Sort
	rows []sortedRow
	// disk has all rows once they take too much.
	disk   *diskRows
	number uint64
	size   int64
	// key and row are those of the current row.
	key []byte
	row []rdf.Term
}

// add keeps the current row, if it is among the first as far as is known.
func (s *sortedRows) add(conditions []expression) error {
	err := s.x.checkCancelled()
	if err == nil {
		err = s.makeKey(conditions)
	}
	if err != nil {
		return err
	}
	for i, v := range s.step.Keep {
		s.row[i] = s.x.row[v]
	}
	if s.disk != nil {
		return s.disk.add(s.key, s.row)
	}
	bounded := s.step.Limit < algebra.NoLimit
	full := bounded && uint64(len(s.rows)) >= s.step.Limit
	if full && (len(s.rows) == 0 || bytes.Compare(s.key, s.rows[0].key) > 0) {
		return nil
	}
	row := sortedRow{key: bytes.Clone(s.key), terms: slices.Clone(s.row)}
	row.size = sizeOfRow(row.terms) + rowBytes + int64(len(row.key))
	more := row.size
	switch {
	case full:
		more -= s.rows[0].size
		s.rows[0] = row
		heap.Fix(s, 0)
	case bounded:
		heap.Push(s, row)
	default:
		s.rows = append(s.rows, row)
	}
	s.size += more
	err = s.x.keep(more)
	if s.x.goToDisk(s.size, err) {
		return s.toDisk()
	}
	return err
}

// makeKey makes the key of the current row.
func (s *sortedRows) makeKey(conditions []expression) error {
	s.key = s.key[:0]
	for i, condition := range conditions {
		v, _, err := evaluate(condition)
		if err != nil {
			return err
		}
		begin := len(s.key)
		if s.key = value.AppendOrderKey(s.key, v); s.step.Conditions[i].Descending {
			value.Invert(s.key[begin:])
		}
	}
	s.key = binary.BigEndian.AppendUint64(s.key, s.number)
	s.number++
	s.x.functions.NextSolution()
	return nil
}

// toDisk puts all rows on disk.
func (s *sortedRows) toDisk() error {
	var err error
	s.x.release(s.size)
	s.size = 0
	s.disk, err = s.x.newDiskRows()
	for i := 0; i < len(s.rows) && err == nil; i++ {
		err = s.disk.add(s.rows[i].key, s.rows[i].terms)
	}
	s.rows = nil
	return err
}

func (s *sortedRows) release() {
	s.x.release(s.size)
	s.disk.close()
}

func (s *sortedRows) Len() int           { return len(s.rows) }
func (s *sortedRows) Less(i, j int) bool { return bytes.Compare(s.rows[i].key, s.rows[j].key) > 0 }
func (s *sortedRows) Swap(i, j int)      { s.rows[i], s.rows[j] = s.rows[j], s.rows[i] }
func (s *sortedRows) Push(row any)       { s.rows = append(s.rows, row.(sortedRow)) }
func (s *sortedRows) Pop() any {
	last := s.rows[len(s.rows)-1]
	s.rows = s.rows[:len(s.rows)-1]
	return last
}
