package eval_test

import "testing"

const people = `
:ann :knows :bob, :cem ; :name "Ann" ; :age 40 .
:bob :knows :cem ; :name "Bob"@en, "Bobke"@nl ; :age 30 .
:cem :knows :ann ; :age 20 .
:dee :name "Dee" ; :self :dee .
`

func TestPatterns(t *testing.T) {
	check(t, data(t, people), []evaluation{
		{"one triple", `SELECT * { ?s :age ?o }`, "ann 40; bob 30; cem 20"},
		{"no triple", `SELECT * {}`, ""},
		{"no triple has one solution", `ASK {}`, "true"},
		{"constants", `ASK { :ann :knows :bob }`, "true"},
		{"constants that are not there", `ASK { :bob :knows :ann }`, "false"},
		{"a literal as subject", `SELECT * { ?s :age ?n . ?n ?p ?o }`, ""},
		{"a variable twice", `SELECT * { ?s ?p ?s }`, "dee self"},
		{"a chain", `SELECT ?a ?c { ?a :knows ?b . ?b :knows ?c }`, "ann ann; ann cem; bob ann; cem bob; cem cem"},
		{"a circle", `SELECT * { ?a :knows ?b . ?b :knows ?c . ?c :knows ?a }`, "ann bob cem; bob cem ann; cem ann bob"},
		{"a cross product", `SELECT ?a ?b { ?a :self ?x . ?b :age ?y }`, "dee ann; dee bob; dee cem"},
		{"blank nodes are variables", `SELECT ?n { [] :age ?n ; :name [] }`, "30; 30; 40"},
		{"a variable predicate", `SELECT ?p { :dee ?p ?o }`, "name; self"},
		{"nested groups", `SELECT * { { ?a :age 40 } { ?a :knows ?b } }`, "ann bob; ann cem"},
		{"union", `SELECT * { { ?a :age 40 } UNION { ?a :self ?b } }`, "ann -; dee dee"},
		{"union binds what follows", `SELECT ?a ?n { { ?a :age 40 } UNION { ?a :self ?b } ?a :name ?n }`, "ann Ann; dee Dee"},
		{"an unbound variable is compatible", `SELECT * { { ?a :age 40 } UNION { ?b :age 30 } ?b :self ?c }`, "ann dee dee"},
	})
}

func TestOptional(t *testing.T) {
	check(t, data(t, people), []evaluation{
		{"bound or not", `SELECT * { ?a :age ?n OPTIONAL { ?a :name ?m } }`, "ann 40 Ann; bob 30 Bob@en; bob 30 Bobke@nl; cem 20 -"},
		{"the filter sees both sides", `SELECT ?a ?m { ?a :age ?n OPTIONAL { ?a :name ?m FILTER(?n > 35) } }`, "ann Ann; bob -; cem -"},
		{"a nested filter sees its group only", `SELECT ?a ?m { ?a :age ?n OPTIONAL { { ?a :name ?m FILTER(?n > 35) } } }`, "ann -; bob -; cem -"},
		{"one after another", `SELECT ?a ?m ?b { ?a :age ?n OPTIONAL { ?a :name ?m FILTER(?m = "Bobke"@nl) } OPTIONAL { ?a :knows ?b FILTER(?n < 35) } }`,
			"ann - -; bob Bobke@nl cem; cem - ann"},
		{"the second fills the gap of the first", `SELECT ?a ?v { ?a :age ?n OPTIONAL { ?a :self ?v } OPTIONAL { ?a :name ?v } }`, "ann Ann; bob Bob@en; bob Bobke@nl; cem -"},
		{"patterns after it", `SELECT ?a ?m { ?a :age ?n OPTIONAL { ?a :name ?m } ?a :knows :ann }`, "cem -"},
		{"patterns after it that share its variable", `SELECT ?a ?m ?x { ?a :knows :cem OPTIONAL { ?a :none ?x } ?x :self ?m }`, "ann dee dee; bob dee dee"},
		// The inner OPTIONAL is evaluated on its own: ?a is not that of the outside there.
		{"not well designed", `SELECT * { ?a :age 40 { ?b :self :dee OPTIONAL { ?a :knows ?b } } }`, "ann dee"},
		{"not well designed, incompatible", `SELECT * { ?a :age 40 { ?b :age 30 OPTIONAL { ?a :knows ?b } } }`, "ann bob"},
		{"not well designed, nothing left", `SELECT * { ?a :age 20 { ?b :age 30 OPTIONAL { ?a :knows ?b } } }`, ""},
		{"without a left side", `SELECT * { OPTIONAL { ?a :self ?b } }`, "dee dee"},
		{"apart from the left side", `SELECT ?a ?b { ?a :knows :ann OPTIONAL { ?b :self ?c } }`, "cem dee"},
	})
}

