package eval

import (
	"bytes"
	"encoding/binary"
	"slices"

	"github.com/knakk/rdf"

	"vitrine/sparql/algebra"
	"vitrine/sparql/function"
	"vitrine/sparql/plan"
)

// group gives one row for each group of the rows of the inner step (section 18.5.1).
func (x *execution) group(s *plan.Group, next continuation) continuation {
	g := &groups{x: x, step: s, places: places(len(s.Keys))}
	for _, key := range s.Keys {
		g.keys = append(g.keys, x.expression(key.Expression))
		g.vars = append(g.vars, key.Var)
	}
	for _, a := range s.Aggregates {
		g.aggregates = append(g.aggregates, g.aggregation(a))
		g.vars = append(g.vars, a.Var)
	}
	inner := x.compile(s.Inner, g.add)
	return func() error {
		err := g.begin()
		if err == nil {
			err = inner()
		}
		defer g.rest.close()
		if err == nil {
			err = g.give(next)
		}
		if err == nil && g.rest != nil {
			err = g.giveRest(next)
		}
		x.release(g.size)
		return err
	}
}

// groups are the groups of one evaluation.
type groups struct {
	x          *execution
	step       *plan.Group
	keys       []expression
	aggregates []*aggregation
	// vars are the variables of the keys and then those of the aggregates.
	vars   []algebra.Var
	places []int
	// index has the keys of each group, and accumulators the values so far, in the
	// order of the aggregates.
	index        *rowIndex
	accumulators [][]accumulator
	key          []rdf.Term
	size         int64
	// rest has the rows of the groups that begin after these take too much, with the keys
	// first.
	rest   *diskRows
	number uint64
	sorted []byte
}

// begin forgets the groups of an evaluation before. Without keys there is one group,
// whatever comes.
func (g *groups) begin() error {
	g.forget()
	g.rest, g.number = nil, 0
	if len(g.keys) == 0 {
		return g.open()
	}
	return nil
}

// forget forgets the groups.
func (g *groups) forget() {
	g.index, g.accumulators, g.size = newRowIndex(g.places), nil, 0
	g.key = make([]rdf.Term, len(g.keys))
}

// aggregateBytes is what is counted for an aggregate of a group, beside its texts.
const aggregateBytes = 256

// grow counts bytes that are kept.
func (g *groups) grow(bytes int) error {
	g.size += int64(bytes)
	return g.x.keep(int64(bytes))
}

// open begins the group of the current key.
func (g *groups) open() error {
	g.index.add(g.key)
	size := int(sizeOfRow(g.key)) + aggregateBytes*len(g.aggregates)
	g.key = make([]rdf.Term, len(g.keys))
	accumulators := make([]accumulator, len(g.aggregates))
	for i, a := range g.aggregates {
		var err error
		if accumulators[i], err = a.begin(); err != nil {
			return err
		}
	}
	g.accumulators = append(g.accumulators, accumulators)
	return g.grow(size)
}

// add adds the current row to its group.
func (g *groups) add() error {
	if err := g.x.checkCancelled(); err != nil {
		return err
	}
	for i, key := range g.keys {
		v, ok, err := evaluate(key)
		if err != nil {
			return err
		}
		g.key[i] = nil
		if ok {
			g.key[i] = v.Term()
		}
	}
	group, found := g.index.number(g.key, g.places)
	switch {
	case !found && g.rest != nil:
		return g.put()
	case !found:
		group = len(g.accumulators)
		err := g.open()
		if len(g.keys) > 0 && g.x.goToDisk(g.size, err) {
			g.rest, err = g.x.newDiskRows()
		}
		if err != nil {
			return err
		}
	}
	return g.addTo(group)
}

// addTo adds the current row to a group.
func (g *groups) addTo(group int) error {
	for i, accumulator := range g.accumulators[group] {
		if err := g.aggregates[i].add(accumulator); err != nil {
			return err
		}
	}
	g.x.functions.NextSolution()
	return nil
}

// put puts the current row on disk.
func (g *groups) put() error {
	row := slices.Clone(g.key)
	for _, v := range g.step.Vars {
		row = append(row, g.x.row[v])
	}
	g.sorted = binary.BigEndian.AppendUint64(function.DigestOf(g.key...).Append(g.sorted[:0]), g.number)
	g.number++
	g.x.functions.NextSolution()
	return g.rest.add(g.sorted, row)
}

// give calls next for each group.
func (g *groups) give(next continuation) error {
	for i := range g.index.rows {
		row, err := g.row(i)
		if err == nil {
			err = g.x.checkCancelled()
		}
		if err == nil {
			err = g.x.with(g.vars, row, next)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// row returns the row of a group.
func (g *groups) row(group int) ([]rdf.Term, error) {
	row := slices.Grow(slices.Clone(g.index.rows[group]), len(g.aggregates))
	for i, accumulator := range g.accumulators[group] {
		term, err := g.aggregates[i].result(accumulator)
		if err != nil {
			return nil, err
		}
		row = append(row, term)
	}
	return row, nil
}

// giveRest calls next for each group on disk, in the order in which they began. One of them is in
// memory at a time.
func (g *groups) giveRest(next continuation) error {
	g.x.release(g.size)
	g.forget()
	inOrder, err := g.x.newDiskRows()
	defer inOrder.close()
	if err != nil {
		return err
	}
	var digest, began []byte
	end := func() error {
		if digest == nil {
			return nil
		}
		row, err := g.row(0)
		g.x.release(g.size)
		if g.forget(); err != nil {
			return err
		}
		return inOrder.add(began, row)
	}
	keys := len(g.keys)
	err = g.rest.each(keys+len(g.step.Vars), func(key []byte, row []rdf.Term) error {
		if !bytes.Equal(digest, key[:function.DigestBytes]) {
			if err := end(); err != nil {
				return err
			}
			digest, began = bytes.Clone(key[:function.DigestBytes]), bytes.Clone(key[function.DigestBytes:])
			copy(g.key, row[:keys])
			if err := g.open(); err != nil {
				return err
			}
		}
		return g.x.with(g.step.Vars, row[keys:], func() error { return g.addTo(0) })
	})
	if err == nil {
		err = end()
	}
	if err != nil {
		return err
	}
	g.rest.close()
	return inOrder.each(len(g.vars), func(_ []byte, row []rdf.Term) error { return g.x.with(g.vars, row, next) })
}
