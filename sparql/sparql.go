// Package sparql answers queries in SPARQL 1.1
// (https://www.w3.org/TR/sparql11-query/) over a dataset. It is the door to the
// packages below it: syntax reads the text, algebra says what it means, plan decides
// how to evaluate it, and eval does.
//
//	query, err := sparql.Prepare(text, sparql.Options{})
//	answer, err := query.Run(ctx, data, sparql.Limits{Memory: 64 << 20})
//	for row, err := range answer.Solutions { … }
//
// Solutions and triples stream: the first comes before the last is found, and an error
// may come after some of them. What an answer costs is bounded by the context, which
// is looked at all the time, and by the limits; a query cannot make the package open a
// connection.
//
// SERVICE, and FROM and FROM NAMED of graphs that the dataset does not have, are
// refused. The package knows no HTTP, no formats of results, and no update.
package sparql

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/knakk/rdf"

	"vitrine/sparql/algebra"
	"vitrine/sparql/dataset"
	"vitrine/sparql/eval"
	"vitrine/sparql/function"
	"vitrine/sparql/plan"
	"vitrine/sparql/syntax"
)

// Options are what a text does not say itself.
type Options struct {
	// Base is the IRI that relative IRIs are resolved against, until the query has a
	// BASE of its own. Without any they are errors.
	Base string
}

// Limits bound one evaluation. A zero field is no bound; time is bounded by the
// context.
type Limits = eval.Limits

// Pool is memory that evaluations share by their Limits.
type Pool = eval.Pool

// NewPool returns a pool of so many bytes.
func NewPool(size int64) *Pool { return eval.NewPool(size) }

// ErrPool means that other evaluations have all of a Pool, and ErrScratch that the disk has no
// room.
var ErrPool, ErrScratch = eval.ErrPool, eval.ErrScratch

// Scratch is disk that evaluations share by their Limits.
type Scratch = eval.Scratch

// LimitError says that a query went beyond one of the Limits.
type LimitError = eval.LimitError

// Query is a query that has been read. It may be run many times, by many goroutines
// at once.
type Query struct {
	algebra *algebra.Query
	// simple is the plan, whatever the dataset is, nil where that decides.
	simple *plan.Plan
}

// Warning says what is likely to be a mistake, though the query has an answer.
type Warning struct {
	// Line and Column count from 1, columns in characters.
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Text   string `json:"text"`
}

// maxWarnings is how many warnings are given.
const maxWarnings = 10

// Warnings returns what is likely to be a mistake: a constant regular expression that
// cannot be used, which makes each call of its function an error (section 17.2), so that
// a filter with it drops solutions.
func (q *Query) Warnings() []Warning {
	var out []Warning
	for _, p := range q.algebra.Patterns {
		if len(out) == maxWarnings {
			break
		}
		if err := function.CheckPattern(p.Text, p.Flags); err != nil {
			out = append(out, Warning{p.Line, p.Column, fmt.Sprintf("each call of %s here is an error, which makes the condition of a filter false: %v", p.Function, err)})
		}
	}
	return out
}

// Prepare reads a query. The error is a *syntax.SyntaxError or an
// *algebra.UnsupportedError, which tell the place, or wraps syntax.ErrLimit.
func Prepare(text string, o Options) (*Query, error) {
	tree, err := syntax.Parse(text, o.Base)
	if err != nil {
		return nil, err
	}
	q, err := algebra.Translate(tree)
	if err != nil {
		return nil, err
	}
	return newQuery(q), nil
}

func newQuery(q *algebra.Query) *Query { return &Query{algebra: q, simple: plan.OfPattern(q)} }

// Form returns the form of the query, which decides what an Answer holds.
func (q *Query) Form() algebra.Form { return q.algebra.Form }

// Variables returns the names of the variables of a SELECT query, in the order of its
// clause and without question marks.
func (q *Query) Variables() []string {
	names := make([]string, len(q.algebra.Projection))
	for i, v := range q.algebra.Projection {
		names[i] = q.algebra.Vars[v]
	}
	return names
}

// IsVolatile tells whether the query may have another answer over the same data, as
// it uses NOW, RAND, UUID or STRUUID.
func (q *Query) IsVolatile() bool { return plan.IsVolatile(q.algebra) }

// WithDataset returns the query with other dataset clauses than those of its text, as
// the parameters default-graph-uri and named-graph-uri ask (SPARQL 1.1 Protocol
// section 2.1.4). Without any graph it is the query itself.
func (q *Query) WithDataset(from, fromNamed []rdf.IRI) *Query {
	if len(from) == 0 && len(fromNamed) == 0 {
		return q
	}
	other := *q.algebra
	other.From, other.FromNamed = slices.Clone(from), slices.Clone(fromNamed)
	return newQuery(&other)
}

// Answer is the answer to a query.
type Answer struct {
	Form algebra.Form
	// Variables are those of Query.Variables, and Solutions the solutions of a SELECT
	// query: rows with a term for each of the variables, nil where it is unbound. A row
	// is valid until the next. Solutions can be ranged over once, and ends after an
	// error.
	Variables []string
	Solutions iter.Seq2[[]rdf.Term, error]
	// Boolean is the answer to an ASK query.
	Boolean bool
	// Triples are those of a CONSTRUCT or DESCRIBE query, each once. It can be ranged
	// over once, and ends after an error.
	Triples iter.Seq2[rdf.Triple, error]
}

// Run answers the query. What it returns reads the dataset as it is ranged over, until
// the context ends. The error is a *dataset.UnknownGraphError for a graph in a dataset
// clause that the dataset does not have, the context's, or one of the dataset. An ASK
// query is answered at once, and may give the errors of an evaluation, such as a
// *LimitError.
func (q *Query) Run(ctx context.Context, d dataset.Dataset, l Limits) (*Answer, error) {
	d, err := dataset.Restrict(ctx, d, q.algebra.From, q.algebra.FromNamed)
	if err != nil {
		return nil, err
	}
	p := q.simple
	if p == nil {
		if p, err = plan.Of(ctx, q.algebra, d); err != nil {
			return nil, err
		}
	}
	answer := &Answer{Form: q.Form()}
	switch answer.Form {
	case algebra.Ask:
		answer.Boolean, err = eval.Ask(ctx, p, d, l)
	case algebra.Construct, algebra.Describe:
		answer.Triples = eval.Triples(ctx, p, d, l)
	default:
		answer.Variables, answer.Solutions = q.Variables(), eval.Solutions(ctx, p, d, l)
	}
	return answer, err
}

// Explanation is the plan of a query, as a tree of steps; it is text by its String
// method, and JSON by its tags.
type Explanation = plan.Explanation

// Explain returns how the query is evaluated. If run tells so it is evaluated to its
// end, and the explanation has how many rows each step gave, and how long it took.
// An explanation that comes with an error tells what was done until then.
func (q *Query) Explain(ctx context.Context, d dataset.Dataset, l Limits, run bool) (*Explanation, error) {
	d, err := dataset.Restrict(ctx, d, q.algebra.From, q.algebra.FromNamed)
	if err != nil {
		return nil, err
	}
	p, err := plan.Of(ctx, q.algebra, d)
	if err != nil {
		return nil, err
	}
	if !run {
		return p.Explain(nil), nil
	}
	measures, err := eval.Measure(ctx, p, d, l)
	return p.Explain(measures), err
}
