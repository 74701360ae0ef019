package eval_test

import (
	"errors"
	"iter"
	"testing"

	"vitrine/sparql"
)

// TestPool has queries share memory: one that finds it taken says so, and what one had is
// there for the next when it ends.
func TestPool(t *testing.T) {
	d := data(t, `:a :p 3, 1, 2 .`)
	const sorted, plain = `SELECT ?o { :a :p ?o } ORDER BY ?o`, `SELECT ?o { :a :p ?o }`
	pool := sparql.NewPool(256 << 10)
	l := sparql.Limits{Pool: pool}
	a, err := prepare(t, sorted).Run(t.Context(), d, l)
	if err != nil {
		t.Fatal(err)
	}
	next, stop := iter.Pull2(a.Solutions)
	if _, err, ok := next(); err != nil || !ok || pool.Taken() == 0 || pool.Taken() > pool.Size() {
		t.Fatalf("%v, %v; %d bytes of %d are taken", err, ok, pool.Taken(), pool.Size())
	}
	if _, err := answer(t.Context(), prepare(t, sorted), d, l); !errors.Is(err, sparql.ErrPool) {
		t.Errorf("the memory is taken: %v", err)
	}
	if _, err := answer(t.Context(), prepare(t, plain), d, l); err != nil {
		t.Errorf("a query that keeps nothing: %v", err)
	}
	stop()
	if got, err := answer(t.Context(), prepare(t, sorted), d, l); err != nil || len(got) != 3 {
		t.Errorf("the memory is free: %v, %v", got, err)
	}
	if pool.Taken() != 0 {
		t.Errorf("%d bytes are taken of queries that ended", pool.Taken())
	}
}

// TestGathered counts the triples of a graph that are kept by whoever asks for it.
func TestGathered(t *testing.T) {
	d := data(t, `:a :p 3, 1, 2 .`)
	q := prepare(t, `CONSTRUCT { ?s ?p ?o } { ?s ?p ?o }`)
	if got, err := answer(t.Context(), q, d, sparql.Limits{Memory: 1}); err != nil || len(got) != 3 {
		t.Errorf("nothing is kept: %v, %v", got, err)
	}
	var limit *sparql.LimitError
	if _, err := answer(t.Context(), q, d, sparql.Limits{Memory: 1, Gathered: true}); !errors.As(err, &limit) {
		t.Errorf("all is kept: %v", err)
	}
}
