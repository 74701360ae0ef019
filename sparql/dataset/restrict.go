package dataset

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/knakk/rdf"
)

// MaxClauses bounds how many graphs a dataset is restricted to, in FROM and in FROM
// NAMED each: a triple of the last is looked up in all those before it.
const MaxClauses = 100

// ErrClauses means that a query has more than MaxClauses.
var ErrClauses = errors.New("the query has too many dataset clauses")

// UnknownGraphError says that a dataset clause names a graph that is not in the
// dataset. No graph is fetched.
type UnknownGraphError struct{ Name rdf.IRI }

func (e *UnknownGraphError) Error() string {
	return fmt.Sprintf("there is no graph <%s> here, and no graph is fetched from elsewhere; FROM and FROM NAMED take graphs of this dataset", e.Name)
}

// Restrict returns the dataset that dataset clauses describe (SPARQL 1.1 Query section
// 13.2): its default graph is the merge of the graphs of FROM, in which a triple that
// several of them state stands once, and its named graphs are those of FROM NAMED.
// Without any clause it is d itself. The error is an *UnknownGraphError for a graph
// that d does not Find, and wraps ErrClauses where there are too many.
func Restrict(ctx context.Context, d Dataset, from, fromNamed []rdf.IRI) (Dataset, error) {
	if len(from) == 0 && len(fromNamed) == 0 {
		return d, nil
	}
	if len(from) > MaxClauses || len(fromNamed) > MaxClauses {
		return nil, fmt.Errorf("%w: %d graphs in FROM and %d in FROM NAMED, and each may have %d", ErrClauses, len(from), len(fromNamed), MaxClauses)
	}
	r := &restricted{of: d, named: map[rdf.IRI]Scope{}}
	for _, name := range from {
		scope, err := find(ctx, d, name)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(r.merged, scope) {
			r.merged = append(r.merged, scope)
		}
	}
	for _, name := range fromNamed {
		scope, err := find(ctx, d, name)
		if err != nil {
			return nil, err
		}
		if _, again := r.named[name]; !again {
			r.named[name] = scope
			r.names = append(r.names, name)
		}
	}
	return r, nil
}

func find(ctx context.Context, d Dataset, name rdf.IRI) (Scope, error) {
	scope, ok, err := d.Find(ctx, name)
	if err == nil && !ok {
		err = &UnknownGraphError{name}
	}
	return scope, err
}

// restricted is a dataset of some graphs of another.
type restricted struct {
	of Dataset
	// merged are the graphs of the default graph.
	merged []Scope
	// names are those of the named graphs, in order, and named the graphs.
	names []rdf.IRI
	named map[rdf.IRI]Scope
}

// Match yields the quads that match.
func (r *restricted) Match(ctx context.Context, scope Scope, p Pattern) iter.Seq2[rdf.Quad, error] {
	switch scope.kind {
	case namedGraph:
		return r.matchNamed(ctx, []rdf.IRI{scope.name}, p)
	case eachGraph:
		return r.matchNamed(ctx, r.names, p)
	default:
		return r.merge(ctx, r.mergedIn(scope), p)
	}
}

// mergedIn returns the graphs whose merge the default graph or the union is.
func (r *restricted) mergedIn(scope Scope) []Scope {
	all := slices.Clip(r.merged)
	if scope.kind == unionGraph {
		for _, name := range r.names {
			if one := r.named[name]; !slices.Contains(all, one) {
				all = append(all, one)
			}
		}
	}
	return all
}

// matchNamed yields the quads of named graphs.
func (r *restricted) matchNamed(ctx context.Context, names []rdf.IRI, p Pattern) iter.Seq2[rdf.Quad, error] {
	return func(yield func(rdf.Quad, error) bool) {
		for _, name := range names {
			scope, ok := r.named[name]
			if !ok {
				continue
			}
			for q, err := range r.of.Match(ctx, scope, p) {
				q.Ctx = name
				if !yield(q, err) || err != nil {
					return
				}
			}
		}
	}
}

