package eval

import (
	"cmp"
	"errors"
	"slices"

	"github.com/knakk/rdf"

	"vitrine/sparql/algebra"
	"vitrine/sparql/plan"
)

// table joins the row with what the inner step gives without it, which is kept.
func (x *execution) table(s *plan.Table, next continuation) continuation {
	t := x.newTable(s)
	open := make([]bool, len(s.Vars))
	join := func(row []rdf.Term) error {
		if err := x.checkCancelled(); err != nil {
			return err
		}
		for i, v := range s.Vars {
			if row[i] != nil && x.row[v] != nil && row[i] != x.row[v] {
				return nil
			}
		}
		for i, v := range s.Vars {
			if open[i] = x.row[v] == nil; open[i] {
				x.row[v] = row[i]
			}
		}
		err := next()
		for i, v := range s.Vars {
			if open[i] {
				x.row[v] = nil
			}
		}
		return err
	}
	if s.Otherwise == nil {
		return func() error {
			if err := t.ready(); err != nil {
				return err
			}
			return t.each(join)
		}
	}
	otherwise := x.compile(s.Otherwise, next)
	isTooLarge := false
	return func() error {
		if isTooLarge {
			return otherwise()
		}
		err := t.ready()
		if err == errTooLarge {
			isTooLarge = true
			t.release()
			return otherwise()
		}
		if err != nil {
			return err
		}
		return t.each(join)
	}
}

// errTooLarge ends the evaluation of a table that takes too much memory, where there is another
// way.
var errTooLarge = errors.New("a table is too large")

// table is what an inner step gave.
type table struct {
	x    *execution
	step *plan.Table
	// fill evaluates the inner step.
	fill continuation
	// filled tells that rows are those for the values dependsOn.
	filled    bool
	dependsOn []rdf.Term
	*rowIndex
	// places are the keys in the current row.
	places []int
	size   int64
}

func (x *execution) newTable(s *plan.Table) *table {
	t := &table{x: x, step: s, dependsOn: make([]rdf.Term, len(s.DependsOn))}
	for _, key := range s.Keys {
		t.places = append(t.places, int(key))
	}
	t.fill = x.compile(s.Inner, t.add)
	return t
}

// add keeps the current row.
func (t *table) add() error {
	row := make([]rdf.Term, len(t.step.Vars))
	for i, v := range t.step.Vars {
		row[i] = t.x.row[v]
	}
	size := sizeOfRow(row)
	t.size += size
	t.rowIndex.add(row)
	t.x.functions.NextSolution()
	err := t.x.keep(size)
	if most := cmp.Or(t.x.limits.Tables, t.x.limits.Memory/2); t.step.Otherwise != nil && (err != nil || most > 0 && t.size > most) {
		return errTooLarge
	}
	return err
}

// release forgets all rows.
func (t *table) release() {
	t.x.release(t.size)
	t.size, t.rowIndex = 0, nil
}

// ready evaluates the inner step if that is not done yet.
func (t *table) ready() error {
	same := t.filled
	for i, v := range t.step.DependsOn {
		if value := t.dependency(v); value != t.dependsOn[i] {
			t.dependsOn[i], same = value, false
		}
	}
	if same {
		return nil
	}
	t.filled = false
	t.release()
	t.rowIndex = newRowIndex(t.keys())
	row, fixed := slices.Clone(t.x.row), t.x.fixed
	if t.step.Free {
		t.x.fixed = nil
	}
	t.clearRow()
	err := t.fill()
	t.x.fixed = fixed
	copy(t.x.row, row)
	t.filled = err == nil
	return err
}

// keys are the places of the keys in the rows of the table.
func (t *table) keys() []int {
	keys := make([]int, len(t.step.Keys))
	for i, key := range t.step.Keys {
		keys[i] = slices.Index(t.step.Vars, key)
	}
	return keys
}

// dependency returns the value of a variable that the inner step may see: that of the
// beginning of EXISTS, or the name of the active graph.
func (t *table) dependency(v algebra.Var) rdf.Term {
	if t.step.GraphVar(v) {
		return t.x.row[v]
	}
	if t.x.fixed == nil {
		return nil
	}
	return t.x.fixed[v]
}

// clearRow unbinds what the inner step must not see.
func (t *table) clearRow() {
	for v := range t.x.row {
		keep := t.step.GraphVar(algebra.Var(v)) || t.x.isFixed(v)
		if !keep {
			t.x.row[v] = nil
		}
	}
}

// each calls join with the rows that have the keys of the current row, and with all where that
// does not bind them.
func (t *table) each(join func(row []rdf.Term) error) error {
	unbound := func(place int) bool { return t.x.row[place] == nil }
	if len(t.places) == 0 || slices.ContainsFunc(t.places, unbound) {
		for _, row := range t.rows {
			if err := join(row); err != nil {
				return err
			}
		}
		return nil
	}
	var err error
	t.find(t.x.row, t.places, func(i int) bool {
		err = join(t.rows[i])
		return err == nil
	})
	return err
}
