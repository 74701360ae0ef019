package query

import (
	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/postings"
	"vitrine/rdfstore/boltstore/internal/record"
)

// join adds patterns that a graph has to match too. The lists of a pattern are in the order
// of graphs only where they are of one predicate; others leave out nothing.
func (q *query) join(with []rdfstore.Pattern, foreign bool) {
	q.foreign = foreign
	if len(q.lists) == 0 || q.lists[0].AnyPredicate {
		return
	}
	for _, p := range with {
		other := q.engine.newQuery(p)
		q.nothing = q.nothing || other.nothing
		for _, l := range other.lists {
			if !l.AnyPredicate {
				q.joined = append(q.joined, l)
			}
		}
	}
}

// joinedWalk goes through the lists of graphs that others are joined with.
type joinedWalk []*postings.Iterator

// next returns a graph from the given one on, before which none is in all of the lists. It
// is in all of them where it is the given one. It returns false where no other is.
func (w joinedWalk) next(graph uint64) (uint64, bool, error) {
	for _, walker := range w {
		p, ok, err := walker.Seek(walker.Predicate, graph)
		if !ok || err != nil {
			return 0, false, err
		}
		if p.Graph > graph {
			return p.Graph, true, nil
		}
	}
	return graph, true, nil
}

// foreignOf removes, from a place on, the numbers of the triples whose subject is a blank
// node or the name of the graph.
func foreignOf(l *record.Record, numbers []int, from int) []int {
	kept := numbers[:from]
	for _, number := range numbers[from:] {
		if subject, _ := l.Ends(number); !l.IsBlank(subject) && !l.IsName(subject) {
			kept = append(kept, number)
		}
	}
	return kept
}
