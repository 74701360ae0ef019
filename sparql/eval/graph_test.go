package eval_test

import "testing"

func TestGraph(t *testing.T) {
	d := data(t, `:g1 :about :a . :g2 :about :b . :a :p :z .`,
		`:a :p :b . :a :q 1 .`,
		`:b :p :c . :a :p :b . :g2 :q 2 .`,
		`:c :p :g1 .`)
	check(t, d, []evaluation{
		{"a name", `SELECT * { GRAPH :g1 { ?s ?p ?o } }`, "a p b; a q 1"},
		{"a name that is not there", `SELECT * { GRAPH :none { ?s ?p ?o } }`, ""},
		{"a name that is not there, without a pattern", `SELECT * { GRAPH :none { } }`, ""},
		{"a name that is there, without a pattern", `ASK { GRAPH :g1 { } }`, "true"},
		{"each", `SELECT * { GRAPH ?g { ?s :p ?o } }`, "g1 a b; g2 a b; g2 b c; g3 c g1"},
		{"each, without a pattern", `SELECT * { GRAPH ?g { } }`, "g1; g2; g3"},
		{"a join is inside one graph", `SELECT * { GRAPH ?g { ?s :p ?o . ?o :p ?x } }`, "g2 a b c"},
		{"a join over graphs", `SELECT * { GRAPH ?g { ?s :p ?o } GRAPH ?h { ?o :p ?x } }`, "g1 a b g2 c; g2 a b g2 c; g2 b c g3 g1"},
		{"the same graph twice", `SELECT * { GRAPH ?g { ?s :q ?n } GRAPH ?g { ?x :p :c } }`, "g2 g2 2 b"},
		{"bound before", `SELECT * { ?g :about ?s GRAPH ?g { ?s :p ?o } }`, "g1 a b; g2 b c"},
		{"bound to what is no graph", `SELECT * { VALUES ?g { :a 1 } GRAPH ?g { ?s :p ?o } }`, ""},
		{"the name in a pattern", `SELECT ?g ?n { GRAPH ?g { ?g :q ?n } }`, "g2 2"},
		{"the name in an OPTIONAL is free", `SELECT * { GRAPH ?g { ?s :p :c OPTIONAL { ?g :q ?n } } }`, "g2 b 2"},
		{"the name is not seen by a filter inside", `SELECT * { GRAPH ?g { ?s :p ?o FILTER(?g = :g1) } }`, ""},
		{"but by one outside", `SELECT * { GRAPH ?g { ?s :p ?o } FILTER(?g = :g1) }`, "g1 a b"},
		{"default graph beside", `SELECT * { ?s :p ?x GRAPH ?g { ?s :p ?o } }`, "a z g1 b; a z g2 b"},
		{"nested", `SELECT * { GRAPH :g1 { ?s :p ?o GRAPH ?h { ?o :p ?x } } }`, "a b g2 c"},
		{"exists is in the graph", `SELECT * { GRAPH ?g { ?s :p ?o FILTER NOT EXISTS { ?o :p ?x } } }`, "g1 a b; g2 b c; g3 c g1"},
		{"minus is in the graph", `SELECT * { GRAPH ?g { ?s :p ?o MINUS { ?s :q ?n } } }`, "g2 a b; g2 b c; g3 c g1"},
		{"optional is in the graph", `SELECT * { GRAPH ?g { ?s :p ?o OPTIONAL { ?s :q ?n } } }`, "g1 a b 1; g2 a b -; g2 b c -; g3 c g1 -"},
		{"apart in the graph", `SELECT * { GRAPH ?g { ?s :p :b . ?x :q ?n } }`, "g1 a a 1; g2 a g2 2"},
		{"union", `SELECT * { GRAPH ?g { { ?s :p :c } UNION { ?s :q 1 } } }`, "g1 a; g2 b"},
		{"a path", `SELECT * { GRAPH ?g { ?s :p+ :c } }`, "g2 a; g2 b"},
		{"values", `SELECT * { GRAPH ?g { VALUES ?s { :a } ?s :p ?o } }`, "g1 a b; g2 a b"},
		{"only values", `SELECT * { GRAPH ?g { VALUES ?s { :a } } }`, "g1 a; g2 a; g3 a"},
		{"a limit is of each graph", `SELECT ?g ?s { GRAPH ?g { SELECT ?s { ?s :p ?o } ORDER BY ?s LIMIT 1 } }`, "g1 a; g2 a; g3 c"},
		{"a limit is of each graph, beside a pattern", `SELECT ?g ?s ?x { GRAPH ?g { ?x :q ?n { SELECT ?s { ?s :p ?o } ORDER BY ?s LIMIT 1 } } }`, "g1 a a; g2 a g2"},
		{"from", `SELECT * FROM :g1 FROM :g2 { ?s ?p ?o }`, "a p b; a q 1; b p c; g2 q 2"},
		{"from named", `SELECT * FROM NAMED :g1 { { ?s ?p ?o } UNION { GRAPH ?g { ?s :q ?o } } }`, "a - 1 g1"},
	})
}

