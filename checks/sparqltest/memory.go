package sparqltest

import (
	"context"
	"iter"
	"slices"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/sparql/dataset"
)

// Memory is a dataset of given graphs, in which each pattern is compared with each triple.
// Blank nodes with the same label are one node, in whatever graphs they stand.
type Memory struct {
	graphs map[dataset.Scope][]rdf.Triple
	// names are those of the named graphs, in byte order.
	names []rdf.IRI
}

var _ dataset.Dataset = (*Memory)(nil)

// NewMemory returns the dataset of a default graph and of named graphs, which may be
// empty. Triples that are repeated in a graph count once.
func NewMemory(defaultTriples []rdf.Triple, named map[rdf.IRI][]rdf.Triple) *Memory {
	m := &Memory{graphs: map[dataset.Scope][]rdf.Triple{}}
	add := func(scope dataset.Scope, triples []rdf.Triple) {
		m.graphs[scope] = graph.Dedup(slices.Clone(triples))
	}
	add(dataset.Default(), defaultTriples)
	for name, triples := range named {
		m.names = append(m.names, name)
		add(dataset.Named(name), triples)
	}
	slices.SortFunc(m.names, func(a, b rdf.IRI) int { return strings.Compare(a.String(), b.String()) })
	all := slices.Clone(defaultTriples)
	for _, name := range m.names {
		all = append(all, named[name]...)
	}
	add(dataset.Union(), all)
	return m
}

// Match yields the quads that match.
func (m *Memory) Match(ctx context.Context, scope dataset.Scope, p dataset.Pattern) iter.Seq2[rdf.Quad, error] {
	return func(yield func(rdf.Quad, error) bool) {
		if !scope.IsNamed() {
			m.matchIn(ctx, scope, nil, p, yield)
			return
		}
		for _, name := range m.names {
			one := dataset.Named(name)
			if (scope == one || scope == dataset.Each()) && !m.matchIn(ctx, one, name, p, yield) {
				return
			}
		}
	}
}

// matchIn yields the quads of one graph, and tells whether to go on.
func (m *Memory) matchIn(ctx context.Context, scope dataset.Scope, name rdf.Context, p dataset.Pattern, yield func(rdf.Quad, error) bool) bool {
	for _, t := range m.graphs[scope] {
		if err := ctx.Err(); err != nil {
			yield(rdf.Quad{}, err)
			return false
		}
		matches := (p.Subject == nil || p.Subject == rdf.Term(t.Subj)) && (p.Predicate == nil || p.Predicate == rdf.Term(t.Pred)) &&
			(p.Object == nil || p.Object == rdf.Term(t.Obj))
		if matches && !yield(rdf.Quad{Triple: t, Ctx: name}, nil) {
			return false
		}
	}
	return true
}

// Estimate returns the number of matches.
func (m *Memory) Estimate(ctx context.Context, scope dataset.Scope, p dataset.Pattern) (dataset.Cardinality, error) {
	n := dataset.Cardinality{Exact: true}
	for _, err := range m.Match(ctx, scope, p) {
		if err != nil {
			return dataset.Cardinality{}, err
		}
		n.Count++
	}
	return n, ctx.Err()
}

// Statistics counts the matches.
func (m *Memory) Statistics(ctx context.Context, scope dataset.Scope, p dataset.Pattern) (dataset.Statistics, error) {
	return CountStatistics(m.Match(ctx, scope, p))
}

// CountStatistics counts what is in all of some quads, which come to an end.
func CountStatistics(quads iter.Seq2[rdf.Quad, error]) (dataset.Statistics, error) {
	subjects, predicates, objects := map[rdf.Term]float64{}, map[rdf.Term]float64{}, map[rdf.Term]float64{}
	var s dataset.Statistics
	for q, err := range quads {
		if err != nil {
			return dataset.Statistics{}, err
		}
		s.Quads++
		subjects[q.Subj]++
		predicates[q.Pred]++
		objects[q.Obj]++
	}
	s.Subjects, s.Predicates, s.Objects = float64(len(subjects)), float64(len(predicates)), float64(len(objects))
	for _, n := range objects {
		s.Popular += n * n / s.Quads
	}
	return s, nil
}

// Graphs yields the names of the named graphs, in byte order.
func (m *Memory) Graphs(ctx context.Context) iter.Seq2[rdf.IRI, error] {
	return func(yield func(rdf.IRI, error) bool) {
		for _, name := range m.names {
			if err := ctx.Err(); !yield(name, err) || err != nil {
				return
			}
		}
	}
}

// HasGraph tells whether there is a named graph of the name.
func (m *Memory) HasGraph(ctx context.Context, name rdf.IRI) (bool, error) {
	return slices.Contains(m.names, name), ctx.Err()
}

// Find returns the scope of a named graph.
func (m *Memory) Find(ctx context.Context, name rdf.IRI) (dataset.Scope, bool, error) {
	has, err := m.HasGraph(ctx, name)
	return dataset.Named(name), has, err
}
