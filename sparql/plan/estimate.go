package plan

import (
	"math"

	"github.com/knakk/rdf"

	"vitrine/sparql/algebra"
	"vitrine/sparql/dataset"
)

// filtered is the share of rows that a condition is expected to let pass.
const filtered = 0.5

// groupsOf is how many different values some rows are expected to have.
func groupsOf(rows float64) float64 { return math.Sqrt(max(rows, 1)) }

// count returns how many triples match the terms of a pattern, which stands in one active
// graph.
func (b *builder) count(t *algebra.Triple, g Graph) float64 {
	if n, ok := b.counts[t]; ok {
		return n
	}
	if b.err != nil {
		return 0
	}
	scope := dataset.Default()
	if g.Named {
		scope = dataset.Each()
		if name, ok := g.Name.Term.(rdf.IRI); ok {
			scope = dataset.Named(name)
		}
	}
	n, err := b.data.Estimate(b.ctx, scope, dataset.Pattern{Subject: t.Subject.Term, Predicate: t.Predicate.Term, Object: t.Object.Term})
	if err != nil {
		b.err = err
	}
	b.counts[t] = float64(n.Count)
	return b.counts[t]
}

// How many triples of a pattern are expected to have one subject, where the pattern
// names a predicate and where it does not.
const (
	ofSubjectAndPredicate = 1.5
	ofSubject             = 20
)

// estimateTriple returns how many triples are expected to match where some variables
// are bound.
func (b *builder) estimateTriple(t *algebra.Triple, g Graph, bound Set) float64 {
	n := b.count(t, g)
	isBound := func(n algebra.Node) bool { return n.IsVar() && bound.Has(n.Var) }
	if isBound(t.Predicate) {
		n /= 4
	}
	switch s, o := isBound(t.Subject), isBound(t.Object); {
	case s && (o || !t.Object.IsVar()), o && !t.Subject.IsVar():
		n = min(n, filtered)
	case s && t.Predicate.IsVar():
		n = min(n, ofSubject)
	case s:
		n = min(n, ofSubjectAndPredicate)
	case o:
		n = min(n, groupsOf(n))
	}
	if g.Named && isBound(g.Name) {
		n = min(n, ofSubject)
	}
	return n
}

// estimatePath returns how many pairs of ends are expected.
func (b *builder) estimatePath(op *algebra.PathPattern, bound Set) float64 {
	const reached = 30
	known := func(n algebra.Node) bool { return !n.IsVar() || bound.Has(n.Var) }
	switch s, o := known(op.Subject), known(op.Object); {
	case s && o:
		return filtered
	case s || o:
		return reached
	default:
		return b.count(&b.anything, Graph{}) * reached
	}
}

// estimate returns how many solutions of an operator are expected where some variables
// are bound. It is rough: it serves to put patterns in order.
func (b *builder) estimate(op algebra.Operator, g Graph, bound Set) float64 {
	switch op := op.(type) {
	case *algebra.BGP:
		least := 1.0
		for i := range op.Triples {
			if n := b.estimateTriple(&op.Triples[i], g, bound); i == 0 || n < least {
				least = n
			}
		}
		return least
	case *algebra.PathPattern:
		return b.estimatePath(op, bound)
	case *algebra.Values:
		return float64(len(op.Rows))
	case *algebra.Union:
		return b.estimate(op.Left, g, bound) + b.estimate(op.Right, g, bound)
	case *algebra.Join:
		return min(b.estimate(op.Left, g, bound), b.estimate(op.Right, g, bound))
	case *algebra.Graph:
		return b.estimate(op.Inner, Graph{Named: true, Name: op.Name}, bound)
	case *algebra.Filter:
		return b.estimate(op.Inner, g, bound) * filtered
	case *algebra.Slice:
		return min(b.estimate(op.Inner, g, Set{}), float64(op.Limit))
	case *algebra.Group:
		if len(op.Keys) == 0 {
			return 1
		}
		return groupsOf(b.estimate(op.Inner, g, bound.Intersect(b.scopes.of(op).pushable)))
	}
	// The others have about as many as what they are applied to.
	if inner := operands(op); len(inner) > 0 {
		return b.estimate(inner[0], g, bound)
	}
	return 1
}
