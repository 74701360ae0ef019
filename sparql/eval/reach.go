package eval

import (
	"github.com/knakk/rdf"

	"vitrine/sparql/algebra"
)

// stepFunc calls fn for each node that is one step of a path away.
type stepFunc func(node rdf.Term, fn func(rdf.Term) error) error

func (w *pathWalk) forward(p algebra.Path) stepFunc {
	return func(node rdf.Term, fn func(rdf.Term) error) error {
		return w.pairs(p, node, nil, func(_, to rdf.Term) error { return fn(to) })
	}
}

func (w *pathWalk) backward(p algebra.Path) stepFunc {
	return func(node rdf.Term, fn func(rdf.Term) error) error {
		return w.pairs(p, nil, node, func(from, _ rdf.Term) error { return fn(from) })
	}
}

// reach calls fn once for each node that some steps lead to.
func (w *pathWalk) reach(step stepFunc, zero bool, start rdf.Term, fn func(node rdf.Term) error) error {
	seen := w.newNodes()
	defer seen.release()
	var waiting []rdf.Term
	visit := func(node rdf.Term) error {
		isNew, err := seen.add(node)
		if !isNew || err != nil {
			return err
		}
		waiting = append(waiting, node)
		return fn(node)
	}
	if zero {
		if err := visit(start); err != nil {
			return err
		}
	} else if err := step(start, visit); err != nil {
		return err
	}
	for len(waiting) > 0 {
		node := waiting[0]
		waiting = waiting[1:]
		if err := step(node, visit); err != nil {
			return err
		}
	}
	return nil
}

// nodes is a set of terms.
type nodes struct {
	x    *execution
	seen map[rdf.Term]struct{}
	size int64
}

func (w *pathWalk) newNodes() *nodes { return &nodes{x: w.execution, seen: map[rdf.Term]struct{}{}} }

// add adds a term, and tells whether it is new.
func (n *nodes) add(term rdf.Term) (isNew bool, err error) {
	if err := n.x.checkCancelled(); err != nil {
		return false, err
	}
	if _, again := n.seen[term]; again {
		return false, nil
	}
	n.seen[term] = struct{}{}
	size := rowBytes + sizeOf(term)
	n.size += size
	return true, n.x.keep(size)
}

func (n *nodes) release() { n.x.release(n.size) }
