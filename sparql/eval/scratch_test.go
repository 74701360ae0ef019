package eval_test

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"vitrine/sparql"
)

// manyNumbers is a dataset in which so many subjects have a number each, in no order.
func manyNumbers(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, ":s%d :p %d .\n", i, i*7919%n)
	}
	return b.String()
}

// TestScratch has rows that take more than there is memory for: they are the same as with memory
// for all, and no file is left.
func TestScratch(t *testing.T) {
	d := data(t, manyNumbers(46_000))
	folder := t.TempDir()
	files := 0
	limits := sparql.Limits{Memory: 8 << 20, Scratch: &sparql.Scratch{
		Most: 64 << 20, Pool: sparql.NewPool(64 << 20),
		Create: func() (*os.File, error) {
			files++
			return os.CreateTemp(folder, "")
		},
	}}
	for _, text := range []string{
		`SELECT ?s ?o { ?s :p ?o } ORDER BY DESC(?o)`,
		`SELECT ?s ?o ?u { ?s :p ?o } ORDER BY (?o / 1000) ?s LIMIT 24000 OFFSET 10`,
		`SELECT DISTINCT ?o { { ?s :p ?o } UNION { ?s :p ?o } }`,
		`SELECT DISTINCT (STR(?o) AS ?x) { { ?s :p ?o } UNION { ?s :p ?o } } ORDER BY DESC(?o) LIMIT 40000`,
		`SELECT ?s (SUM(?o) AS ?n) (GROUP_CONCAT(DISTINCT STR(?o)) AS ?all) { ?s :p ?o } GROUP BY ?s`,
		`SELECT ?k (COUNT(*) AS ?n) (MAX(?o) AS ?m) { ?s :p ?o } GROUP BY (?o / 2 AS ?k) HAVING(COUNT(*) > 0)`,
		`SELECT (COUNT(DISTINCT ?o) AS ?n) (SUM(DISTINCT ?o) AS ?all) { { ?s :p ?o } UNION { ?s :p ?o } }`,
	} {
		want, err := answer(t.Context(), prepare(t, text), d, sparql.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		files = 0
		got, err := answer(t.Context(), prepare(t, text), d, limits)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s\ngives %d rows, want %d, or others: %v", text, len(got), len(want), err)
		}
		if files == 0 {
			t.Errorf("%s\nneeds no files", text)
		}
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("%d files are left, %v", len(left), err)
	}
	if taken := limits.Scratch.Pool.Taken(); taken != 0 {
		t.Errorf("%d bytes are taken by queries that ended", taken)
	}
}

// TestScratchLimits has queries that need more disk than they may have, or than there is.
func TestScratchLimits(t *testing.T) {
	d := data(t, manyNumbers(20_000))
	q := prepare(t, `SELECT ?s ?o { ?s :p ?o } ORDER BY ?o`)
	var limit *sparql.LimitError
	l := sparql.Limits{Memory: 4 << 20}
	if _, err := answer(t.Context(), q, d, l); !errors.As(err, &limit) {
		t.Errorf("without disk: %v", err)
	}
	l.Scratch = &sparql.Scratch{Most: 1 << 10, Create: func() (*os.File, error) { return os.CreateTemp(t.TempDir(), "") }}
	if _, err := answer(t.Context(), q, d, l); !errors.As(err, &limit) || !strings.Contains(err.Error(), "disk") {
		t.Errorf("beyond the limit: %v", err)
	}
	l.Scratch.Most, l.Scratch.Pool = 0, sparql.NewPool(1<<10)
	if _, err := answer(t.Context(), q, d, l); !errors.Is(err, sparql.ErrPool) {
		t.Errorf("beyond the pool: %v", err)
	}
	l.Scratch.Pool = nil
	l.Scratch.Create = func() (*os.File, error) { return nil, errors.New("the disk is full") }
	if _, err := answer(t.Context(), q, d, l); !errors.Is(err, sparql.ErrScratch) {
		t.Errorf("on a full disk: %v", err)
	}
}