func TestPaths(t *testing.T) {
	d := data(t, `:a :p :b . :b :p :c . :c :p :a . :c :q :d . :a :q :c . :d :r "x" . :e :p :e .`)
	check(t, d, []evaluation{
		{"inverse", `SELECT * { :b ^:p ?x }`, "a"},
		{"sequence", `SELECT * { :a :p/:p ?x }`, "c"},
		{"sequence keeps duplicates", `SELECT ?x { ?x (:p|:q)/(:p|:q) :d }`, "a; b"},
		{"alternative", `SELECT * { :a :p|:q ?x }`, "b; c"},
		{"alternative keeps duplicates", `SELECT * { :a :p|:p ?x }`, "b; b"},
		{"negated", `SELECT * { ?x !(:p|:q) ?y }`, "d x"},
		{"negated inverse", `SELECT * { :c !^:p ?y }`, "a"},
		{"one or more", `SELECT * { :a :p+ ?x }`, "a; b; c"},
		{"one or more, backwards", `SELECT * { ?x :p+ :a }`, "a; b; c"},
		{"one or more, both given", `ASK { :a :p+ :a }`, "true"},
		{"one or more, not", `ASK { :d :p+ :d }`, "false"},
		{"one or more, both open", `SELECT * { ?x :q+ ?y }`, "a c; a d; c d"},
		{"zero or more", `SELECT * { :c :q* ?x }`, "c; d"},
		{"zero or more, backwards", `SELECT * { ?x :q* :d }`, "a; c; d"},
		{"zero or more, both open", `SELECT * { ?x :r* ?y }`, "a a; b b; c c; d d; d x; e e; x x"},
		{"zero or more of a term that is not there", `SELECT * { :none :p* ?x }`, "none"},
		{"zero or more to a term that is not there", `SELECT * { ?x :p* 7 }`, "7"},
		{"zero or more, a bound variable that is not there", `SELECT * { VALUES ?x { :none :d } ?x :p* ?y }`, "d d"},
		{"zero or more, a variable that is bound to a node of the data", `SELECT * { ?x :r ?v . ?x :p* ?y }`, "d x d"},
		{"zero or more in exists is of a constant", `SELECT * { VALUES ?x { :none :d } FILTER EXISTS { ?x :p* ?y } }`, "d; none"},
		{"zero or one", `SELECT * { :a :q? ?x }`, "a; c"},
		{"zero or one, once", `SELECT * { :e :p? ?x }`, "e"},
		{"zero or one, backwards", `SELECT * { ?x :q? :d }`, "c; d"},
		{"zero or one, given", `ASK { :a :q? :a }`, "true"},
		{"the same variable", `SELECT * { ?x :p+ ?x }`, "a; b; c; e"},
		{"the same variable, no step", `SELECT * { ?x :r? ?x }`, "a; b; c; d; e; x"},
		{"closure of a sequence", `SELECT * { :a (:p/:p)+ ?x }`, "a; b; c"},
		{"closure of an alternative", `SELECT * { :b (:p|:q)* ?x }`, "a; b; c; d"},
		{"closure of a closure", `SELECT * { :a ((:p+)*)+ ?x }`, "a; b; c"},
		{"a sequence with closures", `SELECT * { ?x :q/:p*/:q ?y }`, "a c; a d"},
	})
}
