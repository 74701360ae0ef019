package eval_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"vitrine/checks/reference"
	"vitrine/checks/sparqltest"
	"vitrine/checks/thorough"
	"vitrine/sparql/algebra"
	"vitrine/sparql/dataset"
	"vitrine/sparql/eval"
	"vitrine/sparql/plan"
)

// evaluate plans and evaluates a query.
func evaluate(t *testing.T, q *algebra.Query, d reference.Dataset) reference.Result {
	t.Helper()
	return evaluateOver(t, q, sparqltest.NewMemory(d.Default, d.Named), eval.Limits{})
}

// misjudged is a dataset whose statistics are numbers at random, so that plans are too.
type misjudged struct {
	*sparqltest.Memory
	*rand.Rand
}

func (m misjudged) Statistics(context.Context, dataset.Scope, dataset.Pattern) (dataset.Statistics, error) {
	n := func() float64 { return math.Exp(14 * m.Float64()) }
	return dataset.Statistics{Quads: n(), Subjects: n(), Predicates: n(), Objects: n(), Popular: n()}, nil
}

// evaluateBadly evaluates a query by a plan at random, with or without the memory for its tables.
func evaluateBadly(t *testing.T, q *algebra.Query, d reference.Dataset) (r reference.Result) {
	t.Helper()
	for seed := range uint64(3) {
		memory := misjudged{sparqltest.NewMemory(d.Default, d.Named), rand.New(rand.NewPCG(seed, 1))}
		r = evaluateOver(t, q, memory, eval.Limits{Tables: int64(1 + seed%2*1<<20)})
	}
	return r
}

func evaluateOver(t *testing.T, q *algebra.Query, of dataset.Dataset, l eval.Limits) (r reference.Result) {
	t.Helper()
	data, err := dataset.Restrict(t.Context(), of, q.From, q.FromNamed)
	if err != nil {
		t.Fatal(err)
	}
	p, err := plan.Of(t.Context(), q, data)
	if err != nil {
		t.Fatal(err)
	}
	switch q.Form {
	case algebra.Ask:
		r.Boolean, err = eval.Ask(t.Context(), p, data, l)
	case algebra.Construct:
		for triple, failed := range eval.Triples(t.Context(), p, data, l) {
			r.Triples, err = append(r.Triples, triple), failed
		}
	default:
		for row, failed := range eval.Solutions(t.Context(), p, data, l) {
			r.Solutions, err = append(r.Solutions, slices.Clone(row)), failed
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// expect evaluates a query by the words of the recommendation.
func expect(t *testing.T, q *algebra.Query, d reference.Dataset) reference.Result {
	t.Helper()
	r, err := reference.Evaluate(q, d, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestCases(t *testing.T) { sparqltest.RunCases(t, "../testdata", evaluate) }

// TestRandomQueries compares with the reference evaluator.
func TestRandomQueries(t *testing.T) {
	sparqltest.RunRandom(t, 1, thorough.Rounds(1000, 3000), evaluate, expect)
}

// TestPlansAtRandom compares with the reference evaluator, where the statistics are wrong.
func TestPlansAtRandom(t *testing.T) {
	sparqltest.RunRandom(t, 1, thorough.Rounds(300, 1000), evaluateBadly, expect)
	sparqltest.RunCases(t, "../testdata", evaluateBadly)
}
