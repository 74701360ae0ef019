package dataset

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// Memory is a dataset of given graphs, in memory. Blank nodes with the same label are
// one node, in whatever graphs they stand, as in a TriG document; who puts
// graphs of several documents together labels them apart first.
type Memory struct {
	graphs map[Scope]*triples
	// names are those of the named graphs, in byte order.
	names []rdf.IRI
}

var _ Dataset = (*Memory)(nil)

// NewMemory returns the dataset of a default graph and of named graphs, which may be
// empty. Triples that are repeated in a graph count once.
func NewMemory(defaultTriples []rdf.Triple, named map[rdf.IRI][]rdf.Triple) *Memory {
	m := &Memory{graphs: map[Scope]*triples{Default(): newTriples(defaultTriples)}}
	all := slices.Clone(defaultTriples)
	for name, g := range named {
		m.graphs[Named(name)] = newTriples(g)
		m.names = append(m.names, name)
	}
	slices.SortFunc(m.names, func(a, b rdf.IRI) int { return strings.Compare(a.String(), b.String()) })
	for _, name := range m.names {
		all = append(all, named[name]...)
	}
	m.graphs[Union()] = newTriples(all)
	return m
}

// FromQuads returns the dataset of some quads. Those without a graph, whose Ctx is
// nil, are the default graph. A blank node as the name of a graph is an error: SPARQL
// names graphs by IRIs.
func FromQuads(quads []rdf.Quad) (*Memory, error) {
	var defaultTriples []rdf.Triple
	named := map[rdf.IRI][]rdf.Triple{}
	for _, q := range quads {
		switch name := q.Ctx.(type) {
		case nil:
			defaultTriples = append(defaultTriples, q.Triple)
		case rdf.IRI:
			named[name] = append(named[name], q.Triple)
		default:
			return nil, fmt.Errorf("the graph %s is named by a blank node; name it by an IRI", q.Ctx.Serialize(rdf.NTriples))
		}
	}
	return NewMemory(defaultTriples, named), nil
}

// Match yields the quads that match.
func (m *Memory) Match(ctx context.Context, scope Scope, p Pattern) iter.Seq2[rdf.Quad, error] {
	pattern, ok := p.terms()
	if !ok {
		return none[rdf.Quad](ctx.Err())
	}
	return func(yield func(rdf.Quad, error) bool) {
		for _, one := range m.single(scope) {
			for t := range m.graphs[one].match(pattern) {
				if err := ctx.Err(); err != nil {
					yield(rdf.Quad{}, err)
					return
				}
				q := rdf.Quad{Triple: t}
				if scope.IsNamed() {
					q.Ctx = one.name
				}
				if !yield(q, nil) {
					return
				}
			}
		}
	}
}

// single returns the scopes of one graph each that a scope stands for.
func (m *Memory) single(scope Scope) []Scope {
	if scope != Each() {
		return []Scope{scope}
	}
	scopes := make([]Scope, len(m.names))
	for i, name := range m.names {
		scopes[i] = Named(name)
	}
	return scopes
}

// Estimate returns the number of matches, which is exact where the pattern binds one
// term at most.
func (m *Memory) Estimate(ctx context.Context, scope Scope, p Pattern) (Cardinality, error) {
	total := Cardinality{Exact: true}
	pattern, ok := p.terms()
	if !ok {
		return total, ctx.Err()
	}
	for _, one := range m.single(scope) {
		n, exact := m.graphs[one].count(pattern)
		total.Count += n
		total.Exact = total.Exact && exact
	}
	return total, ctx.Err()
}

// Graphs yields the names of the named graphs, in byte order.
func (m *Memory) Graphs(ctx context.Context) iter.Seq2[rdf.IRI, error] {
	return inOrder(ctx, m.names)
}

// HasGraph tells whether there is a named graph of the name.
func (m *Memory) HasGraph(ctx context.Context, name rdf.IRI) (bool, error) {
	return m.graphs[Named(name)] != nil, ctx.Err()
}

// Find returns the scope of a named graph.
func (m *Memory) Find(ctx context.Context, name rdf.IRI) (Scope, bool, error) {
	has, err := m.HasGraph(ctx, name)
	return Named(name), has, err
}

// triples are those of one graph, each once, with the places of those that have a
// term.
type triples struct {
	all                              []rdf.Triple
	bySubject, byPredicate, byObject map[rdf.Term][]int
}

func newTriples(given []rdf.Triple) *triples {
	g := &triples{
		all:       graph.Dedup(slices.Clone(given)),
		bySubject: map[rdf.Term][]int{}, byPredicate: map[rdf.Term][]int{}, byObject: map[rdf.Term][]int{},
	}
	for i, t := range g.all {
		g.bySubject[t.Subj] = append(g.bySubject[t.Subj], i)
		g.byPredicate[t.Pred] = append(g.byPredicate[t.Pred], i)
		g.byObject[t.Obj] = append(g.byObject[t.Obj], i)
	}
	return g
}

// match yields the triples that match. No graph has none.
func (g *triples) match(p terms) iter.Seq[rdf.Triple] {
	return func(yield func(rdf.Triple) bool) {
		if g == nil {
			return
		}
		places, bound := g.shortest(p)
		if !bound {
			slices.Values(g.all)(yield)
			return
		}
		for _, i := range places {
			if p.matches(g.all[i]) && !yield(g.all[i]) {
				return
			}
		}
	}
}

// shortest returns the fewest places that have all triples that match, and false
// where the pattern binds no term.
func (g *triples) shortest(p terms) (places []int, bound bool) {
	consider := func(list []int) {
		if !bound || len(list) < len(places) {
			places, bound = list, true
		}
	}
	if p.subject != nil {
		consider(g.bySubject[p.subject])
	}
	if p.predicate != nil {
		consider(g.byPredicate[p.predicate])
	}
	if p.object != nil {
		consider(g.byObject[p.object])
	}
	return places, bound
}

// count returns how many triples match at most, and whether as many do.
func (g *triples) count(p terms) (n uint64, exact bool) {
	if g == nil {
		return 0, true
	}
	places, bound := g.shortest(p)
	if !bound {
		return uint64(len(g.all)), true
	}
	terms := 0
	for _, term := range []bool{p.subject != nil, p.predicate != nil, p.object != nil} {
		if term {
			terms++
		}
	}
	return uint64(len(places)), terms == 1 || len(places) == 0
}
