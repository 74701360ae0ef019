package query

import (
	"context"

	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/memtable"
	"vitrine/rdfstore/boltstore/internal/postings"
	"vitrine/rdfstore/boltstore/internal/record"
	"vitrine/rdfstore/boltstore/internal/table"
)

// Count returns the number of quads that match the pattern.
func (e *Engine) Count(ctx context.Context, p rdfstore.Pattern) (uint64, error) {
	q := e.newQuery(p)
	c := &counting{query: q}
	for !c.done {
		if err := e.source.View(ctx, func(tx *bbolt.Tx, m *memtable.Memtable) error { return c.step(ctx, tx, m) }); err != nil {
			return 0, err
		}
	}
	return c.n, nil
}

// counting is a count in progress.
type counting struct {
	*query
	n         uint64
	predicate uint32
	graph     uint64
	examined  int
	done      bool
}

// step counts what one transaction may look at. All but the patterns that bind
// the subject and the object, or the graph, are counted at once.
func (c *counting) step(ctx context.Context, tx *bbolt.Tx, m *memtable.Memtable) (err error) {
	switch {
	case c.Graph == nil && len(c.lists) == 0 && !c.nothing:
		c.done = true
		all, err := record.GetCounters(tx)
		if err == nil {
			c.n = all.Triples
		}
		return err
	case len(c.lists) == 1 && !c.nothing:
		c.done = true
		runs, err := m.PostingsOf()
		if err != nil {
			return err
		}
		length, err := c.engine.length(tx, c.lists[0], runs)
		c.n = length.Triples
		return err
	}
	c.examined = 0
	c.done, err = c.walk(ctx, tx, m, c.predicate, c.graph, c.look)
	return err
}

// length returns the length of a list.
func (e *Engine) length(tx *bbolt.Tx, l postings.Part, runs []postings.Run) (postings.Total, error) {
	if e.opened == nil {
		return l.Count(tx, runs)
	}
	if e.opened.counts == nil {
		var err error
		if e.opened.counts, err = table.Counts.Scan(tx); err != nil {
			return postings.Total{}, err
		}
	}
	return l.CountIn(e.opened.counts, runs, func() (postings.Total, error) {
		w, done, err := e.list(tx, l, nil)
		if err != nil {
			return postings.Total{}, err
		}
		defer done()
		return w.Sum()
	})
}

// look counts the matching triples of one graph.
func (c *counting) look(p postings.Place, payload []byte) (bool, error) {
	r, err := c.engine.read(payload, false, nil)
	if err != nil {
		return false, err
	}
	c.numbers = c.find(c.numbers[:0], r, p)
	c.n += uint64(len(c.numbers))
	c.predicate, c.graph = p.Predicate, p.Graph+1
	c.examined++
	return c.examined < maxExamined, nil
}
