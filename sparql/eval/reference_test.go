package eval_test

import (
	"slices"
	"testing"
	"time"

	"vitrine/sparql/algebra"
	"vitrine/sparql/dataset"
	"vitrine/sparql/eval"
	"vitrine/sparql/plan"
	"vitrine/sparql/reference"
	"vitrine/sparql/sparqltest"
)

// evaluate plans and evaluates a query.
func evaluate(t *testing.T, q *algebra.Query, d reference.Dataset) (r reference.Result) {
	t.Helper()
	data, err := dataset.Restrict(t.Context(), sparqltest.NewMemory(d.Default, d.Named), q.From, q.FromNamed)
	if err != nil {
		t.Fatal(err)
	}
	p, err := plan.Of(t.Context(), q, data)
	if err != nil {
		t.Fatal(err)
	}
	switch q.Form {
	case algebra.Ask:
		r.Boolean, err = eval.Ask(t.Context(), p, data, eval.Limits{})
	case algebra.Construct:
		for triple, failed := range eval.Triples(t.Context(), p, data, eval.Limits{}) {
			r.Triples, err = append(r.Triples, triple), failed
		}
	default:
		for row, failed := range eval.Solutions(t.Context(), p, data, eval.Limits{}) {
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
	count := 3000
	if testing.Short() {
		count = 300
	}
	sparqltest.RunRandom(t, 1, count, evaluate, expect)
}
