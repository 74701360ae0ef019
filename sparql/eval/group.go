package eval

import (
	"github.com/knakk/rdf"

	"vitrine/sparql/algebra"
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
		if err == nil {
			err = g.give(next)
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
}

// begin forgets the groups of an evaluation before. Without keys there is one group,
// whatever comes.
func (g *groups) begin() error {
	g.index, g.accumulators, g.size = newRowIndex(g.places), nil, 0
	g.key = make([]rdf.Term, len(g.keys))
	if len(g.keys) == 0 {
		return g.open()
	}
	return nil
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
	if !found {
		group = len(g.accumulators)
		if err := g.open(); err != nil {
			return err
		}
	}
	for i, accumulator := range g.accumulators[group] {
		if err := g.aggregates[i].add(accumulator); err != nil {
			return err
		}
	}
	g.x.functions.NextSolution()
	return nil
}

// give calls next for each group.
func (g *groups) give(next continuation) error {
	row := make([]rdf.Term, len(g.vars))
	for i, key := range g.index.rows {
		if err := g.x.checkCancelled(); err != nil {
			return err
		}
		copy(row, key)
		for j, accumulator := range g.accumulators[i] {
			term, err := g.aggregates[j].result(accumulator)
			if err != nil {
				return err
			}
			row[len(g.keys)+j] = term
		}
		if err := g.x.with(g.vars, row, next); err != nil {
			return err
		}
	}
	return nil
}
