package eval

import (
	"github.com/knakk/rdf"

	"vitrine/sparql/algebra"
	"vitrine/sparql/dataset"
	"vitrine/sparql/plan"
)

// path binds the ends of a property path pattern (section 18.4).
func (x *execution) path(s *plan.Path, next continuation) continuation {
	w := &pathWalk{execution: x}
	bind := func(from, to rdf.Term) error {
		openFrom, openTo := x.isOpen(s.Subject), x.isOpen(s.Object)
		var err error
		if x.assign(s.Subject, from) && x.assign(s.Object, to) {
			err = next()
		}
		if openTo {
			x.row[s.Object.Var] = nil
		}
		if openFrom {
			x.row[s.Subject.Var] = nil
		}
		return err
	}
	return func() error {
		var ok bool
		if w.scope, ok = x.scope(s.Graph); !ok {
			return nil
		}
		from, to := x.value(s.Subject), x.value(s.Object)
		if s.MayBeEmpty && s.Subject.IsVar() && s.Object.IsVar() {
			if ok, err := w.areNodes(s); !ok || err != nil {
				return err
			}
		}
		if from == nil && to == nil && s.Subject == s.Object {
			return w.eachNode(func(node rdf.Term) error { return w.pairs(s.Path, node, node, bind) })
		}
		return w.pairs(s.Path, from, to, bind)
	}
}

func (x *execution) isOpen(n algebra.Node) bool { return n.IsVar() && x.row[n.Var] == nil }

// pathWalk evaluates paths in one graph.
type pathWalk struct {
	*execution
	scope dataset.Scope
}

// pairFunc is called with the ends of a path that matches.
type pairFunc func(from, to rdf.Term) error

// areNodes tells whether the ends that are bound are nodes of the graph. A path of no
// steps between two variables matches there alone; a constant has such a path to
// itself wherever it is.
func (w *pathWalk) areNodes(s *plan.Path) (bool, error) {
	for _, end := range []algebra.Node{s.Subject, s.Object} {
		if w.row[end.Var] == nil || w.isFixed(int(end.Var)) {
			continue
		}
		if is, err := w.isNode(w.row[end.Var]); !is || err != nil {
			return false, err
		}
	}
	return true, nil
}

// isNode tells whether a term is a subject or an object in the graph.
func (w *pathWalk) isNode(term rdf.Term) (bool, error) {
	for _, p := range []dataset.Pattern{{Object: term}, {Subject: term}} {
		for _, err := range w.data.Match(w.ctx, w.scope, p) {
			return err == nil, err
		}
	}
	return false, nil
}

