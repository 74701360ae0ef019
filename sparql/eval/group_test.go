package eval_test

import "testing"

func TestGroup(t *testing.T) {
	d := data(t, `
:a :dept :x ; :pay 10 ; :tag "p", "q" .
:b :dept :x ; :pay 20 .
:c :dept :y ; :pay 5 ; :tag "p" .
:d :dept :y ; :pay "much" .
:e :dept :z .
`)
	check(t, d, []evaluation{
		{"count all", `SELECT (COUNT(*) AS ?n) { ?s :pay ?p }`, "4"},
		{"count nothing", `SELECT (COUNT(*) AS ?n) { ?s :none ?p }`, "0"},
		{"count nothing by a key", `SELECT ?s (COUNT(*) AS ?n) { ?s :none ?p } GROUP BY ?s`, ""},
		{"count by a key", `SELECT ?d (COUNT(?p) AS ?n) { ?s :dept ?d OPTIONAL { ?s :pay ?p } } GROUP BY ?d`, "x 2; y 2; z 0"},
		{"sum by a key", `SELECT ?d (SUM(?p) AS ?n) { ?s :dept ?d ; :pay ?p } GROUP BY ?d`, "x 30; y -"},
		{"average", `SELECT (AVG(?p) AS ?n) { ?s :dept :x ; :pay ?p }`, "15.0"},
		{"least and most", `SELECT (MIN(?p) AS ?l) (MAX(?p) AS ?m) { ?s :dept :x ; :pay ?p }`, "10 20"},
		{"sum and average of nothing", `SELECT (SUM(?p) AS ?n) (AVG(?p) AS ?a) { ?s :none ?p }`, "0 0"},
		{"least of nothing", `SELECT (MIN(?p) AS ?l) { ?s :none ?p }`, "-"},
		{"distinct", `SELECT (COUNT(DISTINCT ?d) AS ?n) { ?s :dept ?d }`, "3"},
		{"distinct by a key", `SELECT ?d (COUNT(DISTINCT ?s) AS ?n) { ?s :dept ?d } GROUP BY ?d`, "x 2; y 2; z 1"},
		{"distinct by a part of the keys", `SELECT ?t (COUNT(DISTINCT ?p) AS ?n) { ?s ?p ?t } GROUP BY ?t HAVING (?t = :x || ?t = "p")`, "p 1; x 1"},
		{"distinct by a key, of two patterns", `SELECT ?d (COUNT(DISTINCT ?s) AS ?n) { ?s :dept ?d ; :tag ?t } GROUP BY ?d`, "x 1; y 1"},
		{"distinct, a variable that is counted twice", `SELECT ?d (COUNT(DISTINCT ?s) AS ?n) (COUNT(?s) AS ?m) (MIN(STR(?s)) AS ?o) { ?s :dept ?d } GROUP BY ?d HAVING (?d = :z)`, "z 1 1 http://x.example/e"},
		{"variables that nobody looks at", `SELECT ?s { ?s :tag ?t . ?s ?p ?o FILTER(?p = :pay) }`, "a; a; c"},
		{"distinct solutions", `SELECT (COUNT(DISTINCT *) AS ?n) { { ?s :dept :x } UNION { ?s :dept :x } }`, "2"},
		{"distinct solutions without blank nodes", `SELECT (COUNT(DISTINCT *) AS ?n) { ?s :tag [] }`, "2"},
		{"concatenated", `SELECT (GROUP_CONCAT(?t ; SEPARATOR = "+") AS ?n) { { SELECT ?t { :a :tag ?t } ORDER BY ?t LIMIT 2 } }`, "p+q"},
		{"sample", `SELECT (SAMPLE(?p) AS ?n) { :a :pay ?p }`, "10"},
		{"having", `SELECT ?d { ?s :dept ?d ; :pay ?p } GROUP BY ?d HAVING (COUNT(*) > 1 && SUM(?p) > 1)`, "x"},
		{"by an expression", `SELECT ?k (COUNT(*) AS ?n) { ?s :pay ?p } GROUP BY (?p > 7 AS ?k)`, "- 1; false 1; true 2"},
		{"in an expression", `SELECT (COUNT(*) * 2 AS ?n) { ?s :pay ?p }`, "8"},
		{"ordered by", `SELECT ?d { ?s :dept ?d OPTIONAL { ?s :pay ?p } } GROUP BY ?d ORDER BY DESC(COUNT(?p)) ?d`, "x; y; z"},
		{"by a bound variable", `SELECT ?d ?n { VALUES ?d { :x :none } { SELECT ?d (COUNT(*) AS ?n) { ?s :dept ?d } GROUP BY ?d } }`, "x 2"},
		{"without a key, beside a bound variable", `SELECT ?d ?n { VALUES ?d { :x :none } { SELECT (COUNT(*) AS ?n) { ?s :dept ?d } } }`, "none 5; x 5"},
		{"of a bound aggregate", `SELECT ?d ?n { VALUES ?n { 1 2 } { SELECT ?d (COUNT(*) AS ?n) { ?s :dept ?d } GROUP BY ?d } }`, "x 2; y 2; z 1"},
		{"in exists", `SELECT ?d { ?s :dept ?d FILTER EXISTS { { SELECT (COUNT(*) AS ?n) { ?x :pay ?p } } FILTER(?n = 4) } }`, "x; x; y; y; z"},
		{"functions", `SELECT (CONCAT(UCASE(STR(?t)), "!") AS ?u) { :c :tag ?t FILTER(REGEX(?t, "^P$", "i")) }`, "P!"},
	})
}

func TestBlankNodesOfExpressions(t *testing.T) {
	check(t, data(t, `:a :p 1, 2 .`), []evaluation{
		{"another in each solution", `SELECT (COUNT(DISTINCT ?b) AS ?n) { :a :p ?o BIND(BNODE() AS ?b) }`, "2"},
		{"of a name, another in each solution", `SELECT (COUNT(DISTINCT ?b) AS ?n) { :a :p ?o BIND(BNODE("x") AS ?b) }`, "2"},
		{"one for what is joined later", `SELECT (COUNT(DISTINCT ?b) AS ?n) { :a :p ?o BIND(BNODE("x") AS ?b) :a :p ?p }`, "2"},
		{"one of another group", `SELECT (COUNT(DISTINCT ?b) AS ?n) { :a :p ?o { SELECT (UUID() AS ?b) {} } }`, "1"},
		{"of a name, the same in a solution", `SELECT ?o { :a :p ?o BIND(BNODE("x") AS ?b) BIND(BNODE("x") AS ?c) FILTER(?b = ?c) }`, "1; 2"},
	})
}
