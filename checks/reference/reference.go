// Package reference evaluates queries by the words of SPARQL 1.1 Query sections
// 18.4 to 18.6 (https://www.w3.org/TR/sparql11-query/#sparqlAlgebra): every
// operator on its own, bottom up, over lists of solutions and of triples. It is
// what other evaluators are compared with in tests, and as slow as it is plain.
//
// The package never plans, streams or bounds anything. It does not describe: what
// a description is the recommendation leaves open.
package reference

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/sparql/algebra"
	"vitrine/sparql/function"
)

// Dataset is an RDF dataset (section 13.1). Blank nodes of one label are one node,
// whatever graph they stand in. Triples that are repeated count once.
type Dataset struct {
	Default []rdf.Triple
	Named   map[rdf.IRI][]rdf.Triple
}

// Result is what a query answers.
type Result struct {
	// Solutions are those of a SELECT query: the terms of the projection, in its
	// order, nil for unbound.
	Solutions [][]rdf.Term
	// Boolean is the answer of an ASK query.
	Boolean bool
	// Triples are those of a CONSTRUCT query, each once.
	Triples []rdf.Triple
}

// ErrUnsupported is about queries that are not evaluated here.
var ErrUnsupported = errors.New("the reference evaluator has no such queries")

// Evaluate answers a query that began at a time. The error is that of a limit of the
// functions, or wraps ErrUnsupported.
func Evaluate(q *algebra.Query, d Dataset, now time.Time) (Result, error) {
	if q.Form == algebra.Describe {
		return Result{}, fmt.Errorf("%w: DESCRIBE", ErrUnsupported)
	}
	e := &evaluation{query: q, functions: function.NewContext(now, q.Base), data: restricted(d, q.From, q.FromNamed)}
	solutions := e.operator(e.data.Default, q.Operator)
	var r Result
	switch q.Form {
	case algebra.Select:
		for _, row := range solutions {
			r.Solutions = append(r.Solutions, projected(row, q.Projection))
		}
	case algebra.Ask:
		r.Boolean = len(solutions) > 0
	case algebra.Construct:
		r.Triples = construct(q.Template, solutions)
	}
	return r, e.err
}

// restricted is the dataset that dataset clauses describe (section 13.2), or the
// dataset itself where there are none.
func restricted(d Dataset, from, fromNamed []rdf.IRI) Dataset {
	out := Dataset{Default: d.Default, Named: d.Named}
	if len(from)+len(fromNamed) > 0 {
		out = Dataset{Named: map[rdf.IRI][]rdf.Triple{}}
	}
	for _, name := range from {
		out.Default = append(out.Default, d.Named[name]...)
	}
	for _, name := range fromNamed {
		if triples, ok := d.Named[name]; ok {
			out.Named[name] = triples
		}
	}
	out.Default = graph.Dedup(slices.Clone(out.Default))
	named := map[rdf.IRI][]rdf.Triple{}
	for name, triples := range out.Named {
		named[name] = graph.Dedup(slices.Clone(triples))
	}
	out.Named = named
	return out
}

// names are the names of the named graphs, in order.
func (d Dataset) names() []rdf.IRI {
	return slices.SortedFunc(maps.Keys(d.Named), func(a, b rdf.IRI) int { return strings.Compare(a.String(), b.String()) })
}

// solution is a solution mapping: a term for each variable of the query, nil for
// unbound.
type solution = []rdf.Term

// evaluation is the evaluation of one query.
type evaluation struct {
	query     *algebra.Query
	functions *function.Context
	data      Dataset
	// err is the error that ended the evaluation.
	err error
}

// none is the solution that binds nothing.
func (e *evaluation) none() solution { return make(solution, len(e.query.Vars)) }

// projected are the terms of some variables.
func projected(row solution, vars []algebra.Var) []rdf.Term {
	out := make([]rdf.Term, len(vars))
	for i, v := range vars {
		out[i] = row[v]
	}
	return out
}

// merge is merge(μ1, μ2), and false where they are not compatible (section 18.3).
func merge(a, b solution) (solution, bool) {
	out := slices.Clone(a)
	for i, term := range b {
		switch {
		case term == nil:
		case out[i] == nil:
			out[i] = term
		case out[i] != term:
			return nil, false
		}
	}
	return out, true
}

// overlap tells whether dom(μ1) and dom(μ2) have a variable in common.
func overlap(a, b solution) bool {
	for i := range a {
		if a[i] != nil && b[i] != nil {
			return true
		}
	}
	return false
}
