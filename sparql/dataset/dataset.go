// Package dataset is what a query is evaluated over: an RDF dataset as in SPARQL 1.1
// Query (https://www.w3.org/TR/sparql11-query/, section 13), a default graph and
// named graphs, asked by triple pattern.
//
// Records is the dataset of a store's records: each
// record's graph is a named graph, and the default graph is what records say of
// their own entities. Restrict gives the dataset that FROM and FROM NAMED describe
// (section 13.2).
//
// Blank nodes are told apart by their labels over all graphs of a dataset, and one
// that was found can be asked for again; see Labels. Terms compare with ==, as
// rdfstore/graph makes them.
//
// The package knows no query language, evaluates nothing and writes nothing. The
// terms are those of RDF 1.1 Concepts (https://www.w3.org/TR/rdf11-concepts/,
// sections 3 and 4).
package dataset

import (
	"context"
	"fmt"
	"iter"

	"github.com/knakk/rdf"
)

// Dataset is a default graph and named graphs. It is for one goroutine at a time: it may
// keep what it finds from one pattern to the next. The methods return the context's error
// when it ends first.
type Dataset interface {
	// Match yields the quads of the scope that match the pattern, each once, in an
	// order that stays the same. The graph of a quad, its Ctx, is the name of the
	// named graph where the scope is of named graphs, and nil otherwise.
	Match(ctx context.Context, scope Scope, p Pattern) iter.Seq2[rdf.Quad, error]

	// Estimate returns how many quads Match yields, without looking at all of them.
	Estimate(ctx context.Context, scope Scope, p Pattern) (Cardinality, error)

	// Statistics returns estimates about the quads that Match yields.
	Statistics(ctx context.Context, scope Scope, p Pattern) (Statistics, error)

	// Graphs yields the names of the named graphs, each once.
	Graphs(ctx context.Context) iter.Seq2[rdf.IRI, error]

	// HasGraph tells whether there is a named graph of the name.
	HasGraph(ctx context.Context, name rdf.IRI) (bool, error)

	// Find returns the scope of the graph that an IRI stands for in a dataset
	// clause, false where there is no such graph. Beside the named graphs, a
	// dataset may give a name to its default graph and to the union of all graphs.
	Find(ctx context.Context, name rdf.IRI) (Scope, bool, error)
}

// Pattern is a triple pattern. A nil field matches any term. A term in a place where
// RDF does not allow it, such as a literal as the subject, matches nothing.
type Pattern struct {
	Subject, Predicate, Object rdf.Term
	// Omit are the terms of the quads that are not used, which Match may leave nil.
	Omit Ends
	// Set tells that of the quads which differ in omitted terms alone one is enough.
	Set bool
}

// Ends are the ends of a triple.
type Ends struct{ Subject, Object bool }

// Cardinality is a number of matches. Where it is not Exact it is an upper bound.
type Cardinality struct {
	Count uint64
	Exact bool
}

// Scope says in which graphs of a dataset a pattern is matched. The zero Scope is
// the default graph. Scopes compare with ==.
type Scope struct {
	kind scopeKind
	name rdf.IRI
}

type scopeKind uint8

const (
	defaultGraph scopeKind = iota
	namedGraph
	eachGraph
	unionGraph
)

// Default is the default graph.
func Default() Scope { return Scope{} }

// Named is the named graph of the name.
func Named(name rdf.IRI) Scope { return Scope{kind: namedGraph, name: name} }

// Each is every named graph: a triple that stands in several matches once for each.
func Each() Scope { return Scope{kind: eachGraph} }

// Union is the union of the default graph and all named graphs as one graph: a
// triple that stands in several matches once.
func Union() Scope { return Scope{kind: unionGraph} }

// IsNamed tells whether the quads of the scope have the name of a graph.
func (s Scope) IsNamed() bool { return s.kind == namedGraph || s.kind == eachGraph }

// String returns the scope for people.
func (s Scope) String() string {
	switch s.kind {
	case namedGraph:
		return fmt.Sprintf("graph <%s>", s.name)
	case eachGraph:
		return "each named graph"
	case unionGraph:
		return "union of all graphs"
	default:
		return "default graph"
	}
}

// terms are the terms of a pattern in their places, nil for any.
type terms struct {
	subject   rdf.Subject
	predicate rdf.Predicate
	object    rdf.Object
}

// terms returns false where no triple can match.
func (p Pattern) terms() (t terms, ok bool) {
	var fits [3]bool
	t.subject, fits[0] = p.Subject.(rdf.Subject)
	t.predicate, fits[1] = p.Predicate.(rdf.Predicate)
	t.object, fits[2] = p.Object.(rdf.Object)
	for i, term := range []rdf.Term{p.Subject, p.Predicate, p.Object} {
		if term != nil && !fits[i] {
			return t, false
		}
	}
	return t, true
}

// none yields nothing but an error, if it is one.
func none[T any](err error) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		if err != nil {
			var zero T
			yield(zero, err)
		}
	}
}

// inOrder yields names until the context ends.
func inOrder(ctx context.Context, names []rdf.IRI) iter.Seq2[rdf.IRI, error] {
	return func(yield func(rdf.IRI, error) bool) {
		for _, name := range names {
			if err := ctx.Err(); err != nil {
				yield(rdf.IRI{}, err)
				return
			}
			if !yield(name, nil) {
				return
			}
		}
	}
}
