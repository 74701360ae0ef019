package eval

import (
	"github.com/knakk/rdf"

	"vitrine/sparql/algebra"
	"vitrine/sparql/dataset"
	"vitrine/sparql/plan"
)

// scan binds the variables of a triple pattern.
func (x *execution) scan(s *plan.Scan, next continuation) continuation {
	ends := []algebra.Node{s.Subject, s.Predicate, s.Object}
	if s.Graph.Named {
		ends = append(ends, s.Graph.Name)
	}
	open := make([]algebra.Var, 0, len(ends))
	unbind := func() {
		for _, v := range open {
			x.row[v] = nil
		}
	}
	return func() error {
		open = open[:0]
		for _, n := range ends {
			if n.IsVar() && x.row[n.Var] == nil {
				open = append(open, n.Var)
			}
		}
		scope, ok := x.scope(s.Graph)
		if !ok {
			return nil
		}
		pattern := dataset.Pattern{Subject: x.value(s.Subject), Predicate: x.value(s.Predicate), Object: x.value(s.Object), Omit: s.Omit, Set: s.Set}
		for q, err := range x.data.Match(x.ctx, scope, pattern) {
			if err == nil {
				err = x.checkCancelled()
			}
			if err == nil && x.unify(s, q) {
				err = next()
			}
			unbind()
			if err != nil {
				return err
			}
		}
		return nil
	}
}

// value returns the term that a node stands for, nil for a variable that is unbound.
func (x *execution) value(n algebra.Node) rdf.Term {
	if n.IsVar() {
		return x.row[n.Var]
	}
	return n.Term
}

// scope returns where to match a pattern, false where there is no such graph.
func (x *execution) scope(g plan.Graph) (dataset.Scope, bool) {
	if !g.Named {
		return dataset.Default(), true
	}
	switch name := x.value(g.Name).(type) {
	case nil:
		return dataset.Each(), true
	case rdf.IRI:
		return dataset.Named(name), true
	default:
		return dataset.Scope{}, false
	}
}

// unify binds the variables of a pattern to the terms of a quad. It returns false
// where a variable that stands twice would need two values.
func (x *execution) unify(s *plan.Scan, q rdf.Quad) bool {
	return x.assign(s.Subject, q.Subj) && x.assign(s.Predicate, q.Pred) && x.assign(s.Object, q.Obj) &&
		(!s.Graph.Named || x.assign(s.Graph.Name, q.Ctx))
}

// assign has a node stand for a term, if it can.
func (x *execution) assign(n algebra.Node, term rdf.Term) bool {
	if !n.IsVar() {
		return true
	}
	if x.row[n.Var] == nil {
		x.row[n.Var] = term
		return true
	}
	return x.row[n.Var] == term
}