// merge yields the quads of some graphs, each in the first of them.
func (r *restricted) merge(ctx context.Context, graphs []Scope, p Pattern) iter.Seq2[rdf.Quad, error] {
	if len(graphs) > 1 {
		p.Omit = Ends{} // whether another has the triple takes all of it
	}
	return func(yield func(rdf.Quad, error) bool) {
		for i, scope := range graphs {
			for q, err := range r.of.Match(ctx, scope, p) {
				again := false
				if err == nil {
					again, err = r.hasAny(ctx, graphs[:i], q.Triple)
				}
				if again {
					continue
				}
				q.Ctx = nil
				if !yield(q, err) || err != nil {
					return
				}
			}
		}
	}
}

// hasAny tells whether one of some graphs has the triple.
func (r *restricted) hasAny(ctx context.Context, graphs []Scope, t rdf.Triple) (bool, error) {
	for _, scope := range graphs {
		for _, err := range r.of.Match(ctx, scope, Pattern{Subject: t.Subj, Predicate: t.Pred, Object: t.Obj}) {
			return err == nil, err
		}
	}
	return false, nil
}

// graphsIn returns the graphs of the dataset that a scope is made of.
func (r *restricted) graphsIn(scope Scope) (graphs []Scope) {
	switch scope.kind {
	case namedGraph:
		if one, ok := r.named[scope.name]; ok {
			graphs = append(graphs, one)
		}
	case eachGraph:
		for _, name := range r.names {
			graphs = append(graphs, r.named[name])
		}
	default:
		graphs = r.mergedIn(scope)
	}
	return graphs
}

// Statistics returns the sum over the graphs.
func (r *restricted) Statistics(ctx context.Context, scope Scope, p Pattern) (total Statistics, err error) {
	for _, one := range r.graphsIn(scope) {
		s, err := r.of.Statistics(ctx, one, p)
		if err != nil {
			return Statistics{}, err
		}
		total.Quads += s.Quads
		total.Subjects += s.Subjects
		total.Predicates = max(total.Predicates, s.Predicates)
		total.Objects += s.Objects
		total.Popular += s.Popular
	}
	return total.with(p), nil
}

// Estimate returns the sum over the graphs, which is exact for one of them.
func (r *restricted) Estimate(ctx context.Context, scope Scope, p Pattern) (Cardinality, error) {
	graphs := r.graphsIn(scope)
	total := Cardinality{Exact: true}
	for _, one := range graphs {
		n, err := r.of.Estimate(ctx, one, p)
		if err != nil {
			return Cardinality{}, err
		}
		total.Count += n.Count
		total.Exact = total.Exact && n.Exact
	}
	if !scope.IsNamed() && len(graphs) > 1 && total.Count > 0 {
		total.Exact = false
	}
	return total, nil
}

// Kept is what the dataset keeps whose graphs these are.
func (r *restricted) Kept() int64 {
	if of, ok := r.of.(interface{ Kept() int64 }); ok {
		return of.Kept()
	}
	return 0
}

// Forget has it let go of that.
func (r *restricted) Forget() {
	if of, ok := r.of.(interface{ Forget() }); ok {
		of.Forget()
	}
}

// Graphs yields the names of FROM NAMED, in order.
func (r *restricted) Graphs(ctx context.Context) iter.Seq2[rdf.IRI, error] {
	return inOrder(ctx, r.names)
}

// HasGraph tells whether FROM NAMED has the name.
func (r *restricted) HasGraph(ctx context.Context, name rdf.IRI) (bool, error) {
	_, ok := r.named[name]
	return ok, ctx.Err()
}

// Find returns the scope of a graph of FROM NAMED.
func (r *restricted) Find(ctx context.Context, name rdf.IRI) (Scope, bool, error) {
	has, err := r.HasGraph(ctx, name)
	return Named(name), has, err
}
