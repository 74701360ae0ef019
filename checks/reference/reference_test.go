package reference_test

import (
	"errors"
	"testing"
	"time"

	"vitrine/checks/reference"
	"vitrine/checks/sparqltest"
	"vitrine/sparql/algebra"
)

func evaluate(t *testing.T, q *algebra.Query, d reference.Dataset) reference.Result {
	t.Helper()
	r, err := reference.Evaluate(q, d, time.Date(2020, 2, 29, 1, 2, 3, 0, time.UTC))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestCases(t *testing.T) { sparqltest.RunCases(t, "../../sparql/testdata", evaluate) }

func TestDescribeIsRefused(t *testing.T) {
	q := sparqltest.Translate(t, "DESCRIBE <http://museum.example/a>")
	if _, err := reference.Evaluate(q, reference.Dataset{}, time.Time{}); !errors.Is(err, reference.ErrUnsupported) {
		t.Errorf("it gives %v", err)
	}
}

// TestRandomQueries checks that the queries at random are read, answered, and not
// all in vain.
func TestRandomQueries(t *testing.T) {
	answered := 0
	const count = 300
	for seed := range uint64(count) {
		text, data := sparqltest.Random(seed)
		if len(evaluate(t, sparqltest.Translate(t, text), data).Solutions) > 0 {
			answered++
		}
	}
	if answered < count/3 {
		t.Errorf("%d of %d have solutions", answered, count)
	}
}