func TestFilterScope(t *testing.T) {
	check(t, data(t, people), []evaluation{
		{"the group's own variables", `SELECT ?a { ?a :age ?n FILTER(?n >= 30) }`, "ann; bob"},
		{"before the pattern", `SELECT ?a { FILTER(?n >= 30) ?a :age ?n }`, "ann; bob"},
		{"not those of outside", `SELECT ?a { ?a :age ?n { ?a :knows ?b FILTER(?n >= 30) } }`, ""},
		{"bound() of outside", `SELECT ?a ?b { ?a :age ?n { ?a :knows ?b FILTER(!bound(?n)) } }`, "ann bob; ann cem; bob cem; cem ann"},
		{"an error is false", `SELECT ?a { ?a :age ?n FILTER(?none > 3 || ?n > 35) }`, "ann"},
		{"two errors", `SELECT ?a { ?a :age ?n FILTER(?none > 3 || !(?n = 40)) }`, "bob; cem"},
		{"both", `SELECT ?a { ?a :age ?n FILTER(?n > 25 && ?n < 35) }`, "bob"},
		{"in", `SELECT ?a { ?a :age ?n FILTER(?n IN (20, 30.0, "x")) }`, "bob; cem"},
		{"not in", `SELECT ?a { ?a :age ?n FILTER(?n NOT IN (20, 30.0)) }`, "ann"},
		{"if and coalesce", `SELECT ?a ?v { ?a :age ?n BIND(IF(?n > 25, COALESCE(?none, "old"), "young") AS ?v) }`, "ann old; bob old; cem young"},
	})
}

func TestExtend(t *testing.T) {
	check(t, data(t, people), []evaluation{
		{"a value", `SELECT ?a ?d { ?a :age ?n BIND(?n + 1 AS ?d) }`, "ann 41; bob 31; cem 21"},
		{"an error leaves it unbound", `SELECT ?a ?d { ?a :name ?n BIND(?n + 1 AS ?d) FILTER(?a = :dee) }`, "dee -"},
		{"what follows looks it up", `SELECT ?b { BIND(:ann AS ?a) ?a :knows ?b }`, "bob; cem"},
		{"a nested group does not see outside", `SELECT ?d { ?a :age 40 { BIND(?a AS ?d) } }`, "-"},
		{"it joins with what binds the same", `SELECT ?a { { ?a :age ?n } { BIND(30 AS ?n) } }`, "bob"},
		{"selected", `SELECT (?n * 2 AS ?d) { ?a :age ?n }`, "40; 60; 80"},
	})
}

func TestValues(t *testing.T) {
	check(t, data(t, people), []evaluation{
		{"after", `SELECT * { ?a :age ?n } VALUES ?a { :ann :cem :none }`, "ann 40; cem 20"},
		{"inside", `SELECT ?a ?b { VALUES (?a ?b) { (:ann UNDEF) (UNDEF :cem) } ?a :knows ?b }`, "ann bob; ann cem; ann cem; bob cem"},
		{"nothing", `SELECT * { ?a :age ?n VALUES ?a { } }`, ""},
		{"many", `SELECT ?a { ?a :age ?n VALUES ?n { 1 2 3 4 5 6 7 8 9 10 20 30 } }`, "bob; cem"},
		{"terms, not values", `SELECT ?a { ?a :age ?n VALUES ?n { 20.0 } }`, ""},
	})
}

func TestMinus(t *testing.T) {
	check(t, data(t, people), []evaluation{
		{"shared", `SELECT ?a { ?a :age ?n MINUS { ?a :name ?m } }`, "cem"},
		{"disjoint", `SELECT ?a { ?a :age ?n MINUS { ?x :name ?m } }`, "ann; bob; cem"},
		{"without variables", `SELECT ?a { ?a :age ?n MINUS { :dee :name "Dee" } }`, "ann; bob; cem"},
		{"the filter inside sees nothing outside", `SELECT ?a { ?a :age ?n MINUS { ?a :age ?m FILTER(?n = ?m) } }`, "ann; bob; cem"},
		{"partly bound", `SELECT ?a { ?a :age ?n MINUS { ?a :knows ?b OPTIONAL { ?a :name ?n } } }`, "ann; bob"},
		{"maybe shared", `SELECT ?a ?m { ?a :age ?n OPTIONAL { ?a :name ?m } MINUS { ?b :name ?m } }`, "cem -"},
	})
}

