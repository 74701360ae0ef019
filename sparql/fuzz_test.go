package sparql_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"vitrine/checks/sparqltest"
	"vitrine/sparql"
	"vitrine/sparql/dataset"
)

// fuzzQueries are where the fuzzing begins, beside queries at random.
var fuzzQueries = []string{
	"SELECT * { ?s ?p ?o }",
	"ASK {}",
	"DESCRIBE * { ?s ?p ?o } LIMIT 1",
	"CONSTRUCT { ?o ?p _:b } { ?s ?p ?o OPTIONAL { ?o !(<http://museum.example/p>|^<http://museum.example/q>) ?x } }",
	"SELECT (GROUP_CONCAT(DISTINCT ?o ; SEPARATOR = \"\") AS ?x) (COUNT(DISTINCT *) AS ?y) { ?s (<http://museum.example/p>*/^<http://museum.example/q>?)+ ?o }",
	"SELECT * FROM <http://museum.example/g1> FROM NAMED <http://museum.example/g2> { GRAPH ?g { ?s ?p ?o MINUS { ?o ?p ?s } } }",
	"SELECT (REPLACE(STR(?s), \"(.)(.*)\", \"$2$1\") AS ?x) (?o / 0 AS ?y) (1e400 * -1 AS ?z) { ?s ?p ?o FILTER NOT EXISTS { GRAPH ?s { VALUES ?o { UNDEF 1 } } } }",
	"SELECT ?a { { SELECT ?a (MAX(?b) AS ?c) { ?a ?d ?b } GROUP BY ?a HAVING (SUM(?b) > 1) ORDER BY DESC(?a) LIMIT 2 OFFSET 1 } BIND(RAND() AS ?r) }",
}

// FuzzQuery runs any text over a small dataset. Nothing panics, and an evaluation keeps
// its limits.
func FuzzQuery(f *testing.F) {
	for _, text := range fuzzQueries {
		f.Add(text, uint64(1))
	}
	for seed := range uint64(40) {
		text, _ := sparqltest.Random(seed)
		f.Add(text, seed)
	}
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		q, err := sparql.Prepare(text, sparql.Options{Base: sparqltest.Base})
		if err != nil {
			return
		}
		_, made := sparqltest.Random(seed % 100)
		data := sparqltest.NewMemory(made.Default, made.Named)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		const rows = 200
		limits := sparql.Limits{Memory: 1 << 20, Rows: rows}
		if n := count(ctx, t, q, data, limits); n > rows {
			t.Errorf("%d rows of %d", n, rows)
		}
		if e, err := q.Explain(ctx, data, limits, true); err == nil && e.String() == "" {
			t.Error("the explanation is empty")
		}
	})
}

// count runs a query to its end, and returns how many rows or triples it gives.
func count(ctx context.Context, t *testing.T, q *sparql.Query, d dataset.Dataset, l sparql.Limits) (n int) {
	t.Helper()
	answer, err := q.Run(ctx, d, l)
	if err != nil {
		return 0
	}
	ended := false
	step := func(err error) {
		if ended {
			t.Error("something comes after an error")
		}
		if ended = err != nil; !ended {
			n++
		}
		var limit *sparql.LimitError
		if errors.As(err, &limit) && limit.Limit == 0 {
			t.Errorf("a limit that is none: %v", err)
		}
	}
	if answer.Solutions != nil {
		for row, err := range answer.Solutions {
			if err == nil && len(row) != len(answer.Variables) {
				t.Fatalf("a row has %d terms for %d variables", len(row), len(answer.Variables))
			}
			step(err)
		}
	}
	if answer.Triples != nil {
		for _, err := range answer.Triples {
			step(err)
		}
	}
	return n
}
