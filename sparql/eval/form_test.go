package eval_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"vitrine/sparql"
)

func TestForms(t *testing.T) {
	d := data(t, `:a :p :b, "x" . :b :q _:n . _:n :r _:m . _:m :s 1 . _:n :t _:n .`, `:g1 :p :a . :z :p :g1 .`)
	check(t, d, []evaluation{
		{"construct", `CONSTRUCT { ?o :was ?s } { ?s :p ?o }`, "b was a"},
		{"construct, short", `CONSTRUCT WHERE { ?s :p ?o }`, "a p b; a p x"},
		{"construct, each triple once", `CONSTRUCT { ?s a :Thing } { ?s ?p ?o FILTER(?s = :a) }`, "a http://www.w3.org/1999/02/22-rdf-syntax-ns#type Thing"},
		{"construct, each triple of many solutions once", `CONSTRUCT { :b :of ?s } { ?s :p ?o }`, "b of a"},
		{"construct, each triple of two patterns once", `CONSTRUCT { ?s :p ?o } { ?s :p ?o . ?s :p ?x }`, "a p b; a p x"},
		{"construct, each triple of all graphs once", `CONSTRUCT { ?s :p ?o } { { ?s :p ?o } UNION { ?s :p ?o } }`, "a p b; a p x"},
		{"construct, a pattern as it matches", `CONSTRUCT { ?s ?p ?o } { GRAPH :g1 { ?s ?p ?o } }`, "g1 p a; z p g1"},
		{"construct, a pattern of no graph", `CONSTRUCT { ?s ?p ?o } { GRAPH :g2 { ?s ?p ?o } }`, ""},
		{"construct, one term twice", `CONSTRUCT { ?s ?p ?s } { GRAPH :g1 { ?s ?p ?s } }`, ""},
		{"construct, a pattern the other way", `CONSTRUCT { ?o ?p ?s } { GRAPH :g1 { ?s ?p ?o } }`, "a p g1; g1 p z"},
		{"construct, unbound", `CONSTRUCT { ?s :has ?x } { ?s :p ?o OPTIONAL { ?o :q ?x } }`, "a has _"},
		{"construct, blank nodes of each solution", `CONSTRUCT { _:x :of ?o . _:x :from ?s } { ?s :p ?o }`, "_ from a; _ from a; _ of b; _ of x"},
		{"construct, ordered and limited", `CONSTRUCT { ?s :first ?o } { ?s :p ?o } ORDER BY ?o LIMIT 1`, "a first b"},
		{"describe a record", `DESCRIBE :g1`, "g1 p a; z p g1"},
		{"describe what has no record", `DESCRIBE :b`, "_ r _; _ s 1; _ t _; b q _"},
		{"describe what a pattern finds", `DESCRIBE ?g { GRAPH ?g { } }`, "g1 p a; z p g1"},
		{"describe a literal", `DESCRIBE ?o { :a :p ?o FILTER(isLiteral(?o)) }`, ""},
		{"ask", `ASK { ?s :q ?o }`, "true"},
		{"ask, not", `ASK { ?s :none ?o }`, "false"},
	})
}

// manyTriples is a graph of 1,000 triples.
func manyTriples() string {
	var b strings.Builder
	for i := range 1000 {
		b.WriteString(":s" + strings.Repeat("i", i%40) + " :p " + strings.Repeat("1", 1+i/40) + " .\n")
	}
	return b.String()
}

func TestLimits(t *testing.T) {
	d := data(t, manyTriples())
	for _, test := range []struct {
		name, query string
		limits      sparql.Limits
		what        string
	}{
		{"rows", `SELECT * { ?s ?p ?o }`, sparql.Limits{Rows: 999}, "results"},
		{"triples", `CONSTRUCT WHERE { ?s ?p ?o }`, sparql.Limits{Rows: 999}, "results"},
		{"sort", `SELECT * { ?s ?p ?o } ORDER BY ?o`, sparql.Limits{Memory: 50000}, "bytes of memory"},
		{"group", `SELECT ?o (COUNT(*) AS ?n) { ?s ?p ?o } GROUP BY ?s ?o`, sparql.Limits{Memory: 50000}, "bytes of memory"},
		{"distinct", `SELECT DISTINCT * { ?s ?p ?o }`, sparql.Limits{Memory: 40000}, "bytes of memory"},
		{"distinct in an aggregate", `SELECT (COUNT(DISTINCT *) AS ?n) { ?s ?p ?o }`, sparql.Limits{Memory: 40000}, "bytes of memory"},
		{"table", `SELECT * { ?s ?p ?o . { SELECT ?x { ?x ?y ?z } LIMIT 1000 } }`, sparql.Limits{Memory: 50000}, "bytes of memory"},
		{"path", `SELECT * { ?s :p* ?o }`, sparql.Limits{Memory: 1000}, "bytes of memory"},
		{"graph", `CONSTRUCT { ?o ?p ?s . ?s ?p ?o } { ?s ?p ?o }`, sparql.Limits{Memory: 40000}, "bytes of memory"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := answer(t.Context(), prepare(t, test.query), d, test.limits)
			var limit *sparql.LimitError
			if !errors.As(err, &limit) || limit.What != test.what {
				t.Errorf("%s: %v", test.query, err)
			}
		})
	}
}

// TestWithinLimits sorts all but keeps only what is needed.
func TestWithinLimits(t *testing.T) {
	d := data(t, manyTriples())
	for _, query := range []string{
		`SELECT * { ?s ?p ?o } ORDER BY ?o LIMIT 10`,
		`SELECT (COUNT(*) AS ?n) { ?s ?p ?o }`,
		`SELECT ?s { ?s ?p ?o FILTER EXISTS { SELECT DISTINCT ?s { ?s ?p ?x } } } LIMIT 100`,
	} {
		if _, err := answer(t.Context(), prepare(t, query), d, sparql.Limits{Memory: 20000, Rows: 100}); err != nil {
			t.Errorf("%s: %v", query, err)
		}
	}
}

func TestContext(t *testing.T) {
	d := data(t, manyTriples())
	for _, query := range []string{
		`SELECT * { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }`,
		`SELECT * { ?a ?b ?c . ?d ?e ?f FILTER(?c + ?f = "none") }`,
		`SELECT * { ?a ?b ?c . ?d ?e ?f } ORDER BY ?none LIMIT 1`,
		`SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }`,
		`SELECT * { ?a ?b ?c . ?d ?e ?f { SELECT ?x { ?x ?y ?z } LIMIT 100 } FILTER(?c + ?f = ?x) }`,
		`ASK { ?a :p* ?c . ?d :p* ?f . ?g ?h ?i FILTER(?a = 1) }`,
	} {
		ctx, cancel := context.WithCancel(t.Context())
		q := prepare(t, query)
		cancelling := &cancelled{Memory: d, cancel: cancel, after: 2000}
		if _, err := answer(ctx, q, cancelling, sparql.Limits{}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", query, err)
		}
		cancel()
	}
}
