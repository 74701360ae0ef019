package reference

import (
	"slices"

	"github.com/knakk/rdf"

	"vitrine/sparql/algebra"
)

// bgp is basic graph pattern matching (section 18.3): one solution for each way to
// map the variables, those of blank nodes included, so that all triples are in the
// graph.
func (e *evaluation) bgp(active []rdf.Triple, op *algebra.BGP) []solution {
	rows := []solution{e.none()}
	for _, pattern := range op.Triples {
		var next []solution
		for _, row := range rows {
			for _, t := range active {
				if matched, ok := match(row, pattern, t); ok {
					next = append(next, matched)
				}
			}
		}
		rows = next
	}
	return rows
}

// match returns the solution with the bindings that make a triple of the pattern,
// and false where there are none.
func match(row solution, pattern algebra.Triple, t rdf.Triple) (solution, bool) {
	out := slices.Clone(row)
	ok := bind(out, pattern.Subject, t.Subj) && bind(out, pattern.Predicate, t.Pred) && bind(out, pattern.Object, t.Obj)
	return out, ok
}

// bind makes the node stand for the term, and tells whether it can.
func bind(row solution, n algebra.Node, term rdf.Term) bool {
	if !n.IsVar() {
		return n.Term == term
	}
	if row[n.Var] == nil {
		row[n.Var] = term
	}
	return row[n.Var] == term
}

// pathPattern is eval(Path(X, path, Y)) of section 18.4.
func (e *evaluation) pathPattern(active []rdf.Triple, op *algebra.PathPattern) []solution {
	var out []solution
	for _, p := range pairs(active, op.Subject.Term, op.Path, op.Object.Term) {
		row := e.none()
		if bind(row, op.Subject, p.from) && bind(row, op.Object, p.to) {
			out = append(out, row)
		}
	}
	return out
}

// pair are the ends of a path.
type pair struct{ from, to rdf.Term }

// pairs are the ends of the paths between two nodes, each as often as there are
// solutions for them. A node that is nil is a variable.
func pairs(g []rdf.Triple, from rdf.Term, path algebra.Path, to rdf.Term) []pair {
	switch path := path.(type) {
	case *algebra.Link:
		return edges(g, from, to, func(p rdf.Term) bool { return p == path.IRI })
	case *algebra.NegatedSet:
		return edges(g, from, to, func(p rdf.Term) bool {
			return !slices.ContainsFunc(path.IRIs, func(iri rdf.IRI) bool { return iri == p })
		})
	case *algebra.Inverse:
		return inverse(pairs(g, to, path.Path, from))
	case *algebra.Sequence:
		var out []pair
		second := pairs(g, nil, path.Right, to)
		for _, a := range pairs(g, from, path.Left, nil) {
			for _, b := range second {
				if a.to == b.from {
					out = append(out, pair{a.from, b.to})
				}
			}
		}
		return out
	case *algebra.Alternative:
		return append(pairs(g, from, path.Left, to), pairs(g, from, path.Right, to)...)
	case *algebra.ZeroOrOne:
		return zeroOrOne(g, from, path.Path, to)
	case *algebra.ZeroOrMore:
		return closure(g, from, path.Path, to, func(t rdf.Term) []rdf.Term { return []rdf.Term{t} })
	case *algebra.OneOrMore:
		return closure(g, from, path.Path, to, nil)
	}
	return nil
}

// edges are the triples whose predicate fits.
func edges(g []rdf.Triple, from, to rdf.Term, fits func(rdf.Term) bool) []pair {
	var out []pair
	for _, t := range g {
		if fits(t.Pred) && (from == nil || from == t.Subj) && (to == nil || to == t.Obj) {
			out = append(out, pair{t.Subj, t.Obj})
		}
	}
	return out
}

func inverse(list []pair) []pair {
	for i, p := range list {
		list[i] = pair{p.to, p.from}
	}
	return list
}

// nodes is nodes(G): the subjects and objects of a graph, each once.
func nodes(g []rdf.Triple) []rdf.Term {
	var out []rdf.Term
	for _, t := range g {
		for _, n := range []rdf.Term{t.Subj, t.Obj} {
			if !slices.Contains(out, n) {
				out = append(out, n)
			}
		}
	}
	return out
}

// zeroOrOne is ZeroOrOnePath, in which a pair comes once.
func zeroOrOne(g []rdf.Triple, from rdf.Term, path algebra.Path, to rdf.Term) []pair {
	var all []pair
	switch {
	case from != nil && (to == nil || to == from):
		all = []pair{{from, from}}
	case from == nil && to != nil:
		all = []pair{{to, to}}
	case from == nil:
		for _, n := range nodes(g) {
			all = append(all, pair{n, n})
		}
	}
	var out []pair
	for _, p := range append(all, pairs(g, from, path, to)...) {
		if !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	return out
}

// closure is ZeroOrMorePath, or OneOrMorePath where first is nil: the nodes that
// are reached are first(t), or those one step from t, and all that can be reached
// from there.
func closure(g []rdf.Triple, from rdf.Term, path algebra.Path, to rdf.Term, first func(t rdf.Term) []rdf.Term) []pair {
	if from == nil && to != nil {
		return inverse(closure(g, to, &algebra.Inverse{Path: path}, nil, first))
	}
	starts := []rdf.Term{from}
	if from == nil {
		starts = nodes(g)
	}
	if first == nil {
		first = func(t rdf.Term) []rdf.Term { return step(g, t, path) }
	}
	var out []pair
	for _, start := range starts {
		var reached []rdf.Term
		for _, n := range first(start) {
			reached = alp(g, n, path, reached)
		}
		for _, n := range reached {
			if to == nil || to == n {
				out = append(out, pair{start, n})
			}
		}
	}
	return out
}

// alp is the function ALP of section 18.4: it adds what is reached from a node to
// what was reached before.
func alp(g []rdf.Triple, n rdf.Term, path algebra.Path, reached []rdf.Term) []rdf.Term {
	if slices.Contains(reached, n) {
		return reached
	}
	reached = append(reached, n)
	for _, next := range step(g, n, path) {
		reached = alp(g, next, path, reached)
	}
	return reached
}

// step are the nodes at the end of a path from a node.
func step(g []rdf.Triple, n rdf.Term, path algebra.Path) []rdf.Term {
	var out []rdf.Term
	for _, p := range pairs(g, n, path, nil) {
		out = append(out, p.to)
	}
	return out
}