func TestExists(t *testing.T) {
	check(t, data(t, people), []evaluation{
		{"exists", `SELECT ?a { ?a :age ?n FILTER EXISTS { ?a :name ?m } }`, "ann; bob"},
		{"not exists", `SELECT ?a { ?a :age ?n FILTER NOT EXISTS { ?a :name ?m } }`, "cem"},
		{"without shared variables", `SELECT ?a { ?a :age ?n FILTER EXISTS { ?x :self ?x } }`, "ann; bob; cem"},
		{"the filter inside sees outside", `SELECT ?a { ?a :age ?n FILTER EXISTS { ?a :knows ?b . ?b :age ?m FILTER(?m > ?n) } }`, "cem"},
		{"deep inside too", `SELECT ?a { ?a :age ?n FILTER EXISTS { ?a :knows ?b { ?b :age ?m FILTER(?m > ?n) } } }`, "cem"},
		{"in an expression", `SELECT ?a ?e { ?a :age ?n BIND(EXISTS { ?a :name ?m } AS ?e) }`, "ann true; bob true; cem false"},
		{"nested", `SELECT ?a { ?a :age ?n FILTER EXISTS { ?a :knows ?b FILTER NOT EXISTS { ?b :knows ?a } } }`, "ann; bob"},
		{"substitution takes variables from MINUS", `SELECT ?a { ?a :age ?n FILTER NOT EXISTS { ?a :knows ?b MINUS { ?a :name ?m } } }`, ""},
		{"with a limit inside", `SELECT ?a { ?a :age ?n FILTER EXISTS { { SELECT ?b { ?b :age ?m } ORDER BY ?m LIMIT 1 } ?a :knows ?b } }`, "ann; bob"},
	})
}

func TestSubSelect(t *testing.T) {
	check(t, data(t, people), []evaluation{
		{"hides variables", `SELECT ?a ?n { ?a :age ?m { SELECT ?a { ?a :name ?n } } }`, "ann -; bob -; bob -"},
		{"limit is of the whole", `SELECT ?a ?b { { SELECT ?b { ?b :age ?m } ORDER BY DESC(?m) LIMIT 1 } ?a :knows ?b }`, "cem ann"},
		{"limit, with the variable bound first", `SELECT ?a ?b { ?a :knows ?b { SELECT ?b { ?b :age ?m } ORDER BY DESC(?m) LIMIT 1 } }`, "cem ann"},
		{"distinct", `SELECT ?a { { SELECT DISTINCT ?a { ?a :name ?n } } }`, "ann; bob; dee"},
		{"optional", `SELECT ?a ?m { ?a :age ?n OPTIONAL { SELECT ?a ?m { ?a :name ?m } ORDER BY ?m LIMIT 1 } }`, "ann Ann; bob -; cem -"},
	})
}

func TestModifiers(t *testing.T) {
	check(t, data(t, people), []evaluation{
		{"order", `SELECT ?a { ?a :age ?n } ORDER BY ?n`, "cem; bob; ann"},
		{"descending", `SELECT ?a { ?a :age ?n } ORDER BY DESC(?n)`, "ann; bob; cem"},
		{"unbound first", `SELECT ?a ?m { ?a :age ?n OPTIONAL { ?a :name ?m } } ORDER BY ?m ?a`, "cem -; ann Ann; bob Bob@en; bob Bobke@nl"},
		{"by an expression", `SELECT ?a { ?a :age ?n } ORDER BY (?n = 30) ?a`, "ann; cem; bob"},
		{"limit", `SELECT ?a { ?a :age ?n } ORDER BY ?n LIMIT 2`, "cem; bob"},
		{"offset", `SELECT ?a { ?a :age ?n } ORDER BY ?n OFFSET 1`, "bob; ann"},
		{"offset and limit", `SELECT ?a { ?a :age ?n } ORDER BY ?n OFFSET 1 LIMIT 1`, "bob"},
		{"limit 0", `SELECT ?a { ?a :age ?n } ORDER BY ?n LIMIT 0`, ""},
		{"distinct", `SELECT DISTINCT ?b { ?a :knows ?b } ORDER BY ?b`, "ann; bob; cem"},
		{"distinct, ordered by what is not selected", `SELECT DISTINCT ?b { ?a :knows ?b . ?a :age ?n } ORDER BY DESC(?n) ?b LIMIT 3`, "bob; cem; ann"},
		{"distinct with unbound", `SELECT DISTINCT ?m { ?a :knows ?b OPTIONAL { ?a :name ?m } }`, "-; Ann; Bob@en; Bobke@nl"},
		{"reduced", `SELECT REDUCED ?a { ?a :age 40 }`, "ann"},
	})
}