// eachNode calls fn for each node of the graph.
func (w *pathWalk) eachNode(fn func(node rdf.Term) error) error {
	seen := w.newNodes()
	defer seen.release()
	for q, err := range w.data.Match(w.ctx, w.scope, dataset.Pattern{}) {
		if err != nil {
			return err
		}
		for _, node := range []rdf.Term{q.Subj, q.Obj} {
			isNew, err := seen.add(node)
			if err == nil && isNew {
				err = fn(node)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// pairs calls fn for each way in which a path matches between two nodes, of which nil
// stands for any: the function eval(Path(…)) of section 18.5.
func (w *pathWalk) pairs(p algebra.Path, from, to rdf.Term, fn pairFunc) error {
	switch p := p.(type) {
	case *algebra.Link:
		return w.links(dataset.Pattern{Subject: from, Predicate: p.IRI, Object: to}, nil, fn)
	case *algebra.NegatedSet:
		return w.links(dataset.Pattern{Subject: from, Object: to}, p.IRIs, fn)
	case *algebra.Inverse:
		return w.pairs(p.Path, to, from, func(from, to rdf.Term) error { return fn(to, from) })
	case *algebra.Alternative:
		if err := w.pairs(p.Left, from, to, fn); err != nil {
			return err
		}
		return w.pairs(p.Right, from, to, fn)
	case *algebra.Sequence:
		return w.sequencePairs(p, from, to, fn)
	case *algebra.ZeroOrOne:
		return w.zeroOrOne(p.Path, from, to, fn)
	case *algebra.ZeroOrMore:
		return w.closure(p.Path, true, from, to, fn)
	case *algebra.OneOrMore:
		return w.closure(p.Path, false, from, to, fn)
	default:
		return nil
	}
}

// links calls fn for each triple that matches and whose predicate is none of some.
func (w *pathWalk) links(p dataset.Pattern, not []rdf.IRI, fn pairFunc) error {
	for q, err := range w.data.Match(w.ctx, w.scope, p) {
		if err == nil {
			err = w.checkCancelled()
		}
		if err == nil && !isAmong(q.Pred, not) {
			err = fn(q.Subj, q.Obj)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func isAmong(predicate rdf.Predicate, iris []rdf.IRI) bool {
	for _, iri := range iris {
		if predicate == rdf.Predicate(iri) {
			return true
		}
	}
	return false
}

// sequencePairs goes from the end that is known.
func (w *pathWalk) sequencePairs(p *algebra.Sequence, from, to rdf.Term, fn pairFunc) error {
	if from == nil && to != nil {
		return w.pairs(p.Right, nil, to, func(middle, to rdf.Term) error {
			return w.pairs(p.Left, nil, middle, func(from, _ rdf.Term) error { return fn(from, to) })
		})
	}
	return w.pairs(p.Left, from, nil, func(from, middle rdf.Term) error {
		return w.pairs(p.Right, middle, to, func(_, to rdf.Term) error { return fn(from, to) })
	})
}

// zeroOrOne calls fn once for each pair of ends.
func (w *pathWalk) zeroOrOne(p algebra.Path, from, to rdf.Term, fn pairFunc) error {
	if from == nil && to == nil {
		return w.eachNode(func(node rdf.Term) error { return w.zeroOrOne(p, node, nil, fn) })
	}
	seen := w.newNodes()
	defer seen.release()
	// One of the ends is the same in all pairs, so that the other tells them apart.
	once := func(from2, to2 rdf.Term) error {
		other := to2
		if from == nil {
			other = from2
		}
		if isNew, err := seen.add(other); !isNew || err != nil {
			return err
		}
		return fn(from2, to2)
	}
	start := from
	if from == nil {
		start = to
	}
	if to == nil || to == start {
		if err := once(start, start); err != nil {
			return err
		}
	}
	return w.pairs(p, from, to, once)
}

// closure calls fn once for each pair of ends with one or more steps of the path
// between them, or none where zero says so: the function ALP of section 18.4.
func (w *pathWalk) closure(p algebra.Path, zero bool, from, to rdf.Term, fn pairFunc) error {
	switch {
	case from != nil && to != nil:
		return w.reaches(p, zero, from, to, fn)
	case from != nil:
		return w.reach(w.forward(p), zero, from, func(node rdf.Term) error { return fn(from, node) })
	case to != nil:
		return w.reach(w.backward(p), zero, to, func(node rdf.Term) error { return fn(node, to) })
	case zero:
		return w.eachNode(func(node rdf.Term) error { return w.closure(p, zero, node, nil, fn) })
	default:
		return w.starts(p, func(node rdf.Term) error { return w.closure(p, zero, node, nil, fn) })
	}
}

// reaches calls fn if a walk from one node comes to another.
func (w *pathWalk) reaches(p algebra.Path, zero bool, from, to rdf.Term, fn pairFunc) error {
	err := w.reach(w.forward(p), zero, from, func(node rdf.Term) error {
		if node == to {
			return errFound
		}
		return nil
	})
	if err == errFound {
		return fn(from, to)
	}
	return err
}

// starts calls fn for each node from which the path leads anywhere.
func (w *pathWalk) starts(p algebra.Path, fn func(node rdf.Term) error) error {
	seen := w.newNodes()
	defer seen.release()
	return w.pairs(p, nil, nil, func(from, _ rdf.Term) error {
		if isNew, err := seen.add(from); !isNew || err != nil {
			return err
		}
		return fn(from)
	})
}
